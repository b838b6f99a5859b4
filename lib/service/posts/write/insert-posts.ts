import type { LinkCardChoice } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { posts } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { type AttachedImage, attachImages } from "#lib/service/media/part-images.ts";
import type { PostState } from "#lib/service/posts/state/transitions.ts";
import type { PostPart } from "./post-parts.ts";
import { requireScheduledFor } from "./require-scheduled-for.ts";
import type { PostTarget, TargetDelivery } from "./validate-target.ts";

type PostsToInsert = {
  submissionId: string;
  /** The author; an administrator may add a post of another member. */
  memberId: string;
  /** The channels with the delivery that each allows. */
  targets: readonly (PostTarget & Pick<TargetDelivery, "delivery">)[];
  parts: readonly PostPart[];
  /** The images of each part. */
  images: readonly (readonly AttachedImage[])[];
  linkCard: LinkCardChoice | null;
  points: number;
  state: PostState;
  now: Date;
};

/**
 * Inserts one post for each target, with its images and its wake-up.
 * @returns the rows in the order of the targets
 */
export async function insertPosts(
  tx: Tx,
  actor: Actor,
  { submissionId, memberId, targets, parts, images, linkCard, points, state, now }: PostsToInsert,
  { clock, wakeAt }: Pick<Context, "clock" | "wakeAt">,
) {
  const rows = targets.map((target) => ({
    id: clock.newId(),
    orgId: actor.orgId,
    memberId,
    submissionId,
    channelId: target.id,
    platform: target.platform,
    delivery: target.delivery,
    threadChoice: target.threadChoice ?? null,
    parts: [...parts],
    linkCard,
    points,
    ...state,
    createdVia: actor.via ?? null,
    createdAt: now,
    updatedAt: now,
  }));
  await tx.insert(posts).values(rows);
  await attachImages(
    tx,
    rows.map(({ id }) => id),
    images,
  );
  if (state.dueAt) for (const row of rows) await wakeAt(tx, row, state.dueAt);
  return rows;
}

/**
 * Returns the state of a new post that is sent at `scheduledFor`, or without a time as soon as its grace ends. Until then
 * it is scheduled like any other, so a deletion takes it back.
 * @throws Refusal `invalid_request`
 */
export function createSentState(scheduledFor: string | null, now: Date, graceMs = 0): PostState {
  if (scheduledFor === null && graceMs > 0) {
    const end = new Date(now.getTime() + graceMs);
    return { status: "scheduled", scheduledFor: end, dueAt: end };
  }
  if (scheduledFor === null) return { status: "publishing", scheduledFor: null, dueAt: now };
  const at = requireScheduledFor(scheduledFor, now);
  return at > now
    ? { status: "scheduled", scheduledFor: at, dueAt: at }
    : { status: "publishing", scheduledFor: at, dueAt: now };
}

/** Returns what a `created` event says: a post that only waits for its grace was published, not scheduled. */
export function describeCreation(state: PostState, requestedFor: string | null | undefined) {
  const isWaiting = state.status === "scheduled" && !requestedFor;
  if (isWaiting) return { status: "publishing", scheduled_for: null };
  return { status: state.status, scheduled_for: state.scheduledFor?.toISOString() ?? null };
}

export const draftState: PostState = { status: "draft", scheduledFor: null, dueAt: null };

/** Creates the refusal of a channel that has a post of the submission already. */
export function secondPostRefusal(name: string, field = "channels"): Refusal {
  return new Refusal("conflict", `${name} already has a post of this submission.`, field);
}
