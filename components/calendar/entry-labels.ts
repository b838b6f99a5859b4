import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import { getShownStatus } from "#lib/contract/resources/post-statuses.ts";
import type { Channel } from "#lib/contract/types.ts";
import { formatCount } from "#lib/text/format-count.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatClockTime, formatShortDay } from "#lib/time/format-short.ts";
import { formatUtcOffset } from "#lib/time/format-time-zone.ts";
import type { ZonedDayRange } from "#lib/time/zoned-day-range.ts";
import { type EntryPost, getEntryStatus, hasTextVariants, type TimedEntry } from "./calendar-entries.ts";
import type { DraggedItem, DropOutcome } from "./drag/dragged-item.ts";

const statusLabels: Record<string, string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  on_hold: "On hold",
  publishing: "Publishing",
  published: "Published",
  failed: "Failed",
  unconfirmed: "Unconfirmed",
  canceled: "Canceled",
};

export function getStatusLabel(status: string): string {
  return statusLabels[status] ?? status;
}

/** Returns the first line with text. */
export function getEntryTitle(entry: { text: string; images: number }): string {
  const line = entry.text
    .split("\n")
    .map((one) => one.trim())
    .find((one) => one !== "");
  return line ?? (entry.images > 0 ? "Image without text" : "No text yet");
}

/** Formats platform names: `X and Bluesky`. */
export function formatPlatformNames(posts: readonly EntryPost[]): string {
  const names = [...new Set(posts.map((post) => formatPlatformName(post.channel ?? "")))];
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/**
 * Formats the changed channels of a text: ` on 3 channels`, ` on Northwind Support`; empty for a text on one channel. Accounts
 * of one name are told apart by their platforms.
 */
export function formatOnChannels(
  posts: readonly EntryPost[],
  all: readonly EntryPost[],
  channels: readonly Channel[],
): string {
  const [first, ...more] = posts;
  if (all.length < 2 || !first) return "";
  if (more.length > 0) return ` on ${posts.length} channels`;
  const name = getChannelLabel(first, channels);
  const isClear = all.filter((post) => getChannelLabel(post, channels) === name).length === 1;
  return ` on ${isClear ? name : formatPlatformName(first.channel ?? "")}`;
}

/** Formats statuses: `Scheduled`, or for several `1 failed, 2 published`. */
export function formatEntryStatus(posts: readonly EntryPost[]): string {
  const counts = new Map<string, number>();
  for (const status of posts.map(getShownStatus)) counts.set(status, (counts.get(status) ?? 0) + 1);
  if (counts.size < 2) return getStatusLabel(getEntryStatus(posts));
  return [...counts].map(([status, count]) => `${count} ${getStatusLabel(status).toLowerCase()}`).join(", ");
}

/** Formats the size: `3 parts, 1 image`; empty for one part without images. */
export function formatEntrySize({ parts, images }: { parts: number; images: number }): string {
  return [parts > 1 ? formatCount(parts, "part") : "", images > 0 ? formatCount(images, "image") : ""]
    .filter(Boolean)
    .join(", ");
}

type EntryMember = Pick<TimedEntry, "member">;

/** Returns true for the reader's own entry. Services that name no author list only own posts. */
export function isOwnEntry({ member }: EntryMember, me: { id: string }): boolean {
  return member?.id === "" || member?.id === me.id;
}

/** Returns true if the reader may change the entry; never while a blind review hides its author. */
export function canChangeEntry(entry: EntryMember, me: { id: string }, abilities: { manage: boolean }): boolean {
  return isOwnEntry(entry, me) || (abilities.manage && entry.member !== null);
}

/** Returns the author's name; a blind review hides it until its claim is decided. */
export function getAuthorName({ member }: Pick<TimedEntry, "member">): string {
  return member?.name ?? "a hidden author";
}

/** Formats an entry's time in the member's zone and clock; a time that happens twice has the offset: `02:30 (UTC+2)`. */
export function formatEntryTime(
  { atMs }: Pick<TimedEntry, "atMs">,
  range: ZonedDayRange,
  clock: DisplayPreferences["clock"],
): string {
  const time = formatClockTime(range.wallOf(atMs).time, clock);
  return range.isRepeated(atMs) ? `${time} (${formatUtcOffset(range.zone, new Date(atMs))})` : time;
}

/** Returns the screen reader text between an entry's time and its text: `Scheduled, X and Bluesky, 3 parts: `. */
export function formatEntrySummary(entry: TimedEntry, showsAuthor: boolean): string {
  const labels = [
    formatEntryStatus(entry.posts),
    formatPlatformNames(entry.posts),
    formatEntrySize(entry),
    hasTextVariants(entry) ? "custom text" : "",
    showsAuthor ? `by ${getAuthorName(entry)}` : "",
  ];
  return `${labels.filter(Boolean).join(", ")}: `;
}

/** Formats where a dragged item would land: `Thu 26 Nov, 10:00`, with the reason if it can't. */
export function formatDropTarget(
  dropTarget: DraggedItem["dropTarget"],
  outcome: DropOutcome | null,
  clock: DisplayPreferences["clock"],
): string {
  if (dropTarget === "tray") return "Unscheduled";
  if (dropTarget === null) return "Not on a day";
  const time = outcome?.type === "at" ? outcome.wall.time : dropTarget.time;
  const label = [formatShortDay(dropTarget.day), time === null ? "" : formatClockTime(time, clock)];
  const at = label.filter(Boolean).join(", ");
  return outcome?.type === "refused" ? `${at} ${outcome.short}` : at;
}

/** Returns the name of the channel that a post goes to, else its platform's name. */
export function getChannelLabel(post: EntryPost, channels: readonly Channel[]): string {
  return channels.find((channel) => channel.id === post.channel_id)?.name || formatPlatformName(post.channel ?? "");
}

export function formatPostCount(count: number): string {
  return formatCount(count, "post");
}
