import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { DraftSummary } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { isDraftsOnly } from "#lib/service/core/drafts-only.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { dayMs } from "#lib/time/time-units.ts";
import {
  type DraftRow,
  draftNotFound,
  getManagedOrgId,
  lockChangeableDraft,
  presentDraftSummary,
  publishDraftsEvent,
  readTemplateAuthor,
  requireSharingAllowed,
} from "./draft-row.ts";
import { formatDraftSent, requireDraftQuota } from "./save-draft.ts";

/** Deletes a draft; it can be restored for 30 days. @throws Refusal `not_found`, also for one that is deleted already */
export async function deleteDraft(tx: Tx, actor: Actor, id: string, clock: Clock): Promise<void> {
  const row = await lockChangeableDraft(tx, actor, id);
  if (row.deleted_at !== null) throw draftNotFound();
  await tx.client.query("update drafts set deleted_at = $3, version = version + 1 where member_id = $1 and id = $2", [
    row.member_id,
    id,
    clock.now(),
  ]);
  await publishDraftsEvent(tx, actor, { authorIds: [row.member_id], isShared: row.shared_org_id !== null });
}

const oldestRestorable = (clock: Clock) => new Date(clock.now().getTime() - serverOnlyLimits.restorableDays * dayMs);

/**
 * Brings a deleted draft back; one that is there stays as it is.
 * @throws Refusal `not_found`; `conflict` for one that became posts; `invalid_request` when there are too many
 */
export async function restoreDraft(tx: Tx, actor: Actor, id: string, clock: Clock): Promise<DraftSummary> {
  const row = await lockChangeableDraft(tx, actor, id);
  if (row.deleted_at !== null && row.deleted_at < oldestRestorable(clock)) throw draftNotFound();
  if (row.became.length > 0) throw new Refusal("conflict", formatDraftSent(row.became));
  const author = await readTemplateAuthor(tx.client, actor, row);
  if (row.deleted_at === null) return presentDraftSummary(row, { author });
  await requireDraftQuota(tx, row.member_id, [id]);
  const { rows } = await tx.client.query<DraftRow>(
    "update drafts set deleted_at = null, version = version + 1 where member_id = $1 and id = $2 returning *",
    [row.member_id, id],
  );
  await publishDraftsEvent(tx, actor, { authorIds: [row.member_id], isShared: row.shared_org_id !== null });
  return presentDraftSummary(rows[0] ?? row, { author });
}

/**
 * Deletes or restores several drafts and leaves out those that can't change. With `posts:manage` also shared templates of
 * other members.
 * @returns the ids of the drafts that changed
 * @throws Refusal `invalid_request` when a restore would exceed an author's quota; then nothing changes
 */
export async function changeDrafts(
  tx: Tx,
  actor: Actor,
  { action, ids }: { action: "delete" | "restore"; ids: readonly string[] },
  clock: Clock,
): Promise<string[]> {
  const restorableFrom = action === "restore" ? oldestRestorable(clock) : null;
  // Locked in one order, so that two requests for the same drafts wait for each other.
  const { rows } = await tx.client.query<Pick<DraftRow, "member_id" | "id" | "shared_org_id">>(
    `select member_id, id, shared_org_id from drafts where (member_id = $1 or shared_org_id = $4) and id = any($2::uuid[])
       and (shared_org_id is null or not $5)
       and case when $3::timestamptz is null then deleted_at is null else deleted_at >= $3 and became = '{}' end
     order by member_id, id for update`,
    [actor.memberId, ids.filter(isUuid), restorableFrom, getManagedOrgId(actor), isDraftsOnly(actor.credential)],
  );
  const byAuthor = Map.groupBy(rows, (row) => row.member_id);
  for (const [authorId, drafts] of byAuthor) {
    const draftIds = drafts.map(({ id }) => id);
    if (action === "restore") await requireDraftQuota(tx, authorId, draftIds);
    await tx.client.query(
      "update drafts set deleted_at = $3, version = version + 1 where member_id = $1 and id = any($2::uuid[])",
      [authorId, draftIds, action === "delete" ? clock.now() : null],
    );
  }
  const isShared = rows.some((row) => row.shared_org_id !== null);
  if (rows.length > 0) await publishDraftsEvent(tx, actor, { authorIds: byAuthor.keys(), isShared });
  return rows.map(({ id }) => id);
}

type DraftChangeInput = { name?: string | null | undefined; shared?: boolean | undefined };

/**
 * Names a draft or removes its name, and shares a template with its organization or stops that.
 * @throws Refusal `not_found`; `forbidden` for another member's shared template, and to share by a key for drafts only;
 *   `invalid_request` for a draft that is no template; `conflict` if the organization shares another template with this id
 */
export async function changeDraft(
  tx: Tx,
  actor: Actor,
  id: string,
  { name, shared }: DraftChangeInput,
): Promise<DraftSummary> {
  const row = await lockChangeableDraft(tx, actor, id);
  if (row.deleted_at !== null) throw draftNotFound();
  if (shared) requireSharingAllowed(actor);
  if (shared && row.kind !== "template") {
    throw new Refusal("invalid_request", "Only templates are shared. Save the draft as a template first.", "shared");
  }
  const newName = name === undefined ? row.name : name || null;
  const sharedOrgId = shared === undefined ? row.shared_org_id : shared ? actor.orgId : null;
  const { rows } = await tx.client
    .query<DraftRow>("update drafts set name = $3, shared_org_id = $4 where member_id = $1 and id = $2 returning *", [
      row.member_id,
      id,
      newName,
      sharedOrgId,
    ])
    .catch((error: { code?: string }) => {
      if (error.code !== uniqueViolation) throw error;
      throw new Refusal(
        "conflict",
        "Your organization shares another template with this id. Save a copy and share that.",
      );
    });
  const isShared = row.shared_org_id !== null || sharedOrgId !== null;
  await publishDraftsEvent(tx, actor, { authorIds: [row.member_id], isShared });
  return presentDraftSummary(rows[0] ?? row, { author: await readTemplateAuthor(tx.client, actor, row) });
}

/** PostgreSQL's code for a second row with the key of a unique index. */
const uniqueViolation = "23505";
