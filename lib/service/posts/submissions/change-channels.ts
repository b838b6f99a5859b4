import { limits } from "#lib/contract/limits.ts";
import type { SubmissionChange } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { requireDraftsAllowed } from "#lib/service/core/drafts-only.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { eq } from "#lib/service/db/drizzle-exports.ts";
import { members } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { parsePartImages } from "#lib/service/media/part-images.ts";
import type { NewPostEvent } from "#lib/service/posts/events/record-post-events.ts";
import type { PostRow } from "#lib/service/posts/read/require-post.ts";
import { beingTakenDownRefusal, isBeingTakenDown } from "#lib/service/posts/state/being-taken-down.ts";
import { getPublishedParts } from "#lib/service/posts/state/interrupted-thread.ts";
import { reducePostAction, toPostSnapshot } from "#lib/service/posts/state/post-action-reducer.ts";
import { saveManyPostStates } from "#lib/service/posts/state/save-many-post-states.ts";
import { formatPublishedParts, type PostState } from "#lib/service/posts/state/transitions.ts";
import { toUndoPost, type UndoPost } from "#lib/service/posts/undo/undo-records.ts";
import { listStoredPlannedParts } from "#lib/service/posts/write/action-facts.ts";
import { deactivatedAuthorRefusal } from "#lib/service/posts/write/channel-access.ts";
import {
  createSentState,
  describeCreation,
  draftState,
  insertPosts,
  secondPostRefusal,
} from "#lib/service/posts/write/insert-posts.ts";
import { parsePostParts } from "#lib/service/posts/write/post-parts.ts";
import { requireImages, requireTargets } from "#lib/service/posts/write/require-targets.ts";
import { type PostTarget, validateTarget } from "#lib/service/posts/write/validate-target.ts";

/** The channels that a change adds, with what they take from it in place of something of their own. */
type Additions = Pick<
  SubmissionChange,
  "add" | "text" | "thread" | "threads" | "media" | "part_media" | "link_card" | "points" | "status" | "scheduled_for"
>;
type ChannelChange = { events: NewPostEvent[]; undoPosts: UndoPost[] };

/**
 * Removes locked posts of which nothing is published. A removal is a deletion: it can be restored.
 * @param refuse names the channel of a refusal
 */
export async function removePosts(
  tx: Tx,
  actor: Actor,
  removed: readonly { post: PostRow; version: number }[],
  context: Pick<Context, "clock" | "wakeAt">,
  refuse: (refusal: Refusal, post: PostRow) => Promise<Refusal>,
): Promise<ChannelChange> {
  if (removed.length === 0) return { events: [], undoPosts: [] };
  const now = context.clock.now();
  const ids = removed.map(({ post }) => post.id);
  const parts = Map.groupBy(await listStoredPlannedParts(tx, ids), ({ postId }) => postId);
  const placed = [];
  for (const { post, version } of removed) {
    requireDraftsAllowed(actor, post.status);
    const refusal = findRemovalRefusal(post, version, getPublishedParts(parts.get(post.id) ?? []).length, now);
    const next = refusal ?? reducePostAction(toPostSnapshot(post), { type: "delete" }, now);
    if (next instanceof Refusal) throw await refuse(next, post);
    placed.push({ post, next });
  }
  await saveManyPostStates(tx, placed, context);
  return {
    events: placed.map(({ post, next }) => ({
      postId: post.id,
      kind: "deleted",
      detail: { from: post.status, status: next.status },
    })),
    undoPosts: placed.map(({ post }) => toUndoPost(post)),
  };
}

/** Returns the refusal to remove a post from its text; null while nothing of it is published. */
function findRemovalRefusal(post: PostRow, version: number, fixed: number, now: Date): Refusal | null {
  if (post.version !== version) {
    return new Refusal(
      "conflict",
      `The post has changed: it is at version ${post.version}, not ${version}.`,
      "version",
    );
  }
  if (isBeingTakenDown(post, now)) return beingTakenDownRefusal();
  if (post.status === "published" || post.status === "publishing") {
    return new Refusal("conflict", `A post that is ${post.status} can't be removed from the text.`);
  }
  if (fixed === 0) return null;
  return new Refusal("conflict", `${formatPublishedParts(fixed)} It can be taken down, but not removed from the text.`);
}

/**
 * Locks the channels that a change adds against a concurrent disconnect, before the posts: a disconnect locks in the
 * same order.
 * @throws Refusal `invalid_request` for a channel that the author can't use; `conflict` for one that has a post
 */
export async function requireAddedTargets(
  tx: Tx,
  actor: Actor,
  change: Additions,
  submission: { authorId: string; takenIds: readonly string[] },
): Promise<PostTarget[]> {
  const { add = [], status: commonStatus } = change;
  const ids = add.map(({ channel_id }) => channel_id.toLowerCase());
  if (new Set(ids).size < ids.length) throw new Refusal("invalid_request", "A channel is added twice.", "add");
  const isSentNow = ({ status = commonStatus }: (typeof add)[number]) => status === "publishing";
  const later = add.filter((one) => !isSentNow(one)).map(({ channel_id }) => channel_id);
  const now = add.filter(isSentNow).map(({ channel_id }) => channel_id);
  const { authorId, takenIds } = submission;
  const targets = [
    ...(now.length > 0 ? await requireTargets(tx, actor, now, true, authorId) : []),
    ...(later.length > 0 ? await requireTargets(tx, actor, later, false, authorId) : []),
  ];
  const taken = targets.find(({ id }) => takenIds.includes(id));
  if (taken) throw secondPostRefusal(taken.name, "add");
  return targets;
}

/**
 * Inserts a post of the submission for each added channel.
 * @param to `imageIds` are the submission's images, which may be used; `linkCard` is that of the other posts
 * @throws Refusal `invalid_request` as on creation
 */
export async function addPosts(
  tx: Tx,
  actor: Actor,
  change: Additions,
  to: {
    submissionId: string;
    authorId: string;
    targets: readonly PostTarget[];
    imageIds: readonly string[];
    linkCard: PostRow["linkCard"];
  },
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<ChannelChange> {
  const { submissionId, authorId: memberId } = to;
  const now = context.clock.now();
  const events: NewPostEvent[] = [];
  const undoPosts: UndoPost[] = [];
  for (const one of change.add ?? []) {
    const target = to.targets.find(({ id }) => id === one.channel_id.toLowerCase());
    if (!target) continue;
    const hasOwnText = one.text !== undefined || one.thread !== undefined;
    const parts = parsePostParts(hasOwnText ? one : change);
    if (!parts) throw new Refusal("invalid_request", `${target.name}: Send a text, or a thread of at least one part.`);
    const state = createAddedState({ ...change, ...one }, target.name, now);
    requireDraftsAllowed(actor, state.status);
    if (state.status !== "draft") await requireActiveAuthor(tx, memberId);
    const hasOwnImages = one.media !== undefined || one.part_media !== undefined;
    const imageIds = parsePartImages(hasOwnImages ? one : change, parts.length) ?? [];
    const images = await requireImages(tx, actor, imageIds, to.imageIds);
    const points = one.points ?? change.points ?? limits.pointsDefault;
    const linkCard = change.link_card === undefined ? to.linkCard : change.link_card;
    const { delivery } = validateTarget(target, parts, images, state.status === "draft");
    const targets = [{ ...target, delivery }];
    const inserted = { submissionId, memberId, targets, parts, images, linkCard, points, state, now };
    const [row] = await insertPosts(tx, actor, inserted, context);
    if (!row) continue;
    const requestedFor = { ...change, ...one }.scheduled_for;
    const detail = { ...describeCreation(state, requestedFor), channels: 1 };
    events.push({ postId: row.id, kind: "created", detail });
    // A post that is being sent can't be taken back.
    if (state.status !== "publishing") undoPosts.push(toAddedUndoPost(row, state, now));
  }
  return { events, undoPosts };
}

function createAddedState(
  { status, scheduled_for: time }: Pick<SubmissionChange, "status" | "scheduled_for">,
  name: string,
  now: Date,
): PostState {
  if (status === "draft") return draftState;
  if (status === "publishing" && !time) return createSentState(null, now);
  if (status === "scheduled" && time) return createSentState(time, now);
  const message = `${name}: An added channel needs status "draft", "publishing", or "scheduled" with scheduled_for.`;
  throw new Refusal("invalid_request", message, "status");
}

async function requireActiveAuthor(tx: Tx, memberId: string): Promise<void> {
  const [author] = await tx.select({ removedAt: members.removedAt }).from(members).where(eq(members.id, memberId));
  if (!author || author.removedAt !== null) throw deactivatedAuthorRefusal();
}

/** Before the change the post was not there, so that an undo deletes it. */
function toAddedUndoPost(row: { id: string; delivery: "thread" | "joined" }, state: PostState, now: Date): UndoPost {
  const { status, scheduledFor } = state;
  const untried = { attempts: 0, error: null, failureCause: null, failurePart: null };
  return {
    id: row.id,
    was: 0,
    after: { version: 1, fence: 0, isTakenDown: false },
    before: { status, scheduledFor, dueAt: null, ...untried, deletedAt: now, delivery: row.delivery },
  };
}
