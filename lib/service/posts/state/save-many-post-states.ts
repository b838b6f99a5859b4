import type { Context } from "#lib/service/core/context.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { PostRow } from "#lib/service/posts/read/require-post.ts";
import type { PostSnapshot } from "./post-action-reducer.ts";

/** A locked post and its next state. */
export type PostWithNextState = { post: PostRow; next: PostSnapshot };

/**
 * Writes the next states of many locked posts in one statement, so that they are notified and counted as one change,
 * and schedules their wake-ups in the same transaction. One wake-up serves all posts of a channel that are due at the
 * same time.
 */
export async function saveManyPostStates(
  tx: Tx,
  placed: readonly PostWithNextState[],
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<void> {
  if (placed.length === 0) return;
  const now = context.clock.now();
  const rows = placed.map(({ post, next }) => ({
    id: post.id,
    status: next.status,
    scheduled_for: next.scheduledFor,
    due_at: next.dueAt,
    attempts: next.attempts,
    error: next.error,
    failure_cause: next.failureCause,
    failure_part: next.failurePart,
    deleted_at: next.deletedAt,
    delivery: next.delivery,
    is_due: next.dueAt !== null && next.dueAt <= now,
  }));
  await tx.client.query({
    name: "write-stands",
    // A post due at once must be due by the database's clock too, whatever this machine's clock says.
    text: `update posts set status = n.status, scheduled_for = n.scheduled_for,
             due_at = case when n.is_due then least(n.due_at, now()) else n.due_at end, attempts = n.attempts,
             error = n.error, failure_cause = n.failure_cause, failure_part = n.failure_part,
             deleted_at = n.deleted_at, delivery = n.delivery, lease_until = null,
             version = posts.version + 1, updated_at = $2
           from jsonb_to_recordset($1::jsonb) as n (id uuid, status text, scheduled_for timestamptz, due_at timestamptz,
             attempts int, error text, failure_cause text, failure_part int, deleted_at timestamptz, delivery text,
             is_due boolean)
           where posts.id = n.id`,
    values: [JSON.stringify(rows), now],
  });
  const woken = new Map<string, { post: PostRow; at: Date }>();
  for (const { post, next } of placed) {
    if (next.dueAt && next.deletedAt === null)
      woken.set(`${post.channelId} ${next.dueAt.getTime()}`, { post, at: next.dueAt });
  }
  for (const { post, at } of woken.values()) await context.wakeAt(tx, post, at);
}
