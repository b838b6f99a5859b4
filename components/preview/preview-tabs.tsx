import type { KeyboardEvent, MouseEvent } from "react";
import { cn } from "#components/ui/cn.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { ChannelPreview } from "./channel-preview.ts";
import { RemainingBadge } from "./remaining-badge.tsx";

type PreviewTabsProps = {
  /** Prefix of the DOM ids of tabs and panel. */
  id: string;
  views: readonly ChannelPreview[];
  shown: ChannelPreview;
  onShow: (channelId: string) => void;
  onGoTo: (channelId: string) => void;
};

/** One tab for each channel with the rest of its limit. Arrow keys move; Home and End jump. */
export function PreviewTabs({ id, views, shown, onShow, onGoTo }: PreviewTabsProps) {
  function move(event: KeyboardEvent, at: number) {
    const ends: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
    const to = ends[event.key];
    if (to === undefined) return;
    const next = views.at(to % views.length);
    if (!next) return;
    event.preventDefault();
    onShow(next.channel.id);
    document.getElementById(`${id}${next.channel.id}`)?.focus();
  }
  function press(event: MouseEvent, view: ChannelPreview) {
    onShow(view.channel.id);
    // The counter is part of the tab; keyboard users have a button in the panel instead.
    const isCounter = event.target instanceof Element && event.target.closest("[data-room=over]") !== null;
    if (isCounter) onGoTo(view.channel.id);
  }
  return (
    <div role="tablist" aria-label="Channels in the preview" className="mb-2 flex flex-wrap gap-1">
      {views.map((view, at) => {
        const { channel, room, isOwn } = view;
        const isShown = view === shown;
        return (
          <button
            key={channel.id}
            type="button"
            role="tab"
            id={`${id}${channel.id}`}
            aria-selected={isShown}
            aria-controls={`${id}panel`}
            tabIndex={isShown ? 0 : -1}
            onClick={(event) => press(event, view)}
            onKeyDown={(event) => move(event, at)}
            className={cn(
              "inline-flex h-8 max-w-full items-center gap-1.5 rounded-chip border px-2 text-13 pointer-coarse:h-11",
              isShown
                ? "border-line bg-paper font-medium text-ink"
                : "border-transparent text-ink-2 hover:border-line hover:text-ink",
            )}
          >
            <PlatformIcon platform={channel.platform} label={formatPlatformName(channel.platform)} size="small" />
            <span className="max-w-32 truncate">{channel.username}</span>
            {isOwn ? <span className="text-12 font-normal text-accent">custom</span> : null}
            {room ? <RemainingBadge room={room} /> : null}
          </button>
        );
      })}
    </div>
  );
}
