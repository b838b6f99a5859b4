import { limits } from "#lib/contract/limits.ts";
import type { NewPost, PostWarning } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { requireDraftsAllowed } from "#lib/service/core/drafts-only.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { postMedia, posts } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { consumeDraft } from "#lib/service/drafts/consume-draft.ts";
import { recordPostEvent } from "#lib/service/posts/events/record-post-events.ts";
import type { PostState } from "#lib/service/posts/state/transitions.ts";
import { lockJoinableSubmission } from "./lock-joinable-submission.ts";
import { parsePostParts } from "./post-parts.ts";
import { findPostWarnings } from "./post-warnings.ts";
import { requireScheduledFor } from "./require-scheduled-for.ts";
import { requireImages, requireTargets } from "./require-targets.ts";
import { validateTarget } from "./validate-target.ts";

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
  const state = firstState(input.scheduled_for ?? null, isDraft, now);
  const targets = await requireTargets(tx, actor, input.channels, state.status === "publishing");
  const images = await requireImages(tx, actor, input.media ?? []);
  requireDraftsAllowed(actor, state.status);
  const submissionId =
    input.submission_id === undefined
      ? clock.newId()
      : await lockJoinableSubmission(tx, actor, { id: input.submission_id, targets, now });
  const rows = targets.map((target) => ({
    id: clock.newId(),
    orgId: actor.orgId,
    memberId: actor.memberId,
    submissionId,
    channelId: target.id,
    platform: target.platform,
    delivery: validateTarget(target, parts, images, isDraft),
    parts,
    points: input.points ?? limits.pointsDefault,
    ...state,
    createdVia: actor.via ?? null,
    createdAt: now,
    updatedAt: now,
  }));
  await tx.insert(posts).values(rows);
  const attached = rows.flatMap((row) =>
    images.map((image, index) => ({ postId: row.id, position: index + 1, mediaId: image.id })),
  );
  if (attached.length > 0) await tx.insert(postMedia).values(attached);
  const ids = rows.map((row) => row.id);
  if (input.draft_id !== undefined) {
    await consumeDraft(tx, actor, { draftId: input.draft_id, submissionId, postIds: ids, now });
  }
  await recordPostEvent(tx, actor, "created", ids, clock, {
    status: state.status,
    channels: ids.length,
    scheduled_for: state.scheduledFor?.toISOString() ?? null,
  });
  if (state.dueAt) for (const row of rows) await context.wakeAt(tx, row, state.dueAt);
  const at = state.scheduledFor ?? now;
  const warnings = isDraft ? [] : await findPostWarnings(tx, actor, { parts, targets, at, apart: submissionId });
  return { ids, warnings };
}

function firstState(scheduledFor: string | null, isDraft: boolean, now: Date): PostState {
  if (isDraft) return { status: "draft", scheduledFor: null, dueAt: null };
  if (scheduledFor === null) return { status: "publishing", scheduledFor: null, dueAt: now };
  const at = requireScheduledFor(scheduledFor, now);
  return at > now
    ? { status: "scheduled", scheduledFor: at, dueAt: at }
    : { status: "publishing", scheduledFor: at, dueAt: now };
}
