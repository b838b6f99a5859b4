import type { Post } from "#lib/contract/types.ts";

/** When the last of them goes out if the first does at `start` and the gaps stay; null for one post, or times unknown. */
export function getLastScheduledTime(posts: readonly Pick<Post, "scheduled_for">[], start: Date): Date | null {
  const times = posts.flatMap((post) => (post.scheduled_for ? [Date.parse(post.scheduled_for)] : []));
  if (times.length < 2) return null;
  return new Date(start.getTime() + Math.max(...times) - Math.min(...times));
}
