import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel } from "#lib/contract/types.ts";
import { formatShortDay } from "#lib/time/format-short.ts";
import type { DateSpan, PostDateField, PostsView } from "./posts-view.ts";

export const dateSpanLabels: Record<DateSpan, string> = {
  today: "Today",
  last7: "Last 7 days",
  last30: "Last 30 days",
  next7: "Next 7 days",
};

export const postDateFieldLabels: Record<PostDateField, string> = {
  created: "Created",
  scheduled: "Scheduled",
  published: "Published",
};

/** Formats a day with its year, because a saved view may be opened in another year: `Tue 24 Nov 2026`. */
const formatDayWithYear = (day: string) => `${formatShortDay(day)} ${day.slice(0, 4)}`;

/** Formats a view's days: `Last 7 days`, `Since Mon 2 Nov 2026`; null for any time. */
export function formatDateRange({ span, from, to }: Pick<PostsView, "span" | "from" | "to">): string | null {
  if (span) return dateSpanLabels[span];
  if (from && to)
    return from === to ? formatDayWithYear(from) : `${formatDayWithYear(from)} to ${formatDayWithYear(to)}`;
  if (from) return `Since ${formatDayWithYear(from)}`;
  return to ? `Up to ${formatDayWithYear(to)}` : null;
}

/** Formats a channel with the name that people gave it: `X, Northwind Support`. */
export function formatChannelLabel(channel: Pick<Channel, "platform" | "name" | "username">): string {
  return `${formatPlatformName(channel.platform)}, ${channel.name || channel.username}`;
}

/** Returns a view's existing channels and the number of those that no longer exist. */
export function splitKnownChannels(
  view: PostsView,
  channels: readonly Channel[],
): { available: Channel[]; unavailableCount: number } {
  const available = channels.filter((channel) => view.channels.includes(channel.id));
  return { available, unavailableCount: view.channels.length - available.length };
}

/** Returns a short label for each active filter besides the status. */
export function formatActiveFilters(view: PostsView, channels: readonly Channel[]): string[] {
  const { available, unavailableCount } = splitKnownChannels(view, channels);
  const days = formatDateRange(view);
  const time = view.time === "created" ? "" : `${postDateFieldLabels[view.time].toLowerCase()}: `;
  return [
    ...(view.text ? [`“${view.text}”`] : []),
    ...(view.problem === null ? [] : ["posts of one inbox item"]),
    ...available.map(formatChannelLabel),
    ...(unavailableCount > 0
      ? [unavailableCount === 1 ? "an unavailable channel" : `${unavailableCount} unavailable channels`]
      : []),
    ...(days ? [`${time}${time ? days.charAt(0).toLowerCase() + days.slice(1) : days}`] : []),
  ];
}
