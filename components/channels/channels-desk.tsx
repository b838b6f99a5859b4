"use client";
import { Plug, Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { later } from "#components/ui/later";
import { Notice } from "#components/ui/notice";
import type { Failure } from "#lib/contract/errors";
import { sentenceFor } from "#lib/contract/sentences";
import type { ChannelDetail } from "#lib/contract/types";
import { useNow } from "../ui/use-now.ts";
import { ChannelRow } from "./channel-row.tsx";
import { useChannels } from "./use-channels.ts";

const ChannelForm = later(() => import("./channel-form.tsx").then((file) => file.ChannelForm));
const Disconnect = later(() => import("./disconnect-dialog.tsx").then((file) => file.DisconnectDialog));

type ChannelsDeskProps = {
  first: readonly ChannelDetail[];
  mayChange: boolean;
  members: readonly { id: string; name: string }[] | null;
  nowMs: number;
  zone: string;
  clock: "24" | "12";
};
type Open = { is: "form"; channel: ChannelDetail | null } | { is: "disconnect"; channel: ChannelDetail };

/** The connected accounts: how each does, who may use it, what is planned there, and what can be done to it. */
export function ChannelsDesk({ first, mayChange, members, nowMs, zone, clock }: ChannelsDeskProps) {
  const { channels, busy, ...acts } = useChannels(first);
  const [open, setOpen] = useState<Open | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const now = useNow(nowMs);

  async function done(act: Promise<Failure | null>): Promise<Failure | null> {
    const refused = await act;
    if (!refused) setOpen(null);
    return refused;
  }

  const connect = mayChange ? (
    <Button
      variant="filled"
      icon={<Plus className="size-4" />}
      aria-haspopup="dialog"
      onClick={() => setOpen({ is: "form", channel: null })}
    >
      Connect a channel
    </Button>
  ) : null;
  return (
    <div className="grid max-w-[940px] gap-3.5">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <p className="max-w-[64ch] text-13 text-ink-3">
          The accounts that posts go to.{" "}
          {mayChange ? "" : "Administrators connect and change them; here you see those that you may use. "}
          Practice channels keep a platform&#39;s limits and publish to a timeline here; real accounts come with their
          platform&#39;s own connection.
        </p>
        {channels.length > 0 ? connect : null}
      </div>
      {failure ? (
        <Notice tone="failed" role="alert">
          {failure.message} {sentenceFor(failure).next}
        </Notice>
      ) : null}
      <Card flush>
        {channels.length === 0 ? (
          <EmptyState icon={<Plug />} title="No channels" {...(connect && { actions: connect })} className="py-9!">
            {mayChange
              ? "Connect one, and posts can go out."
              : "There is none that you may use. An administrator can connect one or name you."}
          </EmptyState>
        ) : (
          <ul aria-label="Channels">
            {channels.map((channel) => (
              <ChannelRow
                key={channel.id}
                channel={channel}
                mayChange={mayChange}
                busy={busy === channel.id}
                times={{ now, zone, clock }}
                onEdit={() => setOpen({ is: "form", channel })}
                onDisconnect={() => setOpen({ is: "disconnect", channel })}
                onReconnect={() => void acts.reconnect(channel).then(setFailure)}
              />
            ))}
          </ul>
        )}
      </Card>
      <Suspense>
        {open?.is === "form" ? (
          <ChannelForm
            channel={open.channel}
            members={members}
            onClose={() => setOpen(null)}
            onSubmit={(fields) => done(open.channel ? acts.change(open.channel, fields) : acts.connect(fields))}
          />
        ) : null}
        {open?.is === "disconnect" ? (
          <Disconnect
            channel={open.channel}
            others={channels.filter(({ id, platform }) => id !== open.channel.id && platform === open.channel.platform)}
            onClose={() => setOpen(null)}
            onConfirm={(leaving) => done(acts.disconnect(open.channel, leaving))}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
