import type { DraftContent, DraftSummary } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { publishLiveEvent } from "#lib/service/db/pg-notifications.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

/** What a list shows beside the fields that have columns. */
export type DraftSummaryFields = Pick<
  DraftSummary,
  "words" | "parts" | "images" | "channels" | "when" | "post" | "edits"
>;

export type DraftRow = {
  id: string;
  kind: "draft" | "template";
  version: number;
  name: string | null;
  content: DraftContent;
  summary: DraftSummaryFields;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  became: string[];
  submission_id: string | null;
};

/** Characters of the text that a list shows. */
export const draftExcerptLength = 140;

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

/** Open pages read the member's list of drafts again. A save of a listed draft publishes nothing. */
export const publishDraftsEvent = (tx: Tx, actor: Actor): Promise<void> =>
  publishLiveEvent(tx, "drafts", { orgId: actor.orgId, memberId: actor.memberId });

type DraftSummaryRow = Omit<DraftRow, "content" | "became" | "submission_id" | "deleted_at">;

/** A row as a list shows it; `posts` are the posts with status `draft` that the entry stands for. */
export function presentDraftSummary(row: DraftSummaryRow, posts: DraftSummary["posts"] = []): DraftSummary {
  return {
    id: row.id,
    kind: row.kind,
    version: row.version,
    name: row.name,
    ...row.summary,
    posts,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
