import type { Post } from "#lib/contract/types.ts";

/** Returns the address of the post's page. */
export function getPostPath(post: Post): string {
  return `/posts/${encodeURIComponent(post.id)}`;
}
