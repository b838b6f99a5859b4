"use client";
import { AlertMark } from "#components/ui/feedback/alert-icon.tsx";
import { RoomMark } from "#components/preview/remaining-badge.tsx";
import type { View } from "#components/preview/channel-preview.ts";
import { isGone } from "./channel-changes.ts";

type ChipStateProps = { view: View; onGoTo: (channelId: string) => void };

/** What stands in a channel's way, on its chip. */
export function ChipState({ view: { channel, room }, onGoTo }: ChipStateProps) {
  if (channel.state === "reconnect" || isGone(channel)) {
    return (
      <span className="inline-flex items-center gap-1 pr-2 text-12 font-medium text-failed">
        <AlertMark className="size-3.5" />
        {isGone(channel) ? "Gone" : "Reconnect"}
      </span>
    );
  }
  if (!room || room.is === "fits") return null;
  if (room.is === "near") return <RoomMark room={room} className="pr-2" />;
  return (
    <button
      type="button"
      title="Show where it becomes too long"
      onClick={() => onGoTo(channel.id)}
      className="mr-1 inline-flex h-6 items-center rounded-full px-1 hover:bg-paper pointer-coarse:h-11"
    >
      <RoomMark room={room} />
      <span className="sr-only">: show where it becomes too long for {channel.username}</span>
    </button>
  );
}
