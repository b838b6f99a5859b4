import type { Post } from "#lib/contract/types.ts";
import { formatPostTitle } from "#lib/text/post-title.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";

/** The member's zone and clock. */
export type HomeTimeOptions = Pick<DisplayPreferences, "zone" | "clock">;

export function getPostTitle(post: Post): string {
  return formatPostTitle(post.posts, (post.media?.length ?? 0) > 0);
}

/** Returns the address of the post's page. */
export function getPostPath(post: Post): string {
  return `/posts/${encodeURIComponent(post.id)}`;
}

/** Formats a count with its noun: `1 claim`, `3 claims`, `1,000 claims`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
}
