import type { PlannedPost } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { and, asc, eq, inArray, isNull, sql } from "#lib/service/db/drizzle-exports.ts";
import { channels, posts } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { recordPostEvent } from "#lib/service/posts/events/record-post-events.ts";
import { type HoldFacts, holdFactsSql, presentHold } from "#lib/service/posts/read/post-hold.ts";
import type { PostRow } from "#lib/service/posts/read/require-post.ts";
import { savePostState, toPostState } from "#lib/service/posts/state/save-post-state.ts";
import { transitionPost } from "#lib/service/posts/state/transitions.ts";
import { canUseChannelSql } from "./channel-access.ts";

const textCharacters = 200;
/**
 * Released posts that are due earlier than this get their wake-up at once; the sweep, which looks further ahead, arms
 * later ones.
 */
const soonMs = 180_000;

/** Lists a member's scheduled posts, soonest first. The caller has checked permissions. */
export async function listMemberScheduledPosts(
  db: Pick<Tx["client"], "query">,
  memberId: string,
  page: { limit: number; offset: number },
): Promise<{ planned: PlannedPost[]; total: number }> {
  type Row = {
    id: string;
    platform: string;
    name: string;
    at: Date;
    text: string | null;
    hold: HoldFacts | null;
    total: string;
  };
  const { rows } = await db.query<Row>({
    name: "list-planned",
    text: `select p.id, p.platform, c.name, p.scheduled_for as at, left(p.parts -> 0 ->> 'text', ${textCharacters}) as text,
             ${holdFactsSql("p", "c")} as hold, count(*) over () as total
           from posts p join channels c on c.id = p.channel_id
           where p.member_id = $1 and p.status = 'scheduled' and p.deleted_at is null
           order by p.scheduled_for, p.id limit $2 offset $3`,
    values: [memberId, page.limit, page.offset],
  });
  const planned = rows.map((row) => ({
    id: row.id,
    channel: row.platform,
    channel_name: row.name,
    scheduled_for: row.at.toISOString(),
    text: row.text ?? "",
    hold: presentHold(row.hold),
  }));
  const total = rows[0] ? Number(rows[0].total) : await countMemberScheduledPosts(db, memberId);
  return { planned, total };
}

export async function countMemberScheduledPosts(db: Pick<Tx["client"], "query">, memberId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>({
    name: "count-planned",
    text: "select count(*)::int as n from posts where member_id = $1 and status = 'scheduled' and deleted_at is null",
    values: [memberId],
  });
  return rows[0]?.n ?? 0;
}

/**
 * Puts a member's scheduled posts on hold: no worker leases them until their release. A post that a worker leases at
 * this moment is being published and is not put on hold.
 */
export async function holdMemberPosts(tx: Tx, memberId: string): Promise<void> {
  await tx.client.query(
    "update posts set due_at = null where member_id = $1 and status = 'scheduled' and due_at is not null and deleted_at is null",
    [memberId],
  );
}

/** Releases posts on hold: at their time, or as drafts where that has passed. */
export async function resumeMemberPosts(
  tx: Tx,
  actor: Actor,
  memberId: string,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<void> {
  const now = context.clock.now();
  const past = await tx.client.query<{ id: string }>(
    "select id from posts where member_id = $1 and status = 'scheduled' and deleted_at is null and scheduled_for <= $2",
    [memberId, now],
  );
  await moveAll(
    tx,
    actor,
    await lockScheduledPosts(
      tx,
      memberId,
      past.rows.map((row) => row.id),
    ),
    context,
    "draft",
  );
  const due = await tx.client.query<{ id: string; channel_id: string; due_at: Date }>(
    `update posts set due_at = scheduled_for where member_id = $1 and status = 'scheduled' and deleted_at is null
     returning id, channel_id, due_at`,
    [memberId],
  );
  const soon = due.rows.filter((row) => row.due_at.getTime() - now.getTime() < soonMs);
  for (const row of soon) await context.wakeAt(tx, { id: row.id, channelId: row.channel_id }, row.due_at);
}

export type ScheduledPostsAction =
  | { type: "cancel" }
  | { type: "reassign"; to: { id: string; name: string }; credit: "author" | "taker" };

/**
 * Cancels a member's scheduled posts, or transfers them to another member, who owns them from then on. Their points
 * stay with the former owner, or go to the new one.
 * @param ids some of them; null for the first `max`
 * @throws Refusal `conflict` where a channel is not open to the new owner
 */
export async function applyScheduledPostsAction(
  tx: Tx,
  actor: Actor,
  options: { memberId: string; ids: readonly string[] | null; max: number },
  action: ScheduledPostsAction,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<{ changed: number; drafts: number; left: number }> {
  const rows = await lockScheduledPosts(tx, options.memberId, options.ids, options.max);
  const now = context.clock.now();
  let drafts = 0;
  if (action.type === "cancel") await moveAll(tx, actor, rows, context, "cancel");
  else {
    await requireChannelAccess(tx, rows, action.to);
    const ids = rows.map((row) => row.id);
    const creditTo = action.credit === "taker" ? null : sql`coalesce(${posts.creditTo}, ${posts.memberId})`;
    await tx.update(posts).set({ memberId: action.to.id, creditTo }).where(inArray(posts.id, ids));
    await recordPostEvent(tx, actor, "reassigned", ids, context.clock);
    const late = rows.filter((row) => row.scheduledFor === null || row.scheduledFor <= now);
    drafts = late.length;
    await moveAll(tx, actor, late, context, "draft");
    const again = rows.filter((row) => !late.includes(row));
    for (const row of again) {
      const next = row.scheduledFor
        ? transitionPost(toPostState(row), { type: "schedule", at: row.scheduledFor }, now)
        : toPostState(row);
      await savePostState(tx, row, next, context);
    }
  }
  return { changed: rows.length, drafts, left: await countMemberScheduledPosts(tx.client, options.memberId) };
}

/**
 * Requires that the new owner may use the posts' channels: otherwise they would own posts that they could not have
 * scheduled.
 * @throws Refusal `conflict` that names the channels
 */
async function requireChannelAccess(tx: Tx, rows: readonly PostRow[], to: { id: string; name: string }): Promise<void> {
  const shut = await tx
    .select({ name: channels.name })
    .from(channels)
    .where(
      and(inArray(channels.id, [...new Set(rows.map((row) => row.channelId))]), sql`not ${canUseChannelSql(to.id)}`),
    )
    .orderBy(asc(channels.name))
    // Nobody may change a channel's members until the transfer is done.
    .for("share");
  if (shut.length === 0) return;
  const names = new Intl.ListFormat("en-GB").format(shut.map(({ name }) => name));
  throw new Refusal(
    "conflict",
    `${names} ${shut.length === 1 ? "is" : "are"} for named members only, and ${to.name} is not one of them. Nothing was changed. Let them use it first, or choose another member.`,
    "to",
  );
}

async function lockScheduledPosts(
  tx: Tx,
  memberId: string,
  ids: readonly string[] | null,
  max?: number,
): Promise<PostRow[]> {
  if (ids?.length === 0) return [];
  const planned = [eq(posts.memberId, memberId), eq(posts.status, "scheduled"), isNull(posts.deletedAt)];
  if (ids) planned.push(inArray(posts.id, ids.filter(isUuid)));
  const found = tx
    .select()
    .from(posts)
    .where(and(...planned))
    // Ordered by id, so that two concurrent decisions wait for each other and never deadlock.
    .orderBy(asc(posts.id));
  return max === undefined ? await found.for("update") : await found.limit(max).for("update");
}

async function moveAll(
  tx: Tx,
  actor: Actor,
  rows: readonly PostRow[],
  context: Pick<Context, "clock" | "wakeAt">,
  to: "draft" | "cancel",
): Promise<void> {
  const now = context.clock.now();
  const event = to === "draft" ? "take_back" : "cancel";
  for (const row of rows) await savePostState(tx, row, transitionPost(toPostState(row), { type: event }, now), context);
  const ids = rows.map((row) => row.id);
  if (to === "cancel") await recordPostEvent(tx, actor, "canceled", ids, context.clock);
  else await recordPostEvent(tx, actor, "edited", ids, context.clock, { from: "scheduled", status: "draft" });
}
