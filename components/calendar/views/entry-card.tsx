"use client";
import { useEffect, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import { getEntryStatus, type TimedEntry } from "#components/calendar/calendar-entries.ts";
import {
  formatEntrySize,
  formatEntryStatus,
  getAuthorName,
  getChannelLabel,
  getStatusLabel,
} from "#components/calendar/entry-labels.ts";
import { formatInstantInZone } from "#components/calendar/use-entry-moves.ts";
import { StatusBadge } from "#components/ui/feedback/status-badge.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { formatHold } from "#lib/contract/messages/hold-message.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import { getShownStatus } from "#lib/contract/resources/post-statuses.ts";

/** Px between a chip and its card, and between the card and the window's edge. */
const gapPx = 6;
const edgePx = 8;

type EntryCardProps = {
  entry: TimedEntry;
  chip: HTMLElement;
  onEnter: () => void;
  onLeave: () => void;
};

/** The whole entry beside its chip, while the pointer or the focus is on it. */
export function EntryCard({ entry, chip, onEnter, onLeave }: EntryCardProps) {
  const { preferences, channels, showsAuthors } = useCalendarContext();
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  const size = formatEntrySize(entry);
  const held = entry.posts.find(({ hold }) => hold);
  const hasSeveralStatuses = new Set(entry.posts.map(getShownStatus)).size > 1;

  useLayoutEffect(() => {
    if (!card.current) return;
    const at = chip.getBoundingClientRect();
    const { offsetWidth, offsetHeight, style } = card.current;
    const isBelow = at.bottom + gapPx + offsetHeight + edgePx <= innerHeight;
    const top = isBelow ? at.bottom + gapPx : at.top - gapPx - offsetHeight;
    const left = Math.min(at.left, document.documentElement.clientWidth - offsetWidth - edgePx);
    style.top = `${Math.max(edgePx, top)}px`;
    style.left = `${Math.max(edgePx, left)}px`;
  }, [chip]);

  useEffect(() => {
    chip.setAttribute("aria-describedby", id);
    return () => chip.removeAttribute("aria-describedby");
  }, [chip, id]);

  return createPortal(
    <div
      ref={card}
      id={id}
      role="tooltip"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className="fixed z-40 grid w-[280px] animate-appear gap-2 rounded-card border border-line-strong bg-paper p-3 text-13 text-ink shadow-float"
    >
      <p className="flex items-center gap-2 text-ink-2">
        <StatusBadge status={getEntryStatus(entry.posts)}>{formatEntryStatus(entry.posts)}</StatusBadge>
        <span className="min-w-0 truncate">
          {formatInstantInZone(new Date(entry.atMs), preferences.zone, preferences.clock)}
        </span>
      </p>
      <p className="line-clamp-5 whitespace-pre-wrap text-14 wrap-anywhere">{entry.text || "No text yet"}</p>
      <ul className="grid gap-1">
        {entry.posts.map((post) => (
          <li key={post.id} className="flex min-w-0 items-center gap-2">
            <PlatformIcon platform={post.channel ?? ""} label={formatPlatformName(post.channel ?? "")} size="small" />
            <span className="min-w-0 flex-1 truncate">{getChannelLabel(post, channels)}</span>
            {hasSeveralStatuses ? <span className="text-ink-3">{getStatusLabel(getShownStatus(post))}</span> : null}
          </li>
        ))}
      </ul>
      {held?.hold ? (
        <p className="text-publishing">
          {formatHold(held.hold, { channel: getChannelLabel(held, channels), author: entry.member, role: "" }).reason}
        </p>
      ) : null}
      {size || showsAuthors ? (
        <p className="truncate text-ink-3">
          {[size, showsAuthors ? `by ${getAuthorName(entry)}` : ""].filter(Boolean).join(" · ")}
        </p>
      ) : null}
    </div>,
    // Inside the page, so that its text belongs to a landmark.
    chip.closest("main") ?? document.body,
  );
}
