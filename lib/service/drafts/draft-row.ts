import type { DraftContent, DraftSummary } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { draftsOnlyMessage, isDraftsOnly } from "#lib/service/core/drafts-only.ts";
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
  member_id: string;
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
  /** The organization with access to the template; null for its author alone. */
  shared_org_id: string | null;
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

/** SQL: true for the member $1's own drafts, and for templates that the organization $2 shares. */
export const isReadableDraft = "(member_id = $1 or (shared_org_id = $2 and deleted_at is null))";

/** Returns the organization whose shared templates the actor manages; null without that right. */
export const getManagedOrgId = ({ credential, scopes, orgId }: Actor): string | null =>
  scopes.has("posts:manage") && !isDraftsOnly(credential) ? orgId : null;

/**
 * Colleagues publish from shared templates, so a drafts-only key neither shares nor unshares one.
 * @throws Refusal `forbidden` for a key that may write its member's drafts only
 */
export function requireSharingAllowed({ credential }: Actor): void {
  if (isDraftsOnly(credential)) throw new Refusal("forbidden", draftsOnlyMessage);
}

/**
 * The draft that the actor may delete, name or share, deleted ones included, locked until the transaction ends: their
 * own, or with `posts:manage` a shared template.
 * @throws Refusal `not_found`; `forbidden` for another member's shared template, and for any by a drafts-only key
 */
export async function lockChangeableDraft(tx: Tx, actor: Actor, id: string): Promise<DraftRow> {
  const { rows } = await tx.client.query<DraftRow>(
    `select * from drafts where id = $3 and (member_id = $1 or shared_org_id = $2)
     order by member_id <> $1 limit 1 for update`,
    [actor.memberId, actor.orgId, requireDraftId(id)],
  );
  const [row] = rows;
  if (!row) throw draftNotFound();
  if (row.member_id === actor.memberId && row.shared_org_id !== null) requireSharingAllowed(actor);
  if (row.member_id === actor.memberId || getManagedOrgId(actor) !== null) return row;
  if (row.deleted_at !== null) throw draftNotFound();
  requireSharingAllowed(actor);
  throw new Refusal(
    "forbidden",
    "Only its author and administrators change a shared template. Nothing was changed; duplicate it to change your copy.",
  );
}

/**
 * Open pages of the actor and the authors read their lists of drafts again, and for a shared template those of all members.
 * A save of a listed draft publishes nothing, unless others list it too.
 */
export async function publishDraftsEvent(
  tx: Tx,
  actor: Actor,
  { authorIds = [], isShared = false }: { authorIds?: Iterable<string>; isShared?: boolean } = {},
): Promise<void> {
  if (isShared) return await publishLiveEvent(tx, "drafts", { orgId: actor.orgId });
  for (const memberId of new Set([actor.memberId, ...authorIds])) {
    await publishLiveEvent(tx, "drafts", { orgId: actor.orgId, memberId });
  }
}

type DraftSummaryRow = Omit<DraftRow, "member_id" | "content" | "became" | "submission_id" | "deleted_at">;

/** The author of another member's shared template. */
export type TemplateAuthor = { id: string; name: string };

/** Reads the author of a template for everyone else; null for the actor's own. */
export async function readTemplateAuthor(
  client: Pick<Tx["client"], "query">,
  actor: Actor,
  { member_id: memberId }: Pick<DraftRow, "member_id">,
): Promise<TemplateAuthor | null> {
  if (memberId === actor.memberId) return null;
  const { rows } = await client.query<TemplateAuthor>("select id, name from members where id = $1", [memberId]);
  return rows[0] ?? null;
}

type PresentDraftOptions = {
  /** The posts with status `draft` that the entry stands for. */
  posts?: DraftSummary["posts"];
  author?: TemplateAuthor | null;
};

/** A row as a list shows it. Images of a template, and the posts it came from, are its author's alone. */
export function presentDraftSummary(
  row: DraftSummaryRow,
  { posts = [], author = null }: PresentDraftOptions = {},
): DraftSummary {
  const { edits: _, ...content } = row.summary;
  return {
    id: row.id,
    kind: row.kind,
    version: row.version,
    name: row.name,
    ...(author ? { ...content, images: 0, post: null } : row.summary),
    shared: row.shared_org_id !== null,
    author,
    posts,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
