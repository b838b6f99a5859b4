import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { secondPostRefusal } from "./insert-posts.ts";
import type { PostTarget } from "./validate-target.ts";

/**
 * Returns the submission that new posts join: the same idea in another text for other channels. Concurrent calls for
 * one submission run one after the other, so that no channel gets two posts of one submission.
 * @throws Refusal `invalid_request` for a submission that is unknown, another member's, or older than a day; `conflict`
 * where one of `targets` has a post of it already
 */
export async function lockJoinableSubmission(
  tx: Tx,
  actor: Actor,
  submission: { id: string; targets: readonly PostTarget[]; now: Date },
): Promise<string> {
  const refused = new Refusal(
    "invalid_request",
    `You have no submission with this id from the last ${serverOnlyLimits.submissionOpenHours} hours.`,
    "submission_id",
  );
  if (!isUuid(submission.id)) throw refused;
  const id = submission.id.toLowerCase();
  // The lock is released with the transaction. It has a statement of its own, so that the next statement sees the
  // writes of the previous holder.
  await tx.client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`submission ${id}`]);
  const { rows } = await tx.client.query<{ channel_id: string; begun_at: Date; deleted: boolean }>(
    `select channel_id, min(created_at) over () as begun_at, deleted_at is not null as deleted
     from posts where submission_id = $1 and member_id = $2 and org_id = $3`,
    [id, actor.memberId, actor.orgId],
  );
  const begunAt = rows[0]?.begun_at;
  if (!begunAt || submission.now.getTime() - begunAt.getTime() > serverOnlyLimits.submissionOpenHours * 3_600_000)
    throw refused;
  const taken = new Set(rows.filter((row) => !row.deleted).map((row) => row.channel_id));
  const twice = submission.targets.find((target) => taken.has(target.id));
  if (twice) throw secondPostRefusal(twice.name);
  return id;
}
