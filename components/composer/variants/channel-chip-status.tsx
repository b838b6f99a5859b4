"use client";
import type { ChannelPreview } from "#components/preview/channel-preview.ts";
import { formatRemainingLimit } from "#components/preview/remaining-limit.ts";
import { ExclamationIcon } from "#components/ui/feedback/exclamation-icon.tsx";
import { getChannelName } from "#lib/contract/platforms/channel-name.ts";
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
  if (room?.type !== "over") return null;
  // At the corner of the platform's icon, so that no chip grows and wraps while the author types. The part has the count.
  return (
    <button
      type="button"
      title={`${formatRemainingLimit(room)}: jump to it`}
      onClick={() => onGoTo(channel.id)}
      className="absolute inset-y-0 left-0 w-9 rounded-full text-failed pointer-coarse:w-11"
    >
      <span className="absolute top-1/2 left-4 rounded-full bg-failed-wash">
        <ExclamationIcon className="size-4" />
      </span>
      <span className="sr-only">
        {formatRemainingLimit(room)}: jump to {room.unit === "images" ? "the text" : "where it's too long"} for{" "}
        {getChannelName(channel)}
      </span>
    </button>
  );
}
