import type { InboxTimeFormatters } from "#lib/contract/messages/inbox-messages.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatInstant, formatRelativeTime } from "#lib/time/format.ts";

export type InboxTimeOptions = Pick<DisplayPreferences, "zone" | "clock">;

const relativeMs = 24 * 60 * 60_000;

/** Formats an instant as `Tue 24 Nov, 09:00`, without the current year. */
export function formatInboxInstant(iso: string, { zone, clock }: InboxTimeOptions, now: Date): string {
  const year = formatInstant(now, zone).match(/ (\d{4}),/)?.[1];
  const text = formatInstant(new Date(iso), zone, { clock });
  return year ? text.replace(` ${year},`, ",") : text;
}

/** Formats the day: `Tue 24 Nov`. */
export function formatInboxDay(iso: string, reader: InboxTimeOptions, now: Date): string {
  return formatInboxInstant(iso, reader, now).split(",")[0] ?? "";
}

/** Creates the formatters of days and times for item messages, in the reader's zone and clock. */
export function createInboxTimeFormatters(reader: InboxTimeOptions, now: Date): InboxTimeFormatters {
  return { day: (iso) => formatInboxDay(iso, reader, now), at: (iso) => formatInboxInstant(iso, reader, now) };
}

/** Formats since when an item goes on, or when it happened; recent times are relative. */
export function formatSince(
  item: { since: string; latest: string; count: number },
  reader: InboxTimeOptions,
  now: Date,
): string {
  const isLately = now.getTime() - Date.parse(item.latest) < relativeMs;
  if (
    item.since !== item.latest &&
    formatInboxDay(item.since, reader, now) !== formatInboxDay(item.latest, reader, now)
  ) {
    return `since ${formatInboxDay(item.since, reader, now)}`;
  }
  return isLately ? formatRelativeTime(new Date(item.latest), now) : formatInboxInstant(item.latest, reader, now);
}

/** Formats when a post was due; for an immediate post, when it failed. */
export function formatDue(
  post: { scheduled_for: string | null; failed_at: string | null },
  reader: InboxTimeOptions,
  now: Date,
): string | null {
  if (post.scheduled_for !== null) return `due ${formatInboxInstant(post.scheduled_for, reader, now)}`;
  return post.failed_at === null ? null : `tried ${formatInboxInstant(post.failed_at, reader, now)}`;
}
