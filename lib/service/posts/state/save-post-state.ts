import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { eq } from "#lib/service/db/drizzle-exports.ts";
import { posts } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { PostRow } from "#lib/service/posts/read/require-post.ts";
import type { PostState } from "./transitions.ts";

type PostRowUpdate = Partial<Omit<PostRow, "id" | "orgId" | "memberId" | "createdAt">>;

/**
 * Writes a post's next state with the other changed columns, and schedules its wake-up in the same transaction. The
 * data of an earlier failure is cleared once the post is no longer failed.
 * @throws the Refusal that `transitionPost` returned.
 */
export async function savePostState(
  tx: Tx,
  post: PostRow,
  next: PostState | Refusal,
  context: Pick<Context, "clock" | "wakeAt">,
  beside: PostRowUpdate = {},
): Promise<void> {
  if (next instanceof Refusal) throw next;
  const cleared: PostRowUpdate =
    next.status === "failed" ? {} : { error: null, failureCause: null, failurePart: null, attempts: 0 };
  await tx
    .update(posts)
    .set({ ...cleared, ...next, ...beside, version: post.version + 1, updatedAt: context.clock.now() })
    .where(eq(posts.id, post.id));
  if (next.dueAt) await context.wakeAt(tx, post, next.dueAt);
}

/** Returns the part of a row that transitions use. */
export function toPostState(post: PostRow): PostState {
  return { status: post.status, scheduledFor: post.scheduledFor, dueAt: post.dueAt };
}
