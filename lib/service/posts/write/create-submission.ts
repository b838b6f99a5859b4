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
import { chooseThreads, validateTarget } from "./validate-target.ts";

/**
 * Prepares the posts of a create: everything that a create refuses is refused here or found here, so that `checkPosts`
 * answers by the same code.
 * @param imagesToCome number of images that join the first part later
 * @returns the posts to insert, the refusal of each channel whose platform would refuse its post, and the channels of both
 * @throws Refusal `invalid_request` for any rule of the request or of its images; `conflict` where the joined submission
 * has a post on one of the channels
 */
export async function prepareSubmission(
  tx: Tx,
  actor: Actor,
  input: NewPost,
  { clock }: Pick<Context, "clock">,
  imagesToCome = 0,
) {
  const now = clock.now();
  const isDraft = input.draft ?? false;
  const parts = parsePostParts(input);
  if (!parts) throw new Refusal("invalid_request", "Send a text, or a thread of at least one part.", "text");
  const graceMs = (input.grace_seconds ?? 0) * 1000;
  const state = isDraft ? draftState : createSentState(input.scheduled_for ?? null, now, graceMs);
  // Posts that only wait for their grace are refused while sending is paused, like those that are sent at once.
  const isSentNow = !isDraft && (state.status === "publishing" || !input.scheduled_for);
  const chosen = chooseThreads(await requireTargets(tx, actor, input.channels, isSentNow), input.threads);
  const images = await requireImages(tx, actor, parsePartImages(input, parts.length) ?? []);
  requireDraftsAllowed(actor, state.status);
  const submissionId =
    input.submission_id === undefined
      ? clock.newId()
      : await lockJoinableSubmission(tx, actor, { id: input.submission_id, targets: chosen, now });
  const toCome = Array.from({ length: imagesToCome }, () => imageToCome);
  const allImages = toCome.length > 0 ? [[...(images[0] ?? []), ...toCome], ...images.slice(1)] : images;
  const refusals: { channelId: string; refusal: Refusal }[] = [];
  const targets = chosen.flatMap((target) => {
    const delivery = findTargetDelivery(target, parts, allImages, isDraft);
    if (!(delivery instanceof Refusal)) return [{ ...target, ...delivery }];
    refusals.push({ channelId: target.id, refusal: delivery });
    return [];
  });
  const points = input.points ?? limits.pointsDefault;
  const linkCard = input.link_card ?? null;
  const posts = { submissionId, memberId: actor.memberId, targets, parts, images, linkCard, points, state, now };
  return { posts, refusals, channels: chosen };
}

/** An image that is not there yet has nothing that a platform refuses. */
const imageToCome = { frames: 1, alt: "", mime: "image/jpeg", sizeBytes: 1, width: 1, height: 1 };

function findTargetDelivery(...asked: Parameters<typeof validateTarget>) {
  try {
    return validateTarget(...asked);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Finds the warnings for prepared posts; drafts have none. */
export async function findSubmissionWarnings(
  tx: Tx,
  actor: Actor,
  { posts, channels }: Awaited<ReturnType<typeof prepareSubmission>>,
): Promise<PostWarning[]> {
  const { parts, targets, state, now, submissionId } = posts;
  if (state.status === "draft") return [];
  const at = state.scheduledFor ?? now;
  const leftOut = getLeftOutImageWarnings(targets, at);
  return [...leftOut, ...(await findPostWarnings(tx, actor, { parts, targets: channels, at, apart: submissionId }))];
}

/**
 * Creates one post for each channel: published as soon as possible, scheduled, or a draft. All or none.
 * @returns the ids in the order of the channels, and the warnings; drafts have no warnings.
 * @throws Refusal as `prepareSubmission`, the first one of a platform, and `conflict` where the source draft became posts
 * of another submission
 */
export async function createSubmission(
  tx: Tx,
  actor: Actor,
  input: NewPost,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<{ ids: string[]; warnings: PostWarning[] }> {
  const prepared = await prepareSubmission(tx, actor, input, context);
  const { posts, refusals } = prepared;
  if (refusals[0]) throw refusals[0].refusal;
  const { submissionId, state, now } = posts;
  const ids = (await insertPosts(tx, actor, posts, context)).map((row) => row.id);
  if (input.draft_id !== undefined) {
    await consumeDraft(tx, actor, { draftId: input.draft_id, submissionId, postIds: ids, now });
  }
  await recordPostEvent(tx, actor, "created", ids, context.clock, {
    ...describeCreation(state, input.scheduled_for),
    channels: ids.length,
  });
  return { ids, warnings: await findSubmissionWarnings(tx, actor, prepared) };
}
