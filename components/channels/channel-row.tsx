import { CircleAlert, CircleCheck, Clock, Lock, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { AccountIcon } from "#components/ui/layout/account-icon.tsx";
import { formatAccountHandle } from "#lib/contract/platforms/format-account-handle.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { ChannelDetail } from "#lib/contract/types.ts";
import { formatInstant, formatRelativeTime } from "#lib/time/format.ts";

type Times = { now: Date; zone: string; clock: "24" | "12" };
type ChannelRowProps = {
  channel: ChannelDetail;
  /** False if the service reports neither plans, nor health, nor who may use the channel. */
  hasDetails: boolean;
  /** True when a link led to this channel. */
  isLinked: boolean;
  mayChange: boolean;
  /** False if the member sees their own posts only. */
  seesOthers: boolean;
  busy: boolean;
  /** True when this organization can connect and test accounts of the channel's platform. */
  canConnect: boolean;
  /** The button that pauses or resumes sending on the channel. */
  pauseControl: ReactNode;
  times: Times;
  onEdit: () => void;
  onDisconnect: () => void;
  onReconnect: () => void;
  onTest: () => void;
};

/** Shows one channel; the inbox links to the row by the channel's id. */
export function ChannelRow({
  channel,
  hasDetails,
  isLinked,
  mayChange,
  seesOthers,
  busy,
  canConnect,
  pauseControl,
  times,
  ...on
}: ChannelRowProps) {
  const { onEdit, onDisconnect, onReconnect, onTest } = on;
  const { id, platform, name, username, practice, restricted, members, scheduled, usable } = channel;
  const needsReconnect = channel.state === "reconnect";
  return (
    <li
      id={id}
      className={`${isLinked ? "bg-accent-wash " : ""}grid scroll-mt-20 gap-x-4 gap-y-2 border-b px-[18px] py-3.5 last:border-b-0 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] md:items-center lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1.2fr)]`}
    >
      <div className="flex min-w-0 items-center gap-3">
        <span className="grid w-[38px] shrink-0 place-items-center">
          <AccountIcon platform={platform} picture={channel.avatar_url} size="large" />
        </span>
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h2 className="text-14 font-semibold wrap-anywhere">{name}</h2>
            {practice ? <Badge>Practice</Badge> : null}
            {channel.verified ? <Badge>Verified</Badge> : null}
          </div>
          <p className="text-13 text-ink-3 wrap-anywhere">
            {channel.software ?? formatPlatformName(platform)} ·{" "}
            {practice ? (
              <a href={`/practice/${username}`} className="underline underline-offset-2">
                {formatAccountHandle(username)}
              </a>
            ) : (
              formatAccountHandle(username)
            )}
            {formatReportedLimits(channel)}
          </p>
        </div>
      </div>
      {hasDetails ? (
        <div className="grid min-w-0 gap-1 text-13 text-ink-2 max-md:pl-[50px]">
          <ChannelHealth channel={channel} times={times} />
          {channel.limitations?.map((sentence) => (
            <p key={sentence} className="flex items-start gap-x-1.5 wrap-anywhere">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
              {sentence}
            </p>
          ))}
          <p className="flex flex-wrap items-start gap-x-1.5">
            {restricted ? <Lock className="mt-0.5 size-3.5 shrink-0" /> : null}
            <span className="wrap-anywhere">{formatAccess(members, restricted, usable)}</span>
            <span aria-hidden="true">·</span>
            {scheduled > 0 ? (
              // The number is everyone's, so the list is too.
              <PrefetchLink
                href={`/posts?status=scheduled&channel=${id}${seesOthers ? "&member=all" : ""}`}
                className="underline underline-offset-2"
              >
                {scheduled} scheduled
              </PrefetchLink>
            ) : (
              <span>Nothing scheduled</span>
            )}
            {channel.under_way > 0 ? <span>· {channel.under_way} publishing</span> : null}
          </p>
        </div>
      ) : null}
      {mayChange ? (
        <div className="flex flex-wrap gap-1 max-lg:pl-10 md:max-lg:col-span-2 lg:justify-end">
          {needsReconnect && (practice || canConnect) ? (
            <Button size="small" pending={busy} onClick={onReconnect}>
              Reconnect
              <ChannelNameHint name={name} />
            </Button>
          ) : null}
          {practice || needsReconnect || !canConnect ? null : (
            <Button size="small" variant="quiet" aria-haspopup="dialog" pending={busy} onClick={onTest}>
              Test
              <ChannelNameHint name={name} />
            </Button>
          )}
          {pauseControl}
          <Button size="small" variant="quiet" aria-haspopup="dialog" onClick={onEdit}>
            Edit
            <ChannelNameHint name={name} />
          </Button>
          <Button size="small" variant="quiet" aria-haspopup="dialog" onClick={onDisconnect}>
            Disconnect
            <ChannelNameHint name={name} />
          </Button>
        </div>
      ) : null}
    </li>
  );
}

function ChannelHealth({ channel, times: { now, zone, clock } }: { channel: ChannelDetail; times: Times }) {
  if (channel.state === "reconnect") {
    return (
      <Badge tone="failed" icon={<CircleAlert className="size-3.5" />} className="w-fit">
        Needs reconnecting
      </Badge>
    );
  }
  if (channel.wait_until !== null && Date.parse(channel.wait_until) > now.getTime()) {
    const until = new Date(channel.wait_until);
    return (
      <Badge tone="scheduled" icon={<Clock className="size-3.5" />} className="w-fit">
        <time dateTime={channel.wait_until} title={formatInstant(until, zone, { clock })}>
          Waiting, retries {formatRelativeTime(until, now)}
        </time>
      </Badge>
    );
  }
  return (
    <Badge tone="published" icon={<CircleCheck className="size-3.5" />} className="w-fit">
      Connected
    </Badge>
  );
}

function formatAccess(members: ChannelDetail["members"], restricted: boolean, usable: boolean): string {
  if (!restricted) return "All members";
  const names = members.map(({ name }) => name);
  const visibleNames = names.slice(0, 3).join(", ");
  const moreNote = names.length > 3 ? ` and ${names.length - 3} more` : "";
  return `Only ${visibleNames || "nobody"}${moreNote}${usable ? "" : "; not you"}`;
}

/** Formats the limits that the account's server reports about itself. */
function formatReportedLimits({ reported_limits: limits }: ChannelDetail): string {
  const characters = limits?.characters ? ` · ${formatNumber(limits.characters)} characters` : "";
  return `${characters}${limits?.images ? ` · ${limits.images} images` : ""}`;
}

/** Adds the channel's name to a button for screen readers, because several rows have the same buttons. */
function ChannelNameHint({ name }: { name: string }) {
  return <span className="sr-only"> {name}</span>;
}
