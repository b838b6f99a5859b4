import type { Tx } from "#lib/service/db/transaction.ts";
import type { MaterializedLeaderboard } from "./leaderboard-selection.ts";
import { getHistogramBucket, getHistogramBucketEnd } from "./points-histogram.ts";

export type LeaderboardClient = Pick<Tx["client"], "query">;

/** A part of a `with`: the members in each bucket of the board that $1 to $4 name. */
export const countedBucketsSql = `counted as materialized (
    select bucket, sum(members)::int as members from (
      select bucket, members from board_counts where org_id = $1 and period = $2 and start = $3 and channel_id = $4
      union all
      select bucket, delta from board_count_deltas where org_id = $1 and period = $2 and start = $3 and channel_id = $4
    ) as each group by bucket)`;

/** SQL for the rank of the points of `asked (points, bucket, bucket_end)`, beside `counted`. */
export const countedRankSql = `1 + coalesce((select sum(members) from counted where bucket > asked.bucket), 0)::int
    + (select count(*) from board_points b where b.org_id = $1 and b.period = $2 and b.start = $3 and b.channel_id = $4
        and b.active and b.points > asked.points and b.points < asked.bucket_end)::int`;

/** SQL for the number of members of the board, beside `counted`. @param isWhole SQL: true if those without points count */
export const leaderboardTotalSql = (isWhole: string): string =>
  `coalesce((select sum(members) from counted where ${isWhole} or bucket > 0), 0)::int`;

const ranksSql = `
  with ${countedBucketsSql}
  select asked.points, ${countedRankSql} as rank, ${leaderboardTotalSql("$8")} as total
  from unnest($5::int[], $6::int[], $7::bigint[]) as asked (points, bucket, bucket_end)`;

/**
 * The ranks of so many points on a board, and how many members stand on it. Reads a few hundred counters and the members
 * of one bucket, never all of the board.
 */
export async function getRanksOfPoints(
  db: LeaderboardClient,
  leaderboard: MaterializedLeaderboard,
  points: readonly number[],
): Promise<{ of: Map<number, number>; total: number }> {
  const distinctPoints = [...new Set(points)];
  // The total comes with a rank, so one is always asked for.
  if (distinctPoints.length === 0) distinctPoints.push(0);
  const { rows } = await db.query<{ points: number; rank: number; total: number }>({
    name: "board-ranks",
    text: ranksSql,
    values: [
      leaderboard.orgId,
      leaderboard.period,
      leaderboard.start,
      leaderboard.channelId,
      distinctPoints,
      distinctPoints.map(getHistogramBucket),
      distinctPoints.map(getHistogramBucketEnd),
      leaderboard.least <= 0,
    ],
  });
  return { of: new Map(rows.map((row) => [row.points, row.rank])), total: rows[0]?.total ?? 0 };
}
