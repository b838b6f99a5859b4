import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Post } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import { recordPostEvent } from "#lib/service/posts/events/record-post-events.ts";
import { lockPost, type PostRow, requirePost } from "#lib/service/posts/read/require-post.ts";
import { beingTakenDownRefusal, isBeingTakenDown } from "#lib/service/posts/state/being-taken-down.ts";
import { getPublishedParts } from "#lib/service/posts/state/interrupted-thread.ts";
import { savePostState, toPostState } from "#lib/service/posts/state/save-post-state.ts";
import { transitionPost } from "#lib/service/posts/state/transitions.ts";
import { listStoredPlannedParts, type PlannedPart } from "#lib/service/posts/write/action-facts.ts";
import { defaultTiming } from "#lib/service/publishing/delivery/timing.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { createItemRemover, requireRemovalTarget, type TakeDownContext, type TakedownAccess } from "./item-remover.ts";

/** The published parts of a failed post, and the means to take them down; null if its author has done it. */
type TakeDownStart = { target: TakedownAccess | null; publishedParts: PlannedPart[]; version: number };

/**
 * Takes down the published parts of a failed post, the last part first, and stops at the first that remains: the
 * remaining parts are still the beginning of the thread, which can be continued or taken down later. Each removal is
 * saved before the next request. Without published parts the post becomes a draft, to be rewritten or sent whole. A
 * lease protects the post meanwhile; it expires if this process ends.
 * @param byHand the author has taken all parts down: no request goes to the platform.
 * @throws Refusal `not_found`; `conflict` if nothing is published, if a part may be published, if the platform takes
 * nothing down; `unavailable` if some parts remain, with their number.
 */
export async function takeDownPublishedParts(
  context: TakeDownContext,
  actor: Actor,
  id: string,
  byHand: boolean,
): Promise<Post> {
  const { pool, settings } = context;
  const { target, publishedParts, version } = await inTransaction(pool, (tx) =>
    beginTakeDown(tx, context, actor, id, byHand),
  );
  const removeItem = target && createItemRemover(context, target);
  let gone = 0;
  for (const part of publishedParts.toReversed()) {
    if (removeItem && (part.remoteId === null || (await removeItem(part.remoteId)) === "cannot")) break;
    await inTransaction(pool, async (tx) => {
      if ((await lockPost(tx, actor, id)).version !== version) throw beingTakenDownRefusal();
      await resetPart(tx, part, context.clock.now(), byHand);
    });
    gone += 1;
  }
  await inTransaction(pool, (tx) => endTakeDown(tx, context, actor, id, { publishedParts, gone, byHand, version }));
  const left = publishedParts[publishedParts.length - gone - 1];
  if (left) throw remainingPartRefusal(left, gone, publishedParts.length);
  return await requirePost(pool, actor, id, settings.origin);
}

async function beginTakeDown(
  tx: Tx,
  context: TakeDownContext,
  actor: Actor,
  id: string,
  byHand: boolean,
): Promise<TakeDownStart> {
  const now = context.clock.now();
  const post = await lockPost(tx, actor, id);
  if (post.status !== "failed") throw new Refusal("conflict", "The post was changed by another request.");
  if (isBeingTakenDown(post, now)) throw beingTakenDownRefusal();
  const publishedParts = getPublishedParts(await listStoredPlannedParts(tx, [id]));
  if (publishedParts.length === 0) throw new Refusal("conflict", "No part of this post is published.");
  const unconfirmed = publishedParts.find((part) => part.state !== "sent");
  if (unconfirmed && !byHand) {
    const what = `Part ${unconfirmed.number} may be published too. Check ${formatPlatformName(post.platform)} first`;
    throw new Refusal(
      "conflict",
      `${what}: confirm whether it's there, or take all parts down yourself and confirm that.`,
    );
  }
  const target = byHand ? null : await requireRemovalTarget(tx, post, context.connectorFor);
  const leaseMs = (publishedParts.length + 1) * defaultTiming.callMs;
  await tx.client.query("update posts set lease_until = $2, version = version + 1, updated_at = $3 where id = $1", [
    ...[id, new Date(now.getTime() + leaseMs), now],
  ]);
  return { target, publishedParts, version: post.version + 1 };
}

/**
 * Resets a part as if it had never been published. `parts_taken_down` records the former item, because the platform may
 * list it for a while.
 */
async function resetPart(tx: Tx, part: PlannedPart, now: Date, byHand: boolean): Promise<void> {
  await tx.client.query(
    `with gone as (
       insert into parts_taken_down (post_id, channel_id, number, remote_id, url, sent_at, taken_down_at, by_hand)
       select post_id, channel_id, number, remote_id, url, sent_at, $3, $4 from planned_parts
       where post_id = $1 and number = $2 and state <> 'waiting')
     update planned_parts set state = 'waiting', started_at = null, absent_since = null, sent_at = null, remote_id = null, url = null,
       note = null, proof = null, prepared = null, resends = 0, sent_before = '{}', refused = null
     where post_id = $1 and number = $2`,
    [part.postId, part.number, now, byHand],
  );
}

type TakeDownProgress = { publishedParts: PlannedPart[]; gone: number; byHand: boolean; version: number };

async function endTakeDown(
  tx: Tx,
  context: TakeDownContext,
  actor: Actor,
  id: string,
  progress: TakeDownProgress,
): Promise<void> {
  const { clock } = context;
  const post = await lockPost(tx, actor, id);
  if (post.version !== progress.version) throw beingTakenDownRefusal();
  const { gone, publishedParts, byHand } = progress;
  if (gone === publishedParts.length) {
    await tx.client.query("delete from planned_parts where post_id = $1", [id]);
    await savePostState(tx, post, transitionPost(toPostState(post), { type: "take_back" }, clock.now()), context, {
      leaseUntil: null,
    });
  } else {
    const left = publishedParts.length - gone;
    const error = gone > 0 ? { error: formatRemainingParts(post, gone, left), failurePart: left + 1 } : {};
    await savePostState(tx, post, toPostState(post), context, { leaseUntil: null, ...error });
  }
  if (gone === 0)
    return await recordPostEvent(tx, actor, "takedown_failed", [id], clock, { of: publishedParts.length });
  const detail = { down: gone, of: publishedParts.length, ...(byHand && { by_hand: 1 }) };
  await recordPostEvent(tx, actor, "taken_down", [id], clock, detail);
}

function formatRemainingParts(post: PostRow, gone: number, left: number): string {
  const name = formatPlatformName(post.platform);
  const went = formatCount(gone, "part was", "parts were");
  return `${went} taken down from ${name}. ${left} of ${post.parts.length} published. Continue with part ${left + 1}, or take down the rest.`;
}

function remainingPartRefusal(part: PlannedPart, gone: number, of: number): Refusal {
  const count = gone === 0 ? "Nothing was taken down" : `${gone} of ${of} parts were taken down`;
  if (part.remoteId === null) {
    const message = `${count}. Part ${part.number} was confirmed by you, and its address is unknown. Take it down on the platform yourself, then confirm that.`;
    return new Refusal("conflict", message);
  }
  return new Refusal("unavailable", `${count}: part ${part.number} is still on the platform. Try again in a moment.`);
}
