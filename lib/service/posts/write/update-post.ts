import { limits } from "#lib/contract/limits.ts";
import type { PostChange } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { requireDraftsAllowed } from "#lib/service/core/drafts-only.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { sendingPausedRefusal } from "#lib/service/core/sending-paused-refusal.ts";
import { and, eq, gt } from "#lib/service/db/drizzle-exports.ts";
import { channels, members, plannedParts } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { type AttachedImage, parsePartImages, readPartImages, replaceImages } from "#lib/service/media/part-images.ts";
import { type NewPostEvent, recordPostEvents } from "#lib/service/posts/events/record-post-events.ts";
import { pauseReasonSql } from "#lib/service/posts/pauses/pause-reason-sql.ts";
import { lockPost, type PostRow } from "#lib/service/posts/read/require-post.ts";
import { beingTakenDownRefusal, isBeingTakenDown } from "#lib/service/posts/state/being-taken-down.ts";
import {
  getChangedPartsRefusal,
  getPublishedParts,
  isPublishedAsThread,
} from "#lib/service/posts/state/interrupted-thread.ts";
import { savePostState, toPostState } from "#lib/service/posts/state/save-post-state.ts";
import {
  formatPublishedParts,
  isEditableStatus,
  type PostState,
  type PostTransition,
  transitionPost,
} from "#lib/service/posts/state/transitions.ts";
import { listStoredPlannedParts as readPlannedParts } from "./action-facts.ts";
import {
  canUseChannelSql,
  deactivatedAuthorRefusal,
  formatNoChannelAccess,
  needsChannelAccess,
} from "./channel-access.ts";
import { createSentState } from "./insert-posts.ts";
import { countPostCharacters, parsePostParts } from "./post-parts.ts";
import { requireScheduledFor } from "./require-scheduled-for.ts";
import { requireImages } from "./require-targets.ts";
import { chooseThreads, type PostTarget, validateRemainingParts, validateTarget } from "./validate-target.ts";

/**
 * Updates one post and records the event in its timeline. See `updateLockedPost`.
 * @throws Refusal `not_found`, and as `updateLockedPost`
 */
export async function updatePost(
  tx: Tx,
  actor: Actor,
  id: string,
  change: PostChange,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<void> {
  const updated = await updateLockedPost(tx, actor, await lockPost(tx, actor, id), change, context);
  if (updated) await recordPostEvents(tx, actor, [updated.event], context.clock);
}

/**
 * Updates only the given fields: text, images, link card, points, time, and with `status` the post's status. In a thread that
 * stopped midway the published parts stay; the rest can change.
 * @param options `sharedImageIds` are images of the submission's other posts, which may be used whoever uploaded them;
 * `graceMs` is how long a post to publish now waits as `scheduled`, unless parts of it are published
 * @returns the event for the post's timeline, its new delivery, and whether it waits for its grace; null when nothing changes
 * @throws Refusal `conflict` when the version is not the current one, when the post is publishing or
 * published, when a published part would change, or when the status change is not allowed; `invalid_request` as on
 * creation.
 */
export async function updateLockedPost(
  tx: Tx,
  actor: Actor,
  post: PostRow,
  change: PostChange,
  context: Pick<Context, "clock" | "wakeAt">,
  { sharedImageIds = [], graceMs = 0 }: { sharedImageIds?: readonly string[]; graceMs?: number } = {},
): Promise<{ event: NewPostEvent; isWaiting: boolean; delivery: PostRow["delivery"] } | null> {
  const now = context.clock.now();
  requireEditable(post, change.version, now);
  const event = toTransition(post, change, now);
  if (!event && !isContent(change)) return null;
  const published = getPublishedParts(await readPlannedParts(tx, [post.id]));
  const fixed = published.length;
  const moved = event ? transitionPost(toPostState(post), event, now, fixed) : toPostState(post);
  if (moved instanceof Refusal) throw moved;
  const isWaiting = graceMs > 0 && moved.status === "publishing" && fixed === 0;
  const next = isWaiting ? createSentState(null, now, graceMs) : moved;
  requireDraftsAllowed(actor, next.status);
  if (fixed > 0 && next.status !== "failed") requireConfirmed(post, fixed);
  // A post from before the limit may get shorter step by step.
  const parts = parsePostParts(change, Math.max(limits.postCharacters, countPostCharacters(post.parts))) ?? post.parts;
  const imagesBefore = (await readPartImages(tx, [post.id])).get(post.id) ?? [];
  requireImagesOfNewParts(change, { before: post.parts.length, after: parts.length, images: imagesBefore });
  const imageIds = parsePartImages(change, parts.length, imagesBefore);
  const usableIds = [...imagesBefore.flat().map((image) => image.id), ...sharedImageIds];
  const images = imageIds ? await requireImages(tx, actor, imageIds, usableIds) : imagesBefore;
  const [target] = chooseThreads([await getTarget(tx, actor, post, moved.status)], change.threads);
  if (!target) throw new Error("one target has one choice");
  const threadChoice = target.threadChoice ?? post.threadChoice;
  const linkCard = change.link_card === undefined ? post.linkCard : change.link_card;
  let delivery: PostRow["delivery"] = "thread";
  const beside = { parts, linkCard, threadChoice, points: change.points ?? post.points };
  if (fixed > 0) {
    if (target.threadChoice === "join") throw publishedAsThreadRefusal(fixed);
    requireSameStart(post, { published, parts, imagesBefore, images });
    validateRemainingParts(target, parts, images, fixed);
    if (imageIds) {
      await replaceImages(tx, post.id, images);
      // Prepared data names uploads of the images before.
      await tx
        .update(plannedParts)
        .set({ prepared: null })
        .where(and(eq(plannedParts.postId, post.id), gt(plannedParts.number, fixed)));
    }
    await savePostState(tx, post, next, context, { ...beside, delivery });
    // The parts that stay in the plan keep their count of attempts; the others are planned again when they are sent.
    await tx.delete(plannedParts).where(and(eq(plannedParts.postId, post.id), gt(plannedParts.number, parts.length)));
  } else {
    // A failed post is published by a retry, which does not check the text again.
    const isLenient = next.status === "draft" || next.status === "canceled";
    delivery = validateTarget({ ...target, threadChoice }, parts, images, isLenient).delivery;
    if (imageIds) await replaceImages(tx, post.id, images);
    // All parts are waiting, and a plan follows the post's text at publication.
    await tx.delete(plannedParts).where(eq(plannedParts.postId, post.id));
    await savePostState(tx, post, next, context, { ...beside, delivery });
  }
  const isScheduled =
    !isWaiting && next.status === "scheduled" && next.scheduledFor?.getTime() !== post.scheduledFor?.getTime();
  const planned = {
    scheduled_for: next.scheduledFor?.toISOString() ?? null,
    was_for: post.scheduledFor?.toISOString() ?? null,
  };
  const detail = { from: post.status, status: moved.status, ...(isScheduled && planned), ...(fixed > 0 && { fixed }) };
  return { event: { postId: post.id, kind: isScheduled ? "scheduled" : "edited", detail }, isWaiting, delivery };
}

function requireEditable(post: PostRow, version: number, now: Date): void {
  if (post.version !== version) {
    throw new Refusal("conflict", `The post has changed: it is at version ${post.version}, not ${version}.`, "version");
  }
  if (!isEditableStatus(post.status)) {
    throw new Refusal("conflict", `A post that is ${post.status} can't be changed any more.`);
  }
  if (isBeingTakenDown(post, now)) throw beingTakenDownRefusal();
}

/** Refuses to continue while it is unknown whether a part was published. */
function requireConfirmed(post: PostRow, fixed: number): void {
  if (post.failureCause !== "unconfirmed") return;
  const message = `Part ${post.failurePart ?? fixed} may already be on the platform. Check there, then retry with what you saw.`;
  throw new Refusal("conflict", message, "status");
}

function publishedAsThreadRefusal(fixed: number): Refusal {
  const message = `${formatPublishedParts(fixed)} The rest follows as a thread and can't be joined any more.`;
  return new Refusal("conflict", message, "threads");
}

function requireSameStart(
  post: PostRow,
  options: {
    published: readonly { text: string }[];
    parts: readonly { text: string }[];
    imagesBefore: readonly AttachedImage[][];
    images: readonly AttachedImage[][];
  },
): void {
  const texts = post.parts.map(({ text }) => text);
  if (!isPublishedAsThread(options.published, texts)) {
    throw new Refusal(
      "conflict",
      `${formatPublishedParts(1)} Its parts were joined into one item, so nothing can follow it.`,
    );
  }
  const idsOf = (images: readonly AttachedImage[][]) => images.map((part) => part.map(({ id }) => id));
  const after = { texts: options.parts.map(({ text }) => text), images: idsOf(options.images) };
  const refused = getChangedPartsRefusal(
    { texts, images: idsOf(options.imagesBefore) },
    after,
    options.published.length,
  );
  if (refused) throw refused;
}

/** Refuses a new number of parts that does not say which of them have the images of later parts. */
function requireImagesOfNewParts(
  change: PostChange,
  parts: { before: number; after: number; images: readonly AttachedImage[][] },
): void {
  if (change.part_media || parts.before === parts.after || parts.images.length <= 1) return;
  const message = `Part ${parts.images.length} has images. Send part_media with the new parts, so that each image stays with its part.`;
  throw new Refusal("invalid_request", message, "part_media");
}

function isContent({ text, thread, threads, media, part_media: ofParts, link_card, points }: PostChange): boolean {
  return [text, thread, threads, media, ofParts, link_card, points].some((named) => named !== undefined);
}

/** Returns the transition of a change; null when the state stays. */
function toTransition(post: PostRow, change: PostChange, now: Date): PostTransition | null {
  const status = change.status ?? post.status;
  const time = change.scheduled_for;
  if (change.status === "draft") return post.status === "draft" ? null : { type: "take_back" };
  if (change.status === "publishing") {
    if (time) throw wrongTime("A post that is published now has no time. Leave out scheduled_for.");
    return { type: "publish" };
  }
  if (status !== "scheduled") {
    if (time) throw wrongTime(`A post that is ${post.status} has no time. Send status "scheduled" with it.`);
    return null;
  }
  if (time) return { type: "schedule", at: requireScheduledFor(time, now) };
  if (time === undefined && post.status === "scheduled") return null;
  throw wrongTime('A scheduled post requires scheduled_for. To return it to drafts, send status "draft".');
}

function wrongTime(message: string): Refusal {
  return new Refusal("invalid_request", message, "scheduled_for");
}

async function getTarget(tx: Tx, actor: Actor, post: PostRow, next: PostState["status"]): Promise<PostTarget> {
  const [channel] = await tx
    .select({
      name: channels.name,
      told: channels.told,
      removedAt: channels.removedAt,
      mayUse: canUseChannelSql(post.memberId),
      authorRemovedAt: members.removedAt,
      pauseReason: pauseReasonSql,
    })
    .from(channels)
    .innerJoin(members, eq(members.id, post.memberId))
    .where(eq(channels.id, post.channelId));
  const goesOut = next === "scheduled" || next === "publishing";
  if (goesOut && channel?.removedAt) throw new Refusal("conflict", `${channel.name} is disconnected.`);
  if (next === "publishing" && channel?.pauseReason) throw sendingPausedRefusal(channel.pauseReason);
  if (goesOut && channel?.authorRemovedAt) throw deactivatedAuthorRefusal();
  if (goesOut && needsChannelAccess(post.status) && channel?.mayUse === false) {
    throw new Refusal("conflict", formatNoChannelAccess(channel.name, post.memberId === actor.memberId));
  }
  return {
    id: post.channelId,
    platform: post.platform,
    name: channel?.name ?? post.platform,
    reportedLimits: channel?.told ?? {},
  };
}
