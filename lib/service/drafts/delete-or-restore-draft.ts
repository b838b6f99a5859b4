import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { DraftSummary } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { type DraftRow, draftNotFound, lockDraft, presentDraftSummary } from "./draft-row.ts";
import { formatDraftSent, requireDraftQuota } from "./save-draft.ts";

/** Deletes a draft; it can be restored for 30 days. @throws Refusal `not_found`, also for one that is deleted already */
export async function deleteDraft(tx: Tx, actor: Actor, id: string, clock: Clock): Promise<void> {
  const row = await lockDraft(tx, actor, id);
  if (!row || row.deleted_at !== null) throw draftNotFound();
  await tx.client.query("update drafts set deleted_at = $3, version = version + 1 where member_id = $1 and id = $2", [
    actor.memberId,
    id,
    clock.now(),
  ]);
}

/**
 * Brings a deleted draft back; one that is there stays as it is.
 * @throws Refusal `not_found`; `conflict` for one that became posts; `invalid_request` when there are too many
 */
export async function restoreDraft(tx: Tx, actor: Actor, id: string, clock: Clock): Promise<DraftSummary> {
  const row = await lockDraft(tx, actor, id);
  const oldest = new Date(clock.now().getTime() - serverOnlyLimits.restorableDays * 86_400_000);
  if (!row || (row.deleted_at !== null && row.deleted_at < oldest)) throw draftNotFound();
  if (row.became.length > 0) throw new Refusal("conflict", formatDraftSent(row.became));
  if (row.deleted_at === null) return presentDraftSummary(row);
  await requireDraftQuota(tx, actor, id);
  const { rows } = await tx.client.query<DraftRow>(
    "update drafts set deleted_at = null, version = version + 1 where member_id = $1 and id = $2 returning *",
    [actor.memberId, id],
  );
  return presentDraftSummary(rows[0] ?? row);
}
