import type { Post } from "#lib/contract/types.ts";

/** Returns the time of the first post; null unless all have a time that is still to come. */
export function getFirstTime(posts: readonly Pick<Post, "scheduled_for">[], now: Date): Date | null {
  const times = posts.flatMap((post) => (post.scheduled_for ? [Date.parse(post.scheduled_for)] : []));
  const first = Math.min(...times);
  return times.length === posts.length && times.length > 0 && first > now.getTime() ? new Date(first) : null;
}

/**
 * Returns the last post's time when the first moves to `start` and the distances stay; null for posts of one time or
 * unknown times.
 */
export function getLastTimeAfterReschedule(posts: readonly Pick<Post, "scheduled_for">[], start: Date): Date | null {
  const times = posts.flatMap((post) => (post.scheduled_for ? [Date.parse(post.scheduled_for)] : []));
  const spanMs = Math.max(...times) - Math.min(...times);
  return times.length > 1 && spanMs > 0 ? new Date(start.getTime() + spanMs) : null;
}
