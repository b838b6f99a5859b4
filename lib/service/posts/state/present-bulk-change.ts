import type { BulkChangeResult } from "#lib/contract/types.ts";
import type { Refusal } from "#lib/service/core/refusal.ts";
import type { PostRow } from "#lib/service/posts/read/require-post.ts";
import type { PostSnapshot } from "./post-action-reducer.ts";

export type RefusedPost = BulkChangeResult["refused"][number];

/** Presents a changed post in short. */
export function presentUpdatedPost(
  post: PostRow,
  next: PostSnapshot,
): Omit<BulkChangeResult["changed"][number], "note"> {
  const { status, scheduledFor } = next;
  return { id: post.id, status, version: post.version + 1, scheduled_for: scheduledFor?.toISOString() ?? null };
}

/** Presents a refused post with its current state; null for an unknown or deleted post. */
export function presentRefusedPost(id: string, refusal: Refusal, post: PostRow | undefined): RefusedPost {
  const error = { code: refusal.code, message: refusal.message };
  if (!post || post.deletedAt !== null) return { id, error, now: null };
  const { status, version, scheduledFor } = post;
  return { id, error, now: { id, status, version, scheduled_for: scheduledFor?.toISOString() ?? null } };
}
