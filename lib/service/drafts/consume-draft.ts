import type { Actor } from "#lib/service/core/actor.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { lockDraft, publishDraftsEvent } from "./draft-row.ts";
import { formatDraftSent } from "./save-draft.ts";

const nothing = JSON.stringify({
  parts: [""],
  own: {},
  images: [],
  channels: [],
  when: null,
  points: 0,
  post: null,
});
const shownNothing = JSON.stringify({ words: "", parts: 1, images: 0, channels: [], when: null, post: null });

/**
 * A draft becomes posts: it is gone with the create, in the same transaction. One that was never saved leaves its mark
 * too, so that neither a second create nor a save that comes late brings it back.
 * @throws Refusal `conflict` naming what it became, unless those are posts of the same submission
 */
export async function consumeDraft(
  tx: Tx,
  actor: Actor,
  used: { draftId: string; submissionId: string; postIds: readonly string[]; now: Date },
): Promise<void> {
  const { draftId, submissionId, postIds, now } = used;
  if (!isUuid(draftId)) throw new Refusal("invalid_request", "draft_id must be a UUID.", "draft_id");
  await tx.client.query(
    `insert into drafts (member_id, id, kind, version, content, summary, words, media_ids, created_at, updated_at)
     values ($1, $2, 'draft', 0, $3, $4, '', '{}', $5, $5) on conflict do nothing`,
    [actor.memberId, draftId, nothing, shownNothing, now],
  );
  const row = await lockDraft(tx, actor, draftId);
  // A template is written from again and again.
  if (!row || row.kind === "template") return;
  if (row.became.length > 0 && row.submission_id !== submissionId) {
    throw new Refusal("conflict", formatDraftSent(row.became), "draft_id");
  }
  await tx.client.query(
    `update drafts set deleted_at = coalesce(deleted_at, $3), version = version + 1, submission_id = $4,
       became = became || $5::uuid[] where member_id = $1 and id = $2`,
    [actor.memberId, draftId, now, submissionId, postIds],
  );
  await publishDraftsEvent(tx, actor);
}
