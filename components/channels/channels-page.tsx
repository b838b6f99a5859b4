"use client";
import { Plug, Plus } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { useNow } from "#components/ui/use-now.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { ChannelDetail, ConnectionMethod } from "#lib/contract/types.ts";
import { ChannelRow } from "./channel-row.tsx";
import { useChannels } from "./use-channels.ts";
import { useConnectAccount } from "./use-connect-account.ts";

const ChannelForm = lazyComponent(() => import("./channel-form.tsx").then((file) => file.ChannelForm));
const ConnectAccountDialog = lazyComponent(() =>
  import("./connect-account-dialog.tsx").then((file) => file.ConnectAccountDialog),
);
const TestChannelDialog = lazyComponent(() =>
  import("./test-channel-dialog.tsx").then((file) => file.TestChannelDialog),
);
const DisconnectDialog = lazyComponent(() => import("./disconnect-dialog.tsx").then((file) => file.DisconnectDialog));

type ChannelsPageProps = {
  first: readonly ChannelDetail[];
  /** Opens the dialog that connects an account. */
  isConnecting: boolean;
  /** False if the service reports neither plans, nor health, nor who may use a channel. */
  hasDetails: boolean;
  mayChange: boolean;
  /** False if the member sees their own posts only. */
  seesOthers: boolean;
  members: readonly { id: string; name: string }[] | null;
  /** Connection methods of the platforms; null when accounts can't be connected. */
  methods: readonly ConnectionMethod[] | null;
  mayOperate: boolean;
  nowMs: number;
  zone: string;
  clock: "24" | "12";
  /** By channel: the button that pauses or resumes sending there. */
  pauseControls: Readonly<Record<string, ReactNode>>;
};
type ChannelsDialogState =
  | { type: "form"; channel: ChannelDetail | null }
  | { type: "connect"; channel: ChannelDetail | null }
  | { type: "disconnect"; channel: ChannelDetail }
  | { type: "test"; channel: ChannelDetail; method: ConnectionMethod };

/** Lists the connected accounts with their health, members, planned posts and actions. */
export function ChannelsPage(props: ChannelsPageProps) {
  const { first, hasDetails, mayChange, members, methods, mayOperate, nowMs, zone, clock, pauseControls } = props;
  const { channels, busy, addConnected, ...acts } = useChannels(first, nowMs);
  const accounts = useConnectAccount(addConnected);
  const [open, setOpen] = useState<ChannelsDialogState | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  /** By platform: whether app credentials exist, for platforms whose credentials were saved or deleted on this page. */
  const [setUp, setSetUp] = useState<ReadonlyMap<string, boolean>>(new Map());
  const linkedId = useLinkedChannel();
  const now = useNow(nowMs);
  /** Returns the channel's current data: its planned posts may change while its dialog is open. */
  const current = (channel: ChannelDetail) => channels.find(({ id }) => id === channel.id) ?? channel;

  async function closeOnSuccess(request: Promise<Failure | null>): Promise<Failure | null> {
    const refused = await request;
    if (!refused) setOpen(null);
    return refused;
  }

  const canConnect = methods !== null && methods.length > 0;
  const getMethod = (channel: ChannelDetail) => methods?.find(({ platform }) => platform === channel.platform) ?? null;
  const opensConnect = props.isConnecting && mayChange && canConnect;
  useEffect(() => {
    if (!opensConnect) return;
    setOpen({ type: "connect", channel: null });
    // A reload or the way back does not open the dialog again.
    history.replaceState(history.state, "", location.pathname);
  }, [opensConnect]);
  const connect = mayChange ? (
    <div className="flex flex-wrap gap-2">
      {canConnect ? (
        <Button
          variant="filled"
          icon={<Plus className="size-4" />}
          aria-haspopup="dialog"
          onClick={() => setOpen({ type: "connect", channel: null })}
        >
          Connect an account
        </Button>
      ) : null}
      <Button
        {...(!canConnect && { variant: "filled", icon: <Plus className="size-4" /> })}
        aria-haspopup="dialog"
        onClick={() => setOpen({ type: "form", channel: null })}
      >
        Connect a practice channel
      </Button>
    </div>
  ) : null;
  return (
    <div className="grid gap-3.5">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 max-w-[72ch] flex-1 basis-60 text-13 text-ink-3">
          Accounts you publish to.{" "}
          {hasDetails ? (mayChange ? "" : "You see the channels you can use; administrators manage them. ") : ""}
          {hasDetails ? "Practice channels publish to a timeline here." : "They are managed in the publishing service."}
        </p>
        {channels.length > 0 ? connect : null}
      </div>
      {failure ? (
        <Banner tone="failed" role="alert">
          {failure.message} {describeFailure(failure).next}
        </Banner>
      ) : null}
      {(mayOperate && methods ? methods : []).map(({ platform, warning }) =>
        warning !== null && channels.some((one) => one.platform === platform && !one.practice) ? (
          <Banner key={platform} tone="gold">
            {warning}
          </Banner>
        ) : null,
      )}
      <Card flush>
        {channels.length === 0 ? (
          <EmptyState icon={<Plug />} title="No channels" {...(connect && { actions: connect })} className="py-9!">
            {mayChange
              ? "Connect one to publish posts."
              : hasDetails
                ? "Ask an administrator to connect one or give you access."
                : "Connect one in the publishing service."}
          </EmptyState>
        ) : (
          <ul aria-label="Channels">
            {channels.map((channel) => (
              <ChannelRow
                hasDetails={hasDetails}
                key={channel.id}
                channel={channel}
                isLinked={channel.id === linkedId}
                mayChange={mayChange}
                seesOthers={props.seesOthers}
                busy={busy === channel.id || accounts.testing === channel.id}
                pauseControl={pauseControls[channel.id]}
                canConnect={getMethod(channel) !== null}
                times={{ now, zone, clock }}
                onEdit={() => setOpen({ type: "form", channel })}
                onDisconnect={() => setOpen({ type: "disconnect", channel })}
                onReconnect={() =>
                  channel.practice
                    ? void acts.reconnect(channel).then(setFailure)
                    : setOpen({ type: "connect", channel })
                }
                onTest={() => {
                  const method = getMethod(channel);
                  if (method) setOpen({ type: "test", channel, method });
                }}
              />
            ))}
          </ul>
        )}
      </Card>
      <Suspense>
        {open?.type === "form" ? (
          <ChannelForm
            channel={open.channel}
            members={members}
            onClose={() => setOpen(null)}
            onSubmit={(fields) =>
              closeOnSuccess(open.channel ? acts.change(open.channel, fields) : acts.connect(fields))
            }
          />
        ) : null}
        {open?.type === "connect" && methods ? (
          <ConnectAccountDialog
            methods={methods}
            channel={open.channel}
            mayOperate={mayOperate}
            setUp={setUp}
            onSetUp={(platform, hasKeys) => setSetUp((all) => new Map(all).set(platform, hasKeys))}
            onClose={() => setOpen(null)}
            onConnect={(fields) => closeOnSuccess(accounts.connect(fields))}
          />
        ) : null}
        {open?.type === "test" ? (
          <TestChannelDialog
            channel={open.channel}
            method={open.method}
            onClose={() => setOpen(null)}
            onPractice={() => {
              setOpen(null);
              void accounts.test(open.channel).then(setFailure);
            }}
          />
        ) : null}
        {open?.type === "disconnect" ? (
          <DisconnectDialog
            channel={current(open.channel)}
            others={channels.filter(({ id, platform }) => id !== open.channel.id && platform === open.channel.platform)}
            onClose={() => setOpen(null)}
            onConfirm={(leaving) => closeOnSuccess(acts.disconnect(open.channel, leaving))}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

/**
 * Scrolls to the channel in the address: the browser does so only for a full page load, not for a client navigation.
 */
function useLinkedChannel(): string | null {
  const [linkedId, setLinkedId] = useState<string | null>(null);
  useEffect(() => {
    const id = decodeURIComponent(location.hash.slice(1));
    // Most addresses have no hash: another value than null would render the page again.
    if (!id) return;
    setLinkedId(id);
    document.getElementById(id)?.scrollIntoView({ block: "center" });
  }, []);
  return linkedId;
}
