import type { Post } from "#lib/contract/types.ts";

/** Returns the address of the post's page. */
export function getPostPath({ id }: Pick<Post, "id">): string {
  return `/posts/${encodeURIComponent(id)}`;
}
