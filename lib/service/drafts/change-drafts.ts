import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { DraftSummary } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { dayMs } from "#lib/time/time-units.ts";
import { type DraftRow, draftNotFound, lockDraft, presentDraftSummary, publishDraftsEvent } from "./draft-row.ts";
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
  await publishDraftsEvent(tx, actor);
}

const oldestRestorable = (clock: Clock) => new Date(clock.now().getTime() - serverOnlyLimits.restorableDays * dayMs);

/**
 * Brings a deleted draft back; one that is there stays as it is.
 * @throws Refusal `not_found`; `conflict` for one that became posts; `invalid_request` when there are too many
 */
export async function restoreDraft(tx: Tx, actor: Actor, id: string, clock: Clock): Promise<DraftSummary> {
  const row = await lockDraft(tx, actor, id);
  if (!row || (row.deleted_at !== null && row.deleted_at < oldestRestorable(clock))) throw draftNotFound();
  if (row.became.length > 0) throw new Refusal("conflict", formatDraftSent(row.became));
  if (row.deleted_at === null) return presentDraftSummary(row);
  await requireDraftQuota(tx, actor, [id]);
  const { rows } = await tx.client.query<DraftRow>(
    "update drafts set deleted_at = null, version = version + 1 where member_id = $1 and id = $2 returning *",
    [actor.memberId, id],
  );
  await publishDraftsEvent(tx, actor);
  return presentDraftSummary(rows[0] ?? row);
}

/**
 * Deletes or restores several drafts and leaves out those that can't change.
 * @returns the ids of the drafts that changed
 * @throws Refusal `invalid_request` when a restore would exceed the member's quota; then nothing changes
 */
export async function changeDrafts(
  tx: Tx,
  actor: Actor,
  { action, ids }: { action: "delete" | "restore"; ids: readonly string[] },
  clock: Clock,
): Promise<string[]> {
  const meant = [...new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))];
  if (action === "restore") await requireDraftQuota(tx, actor, meant);
  const isDelete = action === "delete";
  const change = isDelete ? "deleted_at = $3" : "deleted_at = null";
  const canChange = isDelete ? "deleted_at is null" : "deleted_at >= $3 and became = '{}'";
  // Locked in one order, so that two requests for the same drafts wait for each other.
  const { rows } = await tx.client.query<{ id: string }>(
    `with locked as (
       select id from drafts where member_id = $1 and id = any($2::uuid[]) and ${canChange} order by id for update)
     update drafts set ${change}, version = version + 1
     where member_id = $1 and id in (select id from locked) returning id`,
    [actor.memberId, meant, isDelete ? clock.now() : oldestRestorable(clock)],
  );
  if (rows.length > 0) await publishDraftsEvent(tx, actor);
  return rows.map(({ id }) => id);
}

/** Names a draft, or removes its name. @throws Refusal `not_found` */
export async function renameDraft(tx: Tx, actor: Actor, id: string, name: string | null): Promise<DraftSummary> {
  const row = await lockDraft(tx, actor, id);
  if (!row || row.deleted_at !== null) throw draftNotFound();
  const { rows } = await tx.client.query<DraftRow>(
    "update drafts set name = $3 where member_id = $1 and id = $2 returning *",
    [actor.memberId, id, name === "" ? null : name],
  );
  await publishDraftsEvent(tx, actor);
  return presentDraftSummary(rows[0] ?? row);
}
