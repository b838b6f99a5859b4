import type { Post } from "#lib/contract/types.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";

/** The member's zone and clock. */
export type HomeTimeOptions = Pick<DisplayPreferences, "zone" | "clock">;

/** Returns the address of the post's page. */
export function getPostPath(post: Post): string {
  return `/posts/${encodeURIComponent(post.id)}`;
}
