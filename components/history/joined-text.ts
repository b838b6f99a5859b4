import type { Post } from "#lib/contract/types.ts";
import { joinParts } from "#lib/text/join-parts.ts";

/** The one text that a post of several parts becomes where they are joined; null where they go out as they are written. */
export function getJoinedText({ posts, delivery }: Pick<Post, "posts" | "delivery">): string | null {
  return delivery === "joined" && posts.length > 1 ? joinParts(posts.map((part) => part.text)) : null;
}
