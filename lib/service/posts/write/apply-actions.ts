import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inArray } from "#lib/service/db/drizzle.ts";
import { plannedParts } from "#lib/service/db/schema-planned-parts.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import {
  type MemberEventKind,
  type NewPostEvent,
  recordPostEvents,
} from "#lib/service/posts/events/record-post-events.ts";
import type { PostRow } from "#lib/service/posts/read/require-post.ts";
import { type PostAction, reducePostAction, toPostSnapshot } from "#lib/service/posts/state/post-action.ts";
import {
  beingTakenDownRefusal,
  getPublishedParts,
  isBeingTakenDown,
} from "#lib/service/posts/state/published-parts.ts";
import { type PostSnapshotUpdate, savePostSnapshots } from "#lib/service/posts/state/save-post-snapshots.ts";
import { resolveUnconfirmedParts } from "#lib/service/posts/state/unconfirmed-parts.ts";
import type { ActionFacts } from "./action-facts.ts";

/** A locked post, its next state, and the action. */
export type AcceptedAction = PostSnapshotUpdate & { doing: PostAction };

/** Decides an action on a locked post by all known facts; returns a Refusal when it is not possible. */
export function decideAction(
  post: PostRow,
  doing: PostAction,
  facts: ActionFacts,
  now: Date,
): AcceptedAction | Refusal {
  if (isBeingTakenDown(post, now)) return beingTakenDownRefusal();
  const fixed = getPublishedParts(facts.partsOf(post.id)).length;
  const next = reducePostAction(toPostSnapshot(post), doing, now, fixed);
  if (next instanceof Refusal) return next;
  if (doing.type === "retry" && !isAllThere(post, doing.unconfirmed, facts)) {
    const gone = facts.whyGone(post);
    if (gone) return gone;
  }
  if (doing.type !== "draft" && doing.type !== "schedule" && doing.type !== "publish") return { post, next, doing };
  try {
    return { post, next: { ...next, delivery: facts.checkChannel(post, next) }, doing };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Checks whether, by the author's answer, no part is left to send. */
function isAllThere(post: PostRow, word: "is_there" | "send_again" | null, facts: ActionFacts): boolean {
  const parts = facts.partsOf(post.id);
  if (post.failureCause === "unconfirmed" && word === "is_there")
    return parts.every(({ state }) => state !== "waiting");
  return parts.length > 0 && parts.every(({ state }) => state === "sent");
}

/** Writes the decided actions: plans, rows with their wake-ups, timelines. */
export async function applyActions(
  tx: Tx,
  actor: Actor,
  decided: readonly AcceptedAction[],
  facts: ActionFacts,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<void> {
  await writeParts(tx, decided, facts, context.clock.now());
  await savePostSnapshots(tx, decided, context);
  await recordPostEvents(tx, actor, decided.map(toActionEvent), context.clock);
}

/**
 * Writes the plans. A plan follows the post's text at publication; the member says whether an unconfirmed part is
 * published.
 */
async function writeParts(tx: Tx, decided: readonly AcceptedAction[], facts: ActionFacts, now: Date): Promise<void> {
  const planned = decided.filter(({ post }) => facts.partsOf(post.id).length > 0);
  const gone = planned.filter(({ doing }) => doing.type !== "retry").map(({ post }) => post.id);
  if (gone.length > 0) await tx.delete(plannedParts).where(inArray(plannedParts.postId, gone));
  for (const word of ["is_there", "send_again"] as const) {
    const settled = planned.filter(({ doing }) => doing.type === "retry" && doing.unconfirmed === word);
    const ids = settled.filter(({ post }) => post.failureCause === "unconfirmed").map(({ post }) => post.id);
    if (ids.length > 0) await resolveUnconfirmedParts(tx, ids, word, now);
  }
}

const kinds: Record<PostAction["type"], MemberEventKind> = {
  delete: "deleted",
  restore: "restored",
  cancel: "canceled",
  retry: "retried",
  draft: "edited",
  schedule: "scheduled",
  publish: "edited",
};

function toActionEvent({ post, next, doing }: AcceptedAction): NewPostEvent {
  const detail: NewPostEvent["detail"] = { from: post.status, status: next.status };
  if (doing.type === "schedule") {
    detail["scheduled_for"] = next.scheduledFor?.toISOString() ?? null;
    detail["was_for"] = post.scheduledFor?.toISOString() ?? null;
  }
  if (doing.type === "retry") detail["unconfirmed"] = doing.unconfirmed;
  return { postId: post.id, kind: kinds[doing.type], detail };
}
