import type { Post } from "#lib/contract/types.ts";
import { postTitle } from "#lib/text/post-title.ts";
import type { Preferences } from "#lib/time/display-preferences.ts";

/** How the member reads times. */
export type Reader = Pick<Preferences, "zone" | "clock">;

/** The words that stand for a post. */
export function titleOf(post: Post): string {
  return postTitle(post.posts, (post.media?.length ?? 0) > 0);
}

/** The post's own page. */
export function pathOf(post: Post): string {
  return `/posts/${encodeURIComponent(post.id)}`;
}

/** `1 claim`, `3 claims`; a thousand is written 1,000. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
}
