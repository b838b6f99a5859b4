import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { DraftContent, DraftSummary } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { lockMediaToAttach } from "#lib/service/media/lock-media-to-attach.ts";
import {
  type DraftRow,
  type DraftSummaryFields,
  draftExcerptLength,
  draftNotFound,
  lockDraft,
  presentDraftSummary,
  publishDraftsEvent,
  requireDraftId,
  requireSharingAllowed,
} from "./draft-row.ts";

/** What a list shows of it. */
function toDraftSummaryFields(content: DraftContent): DraftSummaryFields {
  const first =
    content.parts.find((text) => text.trim() !== "") ?? Object.values(content.own).flat().find(Boolean) ?? "";
  return {
    // Never half of a character at the end.
    words: first
      .trim()
      .slice(0, draftExcerptLength)
      .toWellFormed()
      .replace(/\ufffd$/, ""),
    parts: Math.max(1, content.parts.findLastIndex((text) => text.trim() !== "") + 1),
    images: listDraftMediaIds(content).length,
    channels: content.channels,
    when: content.when,
    post: content.post?.id ?? null,
    ...(content.post?.submission && { edits: content.post.submission.map(({ id }) => id) }),
  };
}

/** All of its text, as the search compares it. */
function toDraftSearchText(content: DraftContent): string {
  return [content.parts, ...Object.values(content.own)].flat().join("\n").toLowerCase();
}

type SaveDraftInput = { version: number; kind: "draft" | "template"; content: DraftContent };

/**
 * Writes a draft whole: version 0 makes it, another one takes the place of the version that was seen.
 * @throws Refusal `conflict` when it was changed, deleted or sent since, and then nothing is overwritten; `not_found`
 *   for a version of what was never there; `invalid_request` for text that can't be stored, images of others, too many drafts;
 *   `forbidden` for a shared template by a drafts-only key.
 */
export async function saveDraft(
  tx: Tx,
  actor: Actor,
  id: string,
  saved: SaveDraftInput,
  clock: Clock,
): Promise<DraftSummary> {
  requireDraftId(id);
  const mediaIds = await requireMemberImages(tx, actor, saved.content);
  const { content, kind } = saved;
  const written = [
    kind,
    JSON.stringify(content),
    JSON.stringify(toDraftSummaryFields(content)),
    toDraftSearchText(content),
    mediaIds,
  ];
  if (saved.version === 0) await requireDraftQuota(tx, actor.memberId, [id]);
  const now = clock.now();
  if (saved.version === 0) {
    const { rows } = await tx.client.query<DraftRow>(
      `insert into drafts (member_id, id, kind, content, summary, words, media_ids, version, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, 1, $8, $8) on conflict do nothing returning *`,
      [actor.memberId, id, ...written, now],
    );
    if (rows[0]) {
      await publishDraftsEvent(tx, actor);
      return presentDraftSummary(rows[0]);
    }
  }
  const before = await lockDraft(tx, actor, id);
  if (!before) throw draftNotFound();
  if (before.shared_org_id !== null) requireSharingAllowed(actor);
  requireUnchanged(before, saved.version);
  const { rows } = await tx.client.query<DraftRow>(
    `update drafts set kind = $3, content = $4, summary = $5, words = $6, media_ids = $7, version = version + 1, updated_at = $8
     where member_id = $1 and id = $2 returning *`,
    [actor.memberId, id, ...written, now],
  );
  if (before.shared_org_id !== null) await publishDraftsEvent(tx, actor, { isShared: true });
  return presentDraftSummary(rows[0] ?? before);
}

function requireUnchanged({ version, deleted_at: deletedAt, became }: DraftRow, seen: number): void {
  if (became.length > 0) throw new Refusal("conflict", formatDraftSent(became));
  if (deletedAt !== null)
    throw new Refusal("conflict", "This draft was deleted elsewhere. Restore it, or save a copy.");
  if (version !== seen)
    throw new Refusal("conflict", `This draft was changed elsewhere. Its version is now ${version}.`);
}

/** What became of a draft that was sent, in a sentence. */
export function formatDraftSent(became: readonly string[]): string {
  const [first = ""] = became;
  const more = became.length > 1 ? ` and ${became.length - 1} more` : "";
  return `This draft was already sent as post ${first}${more}.`;
}

/** Requires room for these drafts. Under a lock, so that a member's writers at the same moment don't go over it together. */
export async function requireDraftQuota(tx: Tx, memberId: string, ids: readonly string[]): Promise<void> {
  await tx.client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`drafts of ${memberId}`]);
  const { rows } = await tx.client.query<{ count: number }>(
    "select count(*)::int as count from drafts where member_id = $1 and deleted_at is null and id <> all($2::uuid[])",
    [memberId, ids],
  );
  const most = serverOnlyLimits.draftsPerMember;
  if ((rows[0]?.count ?? 0) + ids.length <= most) return;
  throw new Refusal(
    "invalid_request",
    `There are already ${most} drafts and templates, the most a member may have. Delete one first.`,
  );
}

/** Returns the ids of all images of a draft, each once. */
function listDraftMediaIds({ images, part_images: ofParts = [] }: DraftContent): string[] {
  return [...new Set([...images, ...ofParts].map(({ media }) => media.toLowerCase()))];
}

async function requireMemberImages(tx: Tx, actor: Actor, content: DraftContent): Promise<string[]> {
  const mediaIds = listDraftMediaIds(content);
  const found = new Set((await lockMediaToAttach(tx, actor, mediaIds)).map((row) => row.id));
  const missing = mediaIds.find((id) => !found.has(id));
  if (missing === undefined) return mediaIds;
  const named = JSON.stringify(missing.slice(0, 64));
  throw new Refusal("invalid_request", `There is no image of yours with the id ${named}.`, "content.images");
}
