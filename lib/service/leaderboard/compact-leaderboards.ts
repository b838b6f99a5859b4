import type pg from "pg";
import { dayMs } from "#lib/time/time-units.ts";
import { getStartOfMonth, getStartOfWeek } from "./leaderboard-selection.ts";

const batch = 10_000;

/** Rows of one statement see one snapshot, so a reader counts each delta once: before the fold or in its sum. */
const compactSql = `
  with taken as (
    delete from board_count_deltas where id in (
      select id from board_count_deltas order by id limit $1 for update skip locked)
    returning org_id, period, start, channel_id, bucket, delta),
  summed as (select org_id, period, start, channel_id, bucket, sum(delta)::int as delta from taken group by 1, 2, 3, 4, 5),
  -- In one order, so that two processes folding at once never wait for each other in a circle.
  kept as (
    insert into board_counts (org_id, period, start, channel_id, bucket, members)
    select org_id, period, start, channel_id, bucket, delta from summed order by 1, 2, 3, 4, 5
    on conflict (org_id, period, start, channel_id, bucket) do update set members = board_counts.members + excluded.members)
  select count(*)::int as folded from taken`;

/**
 * Adds the deltas of boards to the kept counters. No rank changes by it; reading one gets cheaper. Safe beside other
 * processes. @returns how many deltas were folded.
 */
export async function compactLeaderboards(pool: pg.Pool): Promise<number> {
  let folded = 0;
  for (;;) {
    const { rows } = await pool.query<{ folded: number }>(compactSql, [batch]);
    const now = rows[0]?.folded ?? 0;
    folded += now;
    if (now < batch) return folded;
  }
}

/**
 * Removes boards of months and weeks that are over. Those of the last one stay: a process whose clock is behind still
 * asks for them. @returns how many rows went.
 */
export async function removePastLeaderboards(pool: pg.Pool, now: Date): Promise<number> {
  const week = getStartOfWeek(new Date(now.getTime() - 7 * dayMs));
  const month = getStartOfMonth(new Date(Date.parse(getStartOfMonth(now)) - dayMs));
  const past = "((period = 'month' and start < $1) or (period = 'week' and start < $2))";
  let dropped = 0;
  for (;;) {
    const gone = await pool.query(
      `delete from board_points where ctid = any(array(
         select ctid from board_points where ${past} and period in ('month', 'week') limit ${batch}))`,
      [month, week],
    );
    dropped += gone.rowCount ?? 0;
    if ((gone.rowCount ?? 0) < batch) break;
  }
  await pool.query(`delete from board_counts where ${past} and members = 0`, [month, week]);
  return dropped;
}
