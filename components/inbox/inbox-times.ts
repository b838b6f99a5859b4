import type { InboxTimes } from "#lib/contract/messages/inbox-messages.ts";
import { formatInstant, formatRelative } from "#lib/time/format.ts";
import type { Preferences } from "#lib/time/display-preferences.ts";

export type Reader = Pick<Preferences, "zone" | "clock">;

const relativeMs = 24 * 60 * 60_000;

/** `Tue 24 Nov, 09:00`: the year is left out while it is this one. */
export function instantWords(iso: string, { zone, clock }: Reader, now: Date): string {
  const year = formatInstant(now, zone).match(/ (\d{4}),/)?.[1];
  const text = formatInstant(new Date(iso), zone, { clock });
  return year ? text.replace(` ${year},`, ",") : text;
}

/** The day alone: `Tue 24 Nov`. */
export function dayWords(iso: string, reader: Reader, now: Date): string {
  return instantWords(iso, reader, now).split(",")[0] ?? "";
}

/** Times as this reader writes them, for the sentences of items. */
export function timesFor(reader: Reader, now: Date): InboxTimes {
  return { day: (iso) => dayWords(iso, reader, now), at: (iso) => instantWords(iso, reader, now) };
}

/** At the corner of an item: since when it goes on, or when it happened; lately by how long ago. */
export function sinceWords(item: { since: string; latest: string; count: number }, reader: Reader, now: Date): string {
  const isLately = now.getTime() - Date.parse(item.latest) < relativeMs;
  if (item.since !== item.latest && dayWords(item.since, reader, now) !== dayWords(item.latest, reader, now)) {
    return `since ${dayWords(item.since, reader, now)}`;
  }
  return isLately ? formatRelative(new Date(item.latest), now) : instantWords(item.latest, reader, now);
}

/** What stands beside a post's title: when it was due, or, if it was for now, when it failed. */
export function dueWords(
  post: { scheduled_for: string | null; failed_at: string | null },
  reader: Reader,
  now: Date,
): string | null {
  if (post.scheduled_for !== null) return `due ${instantWords(post.scheduled_for, reader, now)}`;
  return post.failed_at === null ? null : `sent ${instantWords(post.failed_at, reader, now)}`;
}
