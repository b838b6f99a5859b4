import { platformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel } from "#lib/contract/types.ts";
import { dayText } from "#lib/time/format-short.ts";
import type { PostTime, PostView, Span } from "./posts-view.ts";

export const spanWords: Record<Span, string> = {
  today: "Today",
  last7: "Last 7 days",
  last30: "Last 30 days",
  next7: "Next 7 days",
};

export const timeWords: Record<PostTime, string> = {
  created: "Created",
  scheduled: "Scheduled",
  published: "Published",
};

/** `Tue 24 Nov 2026`: with the year, because a kept view may be opened in another one. */
const dayWords = (day: string) => `${dayText(day)} ${day.slice(0, 4)}`;

/** The days a view is cut to: `Last 7 days`, `Since Mon 2 Nov 2026`; null for any time. */
export function daysWords({ span, from, to }: Pick<PostView, "span" | "from" | "to">): string | null {
  if (span) return spanWords[span];
  if (from && to) return from === to ? dayWords(from) : `${dayWords(from)} to ${dayWords(to)}`;
  if (from) return `Since ${dayWords(from)}`;
  return to ? `Up to ${dayWords(to)}` : null;
}

/** `X, northwind`. */
export function channelWords(channel: Pick<Channel, "platform" | "username">): string {
  return `${platformName(channel.platform)}, ${channel.username}`;
}

/** The channels of a view that are known, and how many are gone. */
export function splitChannels(view: PostView, channels: readonly Channel[]): { known: Channel[]; gone: number } {
  const known = channels.filter((channel) => view.channels.includes(channel.id));
  return { known, gone: view.channels.length - known.length };
}

/** What cuts the list beside its tab, each in a few words. */
export function cutWords(view: PostView, channels: readonly Channel[]): string[] {
  const { known, gone } = splitChannels(view, channels);
  const days = daysWords(view);
  const time = view.time === "created" ? "" : `${timeWords[view.time].toLowerCase()}: `;
  return [
    ...(view.words ? [`“${view.words}”`] : []),
    ...known.map(channelWords),
    ...(gone > 0 ? [gone === 1 ? "a channel that is gone" : `${gone} channels that are gone`] : []),
    ...(days ? [`${time}${time ? days.charAt(0).toLowerCase() + days.slice(1) : days}`] : []),
  ];
}
