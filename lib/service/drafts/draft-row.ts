import type { DraftContent, DraftSummary } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

/** What a list shows beside the fields that have columns. */
export type DraftSummaryFields = Pick<DraftSummary, "words" | "parts" | "images" | "channels" | "when" | "post">;

export type DraftRow = {
  id: string;
  kind: "draft" | "template";
  version: number;
  content: DraftContent;
  summary: DraftSummaryFields;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  became: string[];
  submission_id: string | null;
};

export const draftNotFound = () => new Refusal("not_found", "The draft was not found. It may have been deleted.");

/** @throws Refusal `not_found` for what can't be an id */
export function requireDraftId(id: string): string {
  if (!isUuid(id)) throw draftNotFound();
  return id;
}

/** The member's own draft, deleted ones included, locked until the transaction ends; null when there is none. */
export async function lockDraft(tx: Tx, actor: Actor, id: string): Promise<DraftRow | null> {
  const { rows } = await tx.client.query<DraftRow>("select * from drafts where member_id = $1 and id = $2 for update", [
    actor.memberId,
    requireDraftId(id),
  ]);
  return rows[0] ?? null;
}

/** A row as a list shows it. */
export function presentDraftSummary(row: Omit<DraftRow, "content" | "became" | "submission_id">): DraftSummary {
  return {
    id: row.id,
    kind: row.kind,
    version: row.version,
    ...row.summary,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
