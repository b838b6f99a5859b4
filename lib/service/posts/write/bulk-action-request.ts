import { limits } from "#lib/contract/limits.ts";
import type { BulkAction, BulkChange, PostFilter } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { createSqlValues, parsePostFilter, toWhereSql } from "#lib/service/posts/read/post-filter.ts";
import type { PostAction, PostSnapshot } from "#lib/service/posts/state/post-action.ts";
import { parseSchedule } from "./parse-schedule.ts";

/** One post of a change request. */
export type RequestedPost = { id: string; version: number | null; time: string | null };

/**
 * Returns the posts of a change, each once, in the order of the request.
 * @throws Refusal `invalid_request` for a contradictory body: both or neither of posts and filter, or a time where none
 * belongs.
 */
export async function resolveRequestedPosts(
  tx: Tx,
  actor: Actor,
  input: BulkChange,
  clock: Clock,
): Promise<RequestedPost[]> {
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

function requireValidBulkAction({ action, posts, filter, start, grace_seconds, unconfirmed }: BulkChange): void {
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
}

/**
 * Returns a function that gives each post its action. With `start` the earliest schedulable post gets that time, and
 * the others keep their distance to it in elapsed time.
 * @throws Refusal `invalid_request` for a start that is not a valid time.
 */
export function createActionResolver(
  input: BulkChange,
  stands: readonly PostSnapshot[],
  now: Date,
): (wanted: RequestedPost, stand: PostSnapshot) => PostAction | Refusal {
  const { action } = input;
  const graceMs = (input.grace_seconds ?? 0) * 1000;
  if (action === "publish") return () => ({ type: "publish", graceMs });
  if (action === "retry") return () => ({ type: "retry", graceMs, unconfirmed: input.unconfirmed ?? null });
  if (action !== "schedule") return () => ({ type: action });
  if (input.start === undefined) return (wanted) => timeOf(wanted.time, now);
  const start = parseSchedule(input.start, now, "start");
  const times = stands.filter(isMovable).flatMap((stand) => stand.scheduledFor?.getTime() ?? []);
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
    return { type: "schedule", at: parseSchedule(time, now) };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function wrong(message: string, field: string): Refusal {
  return new Refusal("invalid_request", message, field);
}

/**
 * Returns the ids of the member's own posts that match a filter, newest first.
 * @throws Refusal `invalid_request` when more match than one change may have; `forbidden` for another member's posts.
 */
async function requireFilteredPostIds(
  tx: Tx,
  actor: Actor,
  filter: PostFilter,
  action: BulkAction,
  clock: Clock,
): Promise<string[]> {
  if (filter.member !== undefined && filter.member !== actor.memberId) {
    throw new Refusal("forbidden", "Only the author can change a post.", "filter.member");
  }
  const values = createSqlValues();
  const wanted: PostFilter = action === "restore" ? { ...filter, deleted: "true" } : filter;
  const where = toWhereSql(parsePostFilter(actor, wanted, clock.now()), values);
  const { rows } = await tx.client.query<{ id: string }>(
    `select id from posts where ${where} order by created_at desc, id desc limit ${limits.postsPerChange + 1}`,
    values.list,
  );
  if (rows.length > limits.postsPerChange) {
    const message = `More than ${limits.postsPerChange.toLocaleString("en-GB")} posts match, the maximum for one change. Narrow the filter.`;
    throw new Refusal("invalid_request", message, "filter");
  }
  return rows.map(({ id }) => id);
}
