import type { Post } from "#lib/contract/types.ts";
import type { CalendarParams } from "./calendar-params.ts";

/** Whether a post is among what a sight's filters leave; for a service that can't filter so itself. */
export function matchesCalendarFilters(post: Post, { statuses, channelIds, text }: CalendarParams): boolean {
  if (statuses.length > 0 && !statuses.includes(post.status)) return false;
  if (channelIds.length > 0 && !channelIds.includes(post.channel_id ?? "")) return false;
  const words = text.toLowerCase();
  return words === "" || post.posts.some((part) => part.text.toLowerCase().includes(words));
}
