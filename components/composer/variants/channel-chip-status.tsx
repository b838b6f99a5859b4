"use client";
import type { ChannelPreview } from "#components/preview/channel-preview.ts";
import { RemainingBadge } from "#components/preview/remaining-badge.tsx";
import { ExclamationIcon } from "#components/ui/feedback/exclamation-icon.tsx";
import { isChannelGone } from "./live-channel-changes.ts";

type ChannelChipStatusProps = { view: ChannelPreview; onGoTo: (channelId: string) => void };

/** Shows a channel's problem on its chip. */
export function ChannelChipStatus({ view: { channel, room }, onGoTo }: ChannelChipStatusProps) {
  if (channel.state === "reconnect" || isChannelGone(channel)) {
    return (
      <span className="inline-flex items-center gap-1 pr-2 text-12 font-medium text-failed">
        <ExclamationIcon className="size-3.5" />
        {isChannelGone(channel) ? "Gone" : "Reconnect"}
      </span>
    );
  }
  if (!room || room.type === "fits") return null;
  if (room.type === "near") return <RemainingBadge room={room} className="pr-2" />;
  return (
    <button
      type="button"
      title="Jump to where it's too long"
      onClick={() => onGoTo(channel.id)}
      className="mr-1 inline-flex h-6 items-center rounded-full px-1 hover:bg-paper pointer-coarse:h-11"
    >
      <RemainingBadge room={room} />
      <span className="sr-only">: jump to where it's too long for {channel.username}</span>
    </button>
  );
}
