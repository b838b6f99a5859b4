import type { Post } from "#lib/contract/types.ts";

/**
 * Returns the last post's time when the first moves to `start` and the distances stay; null for a single post or
 * unknown times.
 */
export function getLastTimeAfterReschedule(posts: readonly Pick<Post, "scheduled_for">[], start: Date): Date | null {
  const times = posts.flatMap((post) => (post.scheduled_for ? [Date.parse(post.scheduled_for)] : []));
  if (times.length < 2) return null;
  return new Date(start.getTime() + Math.max(...times) - Math.min(...times));
}
