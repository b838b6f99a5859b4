import type pg from "pg";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { RangeLeaderboard } from "./leaderboard-selection.ts";

/** Ranges of one organization that are kept at once: each approval adds to those that hold its day. */
const rangesMax = 24;
/** One that was asked for within this time stays whatever comes, so that nobody reads what is being dropped. */
const inUseMs = 30_000;

export const toIntervalSql = (count: number) => `interval '${count} milliseconds'`;
/** Finds a range by `daysOf`. */
export const whereSameRangeSql = "org_id = $1 and first = $2 and last = $3 and channel_id = $4 and dropped_at is null";
export const toRangeParameters = ({ orgId, from, to, channelId }: RangeLeaderboard) => [orgId, from, to, channelId];

type RangeClient = Pick<pg.ClientBase, "query">;

/** Until the transaction ends no points are added and no member changes: as `share_board_ranges` of the database. */
export async function lockRangeLeaderboards(client: RangeClient, orgId: string): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtextextended('board ranges ' || $1::uuid::text, 0))", [orgId]);
}

/**
 * The range that was not asked for longest makes room for another.
 * @throws Refusal `rate_limited` when each of them is looked at
 */
export async function evictRangeLeaderboard(client: RangeClient, orgId: string): Promise<void> {
  const { rows } = await client.query<{ id: string; isInUse: boolean }>(
    `select id, asked_at > now() - ${toIntervalSql(inUseMs)} as "isInUse" from board_ranges
     where org_id = $1 and dropped_at is null order by asked_at desc, id desc offset ${rangesMax - 1}`,
    [orgId],
  );
  if (rows.some((row) => row.isInUse)) {
    throw createTooManyRangesRefusal(`Your organization has more than ${rangesMax} date ranges open.`);
  }
  await client.query("update board_ranges set dropped_at = now() where id = any($1)", [rows.map((row) => row.id)]);
}

export function createTooManyRangesRefusal(why: string): Refusal {
  return new Refusal("rate_limited", `${why} Try again in half a minute.`, "from", inUseMs / 1_000);
}
