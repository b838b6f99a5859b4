import { limits } from "#lib/contract/limits.ts";
import type { NewPost, PostWarning } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { requireDraftsAllowed } from "#lib/service/core/drafts-only.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { consumeDraft } from "#lib/service/drafts/consume-draft.ts";
import { parsePartImages } from "#lib/service/media/part-images.ts";
import { recordPostEvent } from "#lib/service/posts/events/record-post-events.ts";
import { createSentState, describeCreation, draftState, insertPosts } from "./insert-posts.ts";
import { lockJoinableSubmission } from "./lock-joinable-submission.ts";
import { parsePostParts } from "./post-parts.ts";
import { findPostWarnings, getLeftOutImageWarnings } from "./post-warnings.ts";
import { requireImages, requireTargets } from "./require-targets.ts";

/**
 * Creates one post for each channel: published as soon as possible, scheduled, or a draft. All or none.
 * @returns the ids in the order of the channels, and the warnings; drafts have no warnings.
 * @throws Refusal `invalid_request` for any rule of the request, of its images, or of a target platform; `conflict`
 * where the joined submission has a post on one of the channels, or the source draft became posts of another submission
 */
export async function createSubmission(
  tx: Tx,
  actor: Actor,
  input: NewPost,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<{ ids: string[]; warnings: PostWarning[] }> {
  const { clock } = context;
  const now = clock.now();
  const isDraft = input.draft ?? false;
  const parts = parsePostParts(input);
  if (!parts) throw new Refusal("invalid_request", "Send a text, or a thread of at least one part.", "text");
  const graceMs = (input.grace_seconds ?? 0) * 1000;
  const state = isDraft ? draftState : createSentState(input.scheduled_for ?? null, now, graceMs);
  // Posts that only wait for their grace are refused while sending is paused, like those that are sent at once.
  const isSentNow = !isDraft && (state.status === "publishing" || !input.scheduled_for);
  const targets = await requireTargets(tx, actor, input.channels, isSentNow);
  const images = await requireImages(tx, actor, parsePartImages(input, parts.length) ?? []);
  requireDraftsAllowed(actor, state.status);
  const submissionId =
    input.submission_id === undefined
      ? clock.newId()
      : await lockJoinableSubmission(tx, actor, { id: input.submission_id, targets, now });
  const points = input.points ?? limits.pointsDefault;
  const linkCard = input.link_card ?? null;
  const created = { submissionId, memberId: actor.memberId, targets, parts, images, linkCard, points, state, now };
  const { rows, imagesLeftOut } = await insertPosts(tx, actor, created, context);
  const ids = rows.map((row) => row.id);
  if (input.draft_id !== undefined) {
    await consumeDraft(tx, actor, { draftId: input.draft_id, submissionId, postIds: ids, now });
  }
  await recordPostEvent(tx, actor, "created", ids, clock, {
    ...describeCreation(state, input.scheduled_for),
    channels: ids.length,
  });
  const at = state.scheduledFor ?? now;
  if (isDraft) return { ids, warnings: [] };
  const leftOut = getLeftOutImageWarnings(targets, imagesLeftOut, at);
  return {
    ids,
    warnings: [...leftOut, ...(await findPostWarnings(tx, actor, { parts, targets, at, apart: submissionId }))],
  };
}
