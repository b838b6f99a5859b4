import { formatNumber } from "#lib/contract/format-number.ts";
import { limits } from "#lib/contract/limits.ts";
import { isAdmin } from "#lib/contract/scopes.ts";
import type { BulkAction, BulkChange, BulkChangeResult, PostFilter } from "#lib/contract/types.ts";
import { type ConnectorJson, getRemoval } from "#lib/service/channels/core/connector.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Context } from "#lib/service/core/context.ts";
import { findDraftsOnlyRefusal } from "#lib/service/core/drafts-only.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inArray } from "#lib/service/db/drizzle-exports.ts";
import { plannedParts } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import {
  type MemberEventKind,
  type NewPostEvent,
  recordPostEvents,
} from "#lib/service/posts/events/record-post-events.ts";
import { getBlindReviewerId } from "#lib/service/posts/read/get-blind-reviewer-id.ts";
import { createSqlValues, parsePostFilter, toWhereSql } from "#lib/service/posts/read/post-filter.ts";
import {
  lockPostIncludingDeleted,
  lockPosts,
  othersPostsRefusal,
  type PostRow,
  postNotFound,
} from "#lib/service/posts/read/require-post.ts";
import { beingTakenDownRefusal, isBeingTakenDown } from "#lib/service/posts/state/being-taken-down.ts";
import { getPublishedParts } from "#lib/service/posts/state/interrupted-thread.ts";
import {
  type PostAction,
  type PostSnapshot,
  reducePostAction,
  toPostSnapshot,
} from "#lib/service/posts/state/post-action-reducer.ts";
import { presentRefusedPost, presentUpdatedPost } from "#lib/service/posts/state/present-bulk-change.ts";
import { requireConfirmedUrl } from "#lib/service/posts/state/require-confirmed-url.ts";
import { resolveUnconfirmedParts } from "#lib/service/posts/state/resolve-unconfirmed-parts.ts";
import { type PostWithNextState, saveManyPostStates } from "#lib/service/posts/state/save-many-post-states.ts";
import { formatDraftNote } from "#lib/service/posts/state/transitions.ts";
import { lockRestoredPosts } from "#lib/service/posts/submissions/lock-restored-posts.ts";
import { saveUndoRecord, toUndoPost } from "#lib/service/posts/undo/undo-records.ts";
import { type ActionFacts, loadActionFacts } from "./action-facts.ts";
import { requireScheduledFor } from "./require-scheduled-for.ts";

/** A locked post, its next state, and the action. */
type AcceptedAction = PostWithNextState & { action: PostAction };

/** A refused post of an action; without `post` the caller may not change it. */
export type RefusedAction = { id: string; refusal: Refusal; post: PostRow | undefined };

/** Decides an action on a locked post by all known facts; returns a Refusal when it is not possible. */
function decideAction(post: PostRow, action: PostAction, facts: ActionFacts, now: Date): AcceptedAction | Refusal {
  if (isBeingTakenDown(post, now)) return beingTakenDownRefusal();
  const fixed = getPublishedParts(facts.partsOf(post.id)).length;
  const next = reducePostAction(toPostSnapshot(post), action, now, {
    fixed,
    isDisconnected: facts.isDisconnected(post),
  });
  if (next instanceof Refusal) return next;
  const paused = action.type === "publish" || action.type === "retry" ? facts.whyPaused(post) : null;
  if (paused) return paused;
  if (action.type === "retry" && !isAllThere(post, action.unconfirmed, facts)) {
    const gone = facts.whyGone(post);
    if (gone) return gone;
  }
  if (action.type !== "draft" && action.type !== "schedule" && action.type !== "publish") return { post, next, action };
  try {
    return { post, next: { ...next, delivery: facts.checkChannel(post, next) }, action };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Refuses an accepted action by a key that may write drafts only, unless the post is a draft before and after it. */
function withDraftsOnly(actor: Actor, decided: AcceptedAction | Refusal): AcceptedAction | Refusal {
  if (decided instanceof Refusal) return decided;
  return findDraftsOnlyRefusal(actor, decided.post.status, decided.next.status) ?? decided;
}

/** Checks whether, by the author's answer, no part is left to send. */
function isAllThere(post: PostRow, word: "is_there" | "send_again" | null, facts: ActionFacts): boolean {
  const parts = facts.partsOf(post.id);
  if (post.failureCause === "unconfirmed" && word === "is_there")
    return parts.every(({ state }) => state !== "waiting");
  return parts.length > 0 && parts.every(({ state }) => state === "sent");
}

/** Writes the decided actions: plans, rows with their wake-ups, timelines. */
async function applyActions(
  tx: Tx,
  actor: Actor,
  decided: readonly AcceptedAction[],
  facts: ActionFacts,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<void> {
  await writeParts(tx, decided, facts, context.clock.now());
  await saveManyPostStates(tx, decided, context);
  await recordPostEvents(tx, actor, decided.map(toActionEvent), context.clock);
}

/**
 * Writes the plans. A plan follows the post's text at publication; the member says whether an unconfirmed part is
 * published.
 */
async function writeParts(tx: Tx, decided: readonly AcceptedAction[], facts: ActionFacts, now: Date): Promise<void> {
  const planned = decided.filter(({ post }) => facts.partsOf(post.id).length > 0);
  const gone = planned.filter(({ action }) => action.type !== "retry").map(({ post }) => post.id);
  if (gone.length > 0) await tx.delete(plannedParts).where(inArray(plannedParts.postId, gone));
  for (const word of ["is_there", "send_again"] as const) {
    const settled = planned.filter(({ action }) => action.type === "retry" && action.unconfirmed === word);
    const ids = settled.filter(({ post }) => post.failureCause === "unconfirmed").map(({ post }) => post.id);
    // A request with a URL has one post.
    if (ids.length > 0) await resolveUnconfirmedParts(tx, ids, word, now, settled.map(getConfirmedUrl)[0]);
  }
}

const getConfirmedUrl = ({ post, action }: AcceptedAction): string | undefined =>
  action.type === "retry" && post.failureCause === "unconfirmed" ? action.url : undefined;

const kinds: Record<PostAction["type"], MemberEventKind> = {
  delete: "deleted",
  restore: "restored",
  cancel: "canceled",
  retry: "retried",
  draft: "edited",
  schedule: "scheduled",
  publish: "edited",
};

function toActionEvent(accepted: AcceptedAction): NewPostEvent {
  const { post, next, action } = accepted;
  const url = getConfirmedUrl(accepted);
  // A post that waits for its grace is scheduled, but the member published it.
  const status = action.type === "publish" ? "publishing" : next.status;
  const detail: NewPostEvent["detail"] = { from: post.status, status };
  if (action.type === "schedule") {
    detail["scheduled_for"] = next.scheduledFor?.toISOString() ?? null;
    detail["was_for"] = post.scheduledFor?.toISOString() ?? null;
  }
  if (action.type === "retry") detail["unconfirmed"] = action.unconfirmed;
  if (action.type === "delete" && action.takenBack) detail["taken_back"] = 1;
  if (url !== undefined) detail["url"] = url;
  return { postId: post.id, kind: kinds[action.type], detail };
}

/**
 * Applies one action to up to 1,000 posts that the caller may change. Each post succeeds or is refused alone; all successes are one
 * transaction, which also stores the data for an undo.
 * @param refuseAll makes the action all or none: creates the refusal of the whole from those of single posts
 * @throws Refusal `invalid_request` for an invalid request as a whole, or a filter that matches too many.
 */
export async function applyBulkAction(
  tx: Tx,
  actor: Actor,
  input: BulkChange,
  context: Pick<Context, "clock" | "wakeAt" | "connectorFor">,
  refuseAll?: (refused: readonly RefusedAction[]) => Promise<Refusal>,
): Promise<BulkChangeResult> {
  const requested = await resolveRequestedPosts(tx, actor, input, context.clock);
  const ids = requested.map(({ id }) => id);
  const second = input.action === "restore" ? await lockRestoredPosts(tx, actor, ids) : null;
  const { rows, refusals } = await lockPosts(tx, actor, ids);
  const now = context.clock.now();
  const resolveAction = createActionResolver(input, [...rows.values()].map(toPostSnapshot), now);
  const facts = await loadActionFacts(tx, actor, [...rows.values()], input.action);
  const refused: RefusedAction[] = [];
  const changed: AcceptedAction[] = [];
  for (const one of requested) {
    const post = rows.get(one.id);
    const decided =
      refusals.get(one.id) ??
      (post && second?.get(post.id)) ??
      withDraftsOnly(actor, decideRequestedPost(one, post, resolveAction, facts, now));
    if (decided instanceof Refusal) refused.push({ id: one.id, refusal: decided, post });
    else changed.push(decided);
  }
  if (refuseAll && refused.length > 0) throw await refuseAll(refused);
  const undoPosts = changed.map(({ post }) => toUndoPost(post, facts.partsOf(post.id)));
  await applyActions(tx, actor, changed, facts, context);
  const { undo, until } = await saveUndoRecord(tx, actor, { input, undoPosts, now }, context.clock);
  const published = input.action === "delete" ? await getLivePublishedPosts(tx, changed, context.connectorFor) : null;
  return {
    changed: changed.map((one) => ({
      ...presentUpdatedPost(one.post, one.next),
      ...noteOf(one, now),
      ...published?.get(one.post.id),
    })),
    refused: refused.map(({ id, refusal, post }) => presentRefusedPost(id, refusal, post)),
    undo,
    undo_until: until?.toISOString() ?? null,
  };
}

/**
 * Applies an action to one post, without an undo.
 * @throws Refusal `not_found`, and any refusal of the action.
 */
export async function applyPostAction(
  tx: Tx,
  actor: Actor,
  id: string,
  action: PostAction,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<void> {
  const second = action.type === "restore" ? await lockRestoredPosts(tx, actor, [id]) : null;
  const post = await lockPostIncludingDeleted(tx, actor, id);
  const refusal = second?.get(post.id);
  if (refusal) throw refusal;
  const facts = await loadActionFacts(tx, actor, [post], action.type);
  const decided = withDraftsOnly(actor, decideAction(post, action, facts, context.clock.now()));
  if (decided instanceof Refusal) throw decided;
  await applyActions(tx, actor, [decided], facts, context);
}

function decideRequestedPost(
  requested: RequestedPost,
  post: PostRow | undefined,
  resolveAction: ReturnType<typeof createActionResolver>,
  facts: ActionFacts,
  now: Date,
): AcceptedAction | Refusal {
  if (!post) return postNotFound();
  const action = resolveAction(requested, toPostSnapshot(post));
  const isThere = post.deletedAt === null || (!(action instanceof Refusal) && action.type === "restore");
  if (!isThere) return postNotFound();
  if (action instanceof Refusal) return action;
  if (requested.version !== null && requested.version !== post.version) {
    const message = `The post has changed: it is at version ${post.version}, not ${requested.version}.`;
    return new Refusal("conflict", message, "version");
  }
  return decideAction(post, action, facts, now);
}

function noteOf({ post, next, action }: AcceptedAction, now: Date): { note?: string } {
  const isTakenBack = action.type === "restore" && post.status === "scheduled" && next.status === "draft";
  return isTakenBack ? { note: formatDraftNote(post, now) } : {};
}

/**
 * Returns the published ones among these posts that are still live, with their address and whether we can take them
 * down.
 */
async function getLivePublishedPosts(
  tx: Tx,
  placed: readonly PostWithNextState[],
  connectorFor: Context["connectorFor"],
): Promise<Map<string, { channel: string; published_urls: string[]; take_down: boolean }>> {
  const ids = placed.filter(({ post }) => post.status === "published" && !post.takenDownAt).map(({ post }) => post.id);
  if (ids.length === 0) return new Map();
  const { rows } = await tx.client.query<{
    id: string;
    platform: string;
    practice: boolean;
    told: ConnectorJson;
    is_connected: boolean;
    urls: string[] | null;
  }>(
    `select p.id, p.platform, c.practice, c.told, c.removed_at is null as is_connected,
       array_agg(part.url order by part.number) filter (where part.url is not null and part.removed_at is null) as urls
     from posts p join channels c on c.id = p.channel_id
       left join planned_parts part on part.post_id = p.id and part.state = 'sent'
     where p.id = any($1) group by p.id, c.id`,
    [ids],
  );
  return new Map(
    rows.map(({ id, platform, practice, told: reportedLimits, is_connected, urls }) => {
      const connector = connectorFor({ platform, practice });
      const canRemove = connector !== null && getRemoval(connector, { reportedLimits }).can;
      return [id, { channel: platform, published_urls: urls ?? [], take_down: is_connected && canRemove }];
    }),
  );
}

/** One post of a change request. */
type RequestedPost = { id: string; version: number | null; time: string | null };

/**
 * Returns the posts of a change, each once, in the order of the request.
 * @throws Refusal `invalid_request` for a contradictory body: both or neither of posts and filter, or a time where none
 * belongs.
 */
async function resolveRequestedPosts(tx: Tx, actor: Actor, input: BulkChange, clock: Clock): Promise<RequestedPost[]> {
  requireValidBulkAction(input);
  if (input.filter) {
    const ids = await requireFilteredPostIds(tx, actor, input.filter, input.action, clock);
    return ids.map((id) => ({ id, version: null, time: null }));
  }
  const byId = new Map<string, RequestedPost>();
  for (const { id, version, scheduled_for } of input.posts ?? []) {
    const key = id.toLowerCase();
    if (!byId.has(key)) byId.set(key, { id: key, version: version ?? null, time: scheduled_for ?? null });
  }
  return [...byId.values()];
}

function requireValidBulkAction(input: BulkChange): void {
  const { action, posts, filter, start, grace_seconds, unconfirmed } = input;
  const isTimed = posts?.some((post) => post.scheduled_for !== undefined) ?? false;
  if ((posts === undefined) === (filter === undefined)) {
    throw wrong("Send either posts or a filter.", "posts");
  }
  if (action !== "schedule" && (start !== undefined || isTimed)) {
    throw wrong("Only the action schedule accepts a time.", start === undefined ? "posts" : "start");
  }
  if (start !== undefined && isTimed) throw wrong("Send start, or scheduled_for of each post, not both.", "start");
  if (action === "schedule" && filter && start === undefined) throw wrong("A filter requires a start.", "start");
  if (grace_seconds !== undefined && action !== "publish" && action !== "retry") {
    throw wrong("Only publish and retry can wait to be undone.", "grace_seconds");
  }
  if (unconfirmed !== undefined && action !== "retry") throw wrong("Only a retry accepts unconfirmed.", "unconfirmed");
  if (input.taken_back !== undefined && action !== "delete")
    throw wrong("Only a deletion takes posts back.", "taken_back");
  requireConfirmedUrl(input, posts?.length ?? 0);
}

/**
 * Returns a function that gives each post its action. With `start` the earliest schedulable post gets that time, and
 * the others keep their distance to it in elapsed time.
 * @throws Refusal `invalid_request` for a start that is not a valid time.
 */
function createActionResolver(
  input: BulkChange,
  snapshots: readonly PostSnapshot[],
  now: Date,
): (requested: RequestedPost, stand: PostSnapshot) => PostAction | Refusal {
  const { action } = input;
  const graceMs = (input.grace_seconds ?? 0) * 1000;
  if (action === "publish") return () => ({ type: "publish", graceMs });
  if (action === "retry")
    return () => ({ type: "retry", graceMs, unconfirmed: input.unconfirmed ?? null, url: input.url });
  if (action === "delete") return () => ({ type: "delete", takenBack: input.taken_back ?? false });
  if (action !== "schedule") return () => ({ type: action });
  if (input.start === undefined) return (requested) => timeOf(requested.time, now);
  const start = requireScheduledFor(input.start, now, "start");
  const times = snapshots.filter(isMovable).flatMap((stand) => stand.scheduledFor?.getTime() ?? []);
  const first = Math.min(...times);
  return (_, stand) => {
    if (stand.scheduledFor === null) {
      return wrong("It has no time yet, so there is no gap to keep. Schedule it by itself.", "start");
    }
    return timeOf(new Date(start.getTime() + stand.scheduledFor.getTime() - first).toISOString(), now);
  };
}

function isMovable(stand: PostSnapshot): boolean {
  return stand.deletedAt === null && (stand.status === "scheduled" || stand.status === "canceled");
}

function timeOf(time: string | null, now: Date): PostAction | Refusal {
  if (time === null) return wrong("Send the time as scheduled_for.", "scheduled_for");
  try {
    return { type: "schedule", at: requireScheduledFor(time, now) };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function wrong(message: string, field: string): Refusal {
  return new Refusal("invalid_request", message, field);
}

/**
 * Returns the ids of the posts that match a filter, newest first: the caller's own unless the filter names others.
 * @throws Refusal `invalid_request` when more match than one change may have; `forbidden` for other members' posts
 * without the right to change them.
 */
async function requireFilteredPostIds(
  tx: Tx,
  actor: Actor,
  filter: PostFilter,
  action: BulkAction,
  clock: Clock,
): Promise<string[]> {
  const isOwn = filter.member === undefined || filter.member === actor.memberId;
  if (!isOwn && !isAdmin(actor.role)) {
    throw new Refusal("forbidden", "Only administrators can change other members' posts.", "filter.member");
  }
  if (!isOwn && !actor.scopes.has("posts:manage")) throw othersPostsRefusal("filter.member");
  const blindFor = await getBlindReviewerId(tx.client, actor, filter.member);
  const values = createSqlValues();
  const wanted: PostFilter = action === "restore" ? { ...filter, deleted: "true" } : filter;
  const where = toWhereSql(parsePostFilter(actor, wanted, clock.now(), blindFor), values);
  const { rows } = await tx.client.query<{ id: string }>(
    `select id from posts where ${where} order by created_at desc, id desc limit ${limits.postsPerChange + 1}`,
    values.list,
  );
  if (rows.length > limits.postsPerChange) {
    const message = `More than ${formatNumber(limits.postsPerChange)} posts match, the maximum for one change. Narrow the filter.`;
    throw new Refusal("invalid_request", message, "filter");
  }
  return rows.map(({ id }) => id);
}
