import { Refusal } from "#lib/service/core/refusal.ts";
import type { PostRow } from "#lib/service/posts/read/require-post.ts";

/** Checks for a lease of a takedown: while the platform deletes parts, no other action may touch the post. */
export function isBeingTakenDown(post: Pick<PostRow, "status" | "leaseUntil">, now: Date): boolean {
  return post.status === "failed" && post.leaseUntil !== null && post.leaseUntil > now;
}

export function beingTakenDownRefusal(): Refusal {
  return new Refusal("conflict", "The published parts of the post are being taken down. Try again in a moment.");
}
