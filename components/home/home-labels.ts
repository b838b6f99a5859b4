import type { Post } from "#lib/contract/types.ts";
import { formatPostTitle } from "#lib/text/post-title.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";

/** How the member reads times. */
export type HomeTimeOptions = Pick<DisplayPreferences, "zone" | "clock">;

/** The words that stand for a post. */
export function getPostTitle(post: Post): string {
  return formatPostTitle(post.posts, (post.media?.length ?? 0) > 0);
}

/** The post's own page. */
export function getPostPath(post: Post): string {
  return `/posts/${encodeURIComponent(post.id)}`;
}

/** `1 claim`, `3 claims`; a thousand is written 1,000. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
}
