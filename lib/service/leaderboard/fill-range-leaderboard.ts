import type pg from "pg";
import { withLongStatementClient } from "#lib/service/db/long-statement-client.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { compactLeaderboards } from "./compact-leaderboards.ts";
import { allChannelsId, type RangeLeaderboard } from "./leaderboard-selection.ts";
import {
  evictRangeLeaderboard,
  lockRangeLeaderboards,
  toRangeParameters,
  whereSameRangeSql,
} from "./stored-range-leaderboards.ts";

/** What one statement of the filling may take. */
const statementMs = 60_000;
/** Members that are written at once: decisions of the organization wait for as long, some ten milliseconds. */
const batch = 1_000;

const fillLock = "hashtextextended('board range ' || $1::text, 0)";

/**
 * Adds a range up, unless somebody does so already.
 *
 * The range is noted while nobody can add points, and in that moment a second connection takes its snapshot. So what was
 * committed before is in the sums of the snapshot, and what comes after finds the range and adds itself. The sums are then
 * written batch by batch, to what was added meanwhile.
 * @returns its id once it is whole; null when it is not this call that fills it, so that the caller looks again
 * @throws Refusal as `makeRoom`
 */
export async function fillRangeLeaderboard(pool: pg.Pool, leaderboard: RangeLeaderboard): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from board_ranges where ${whereSameRangeSql}`,
    toRangeParameters(leaderboard),
  );
  if (rows[0]) {
    await removeAbandonedRange(pool, leaderboard, rows[0].id);
    return null;
  }
  return await withLongStatementClient(pool, statementMs, async (own) => {
    const id = await registerRange(pool, own, leaderboard);
    if (id === null) return null;
    await sumUp(own, leaderboard);
    if (!(await writeSums(own, leaderboard, id))) return null;
    // Each batch left counters of its own, which the next readers would all add up.
    await compactLeaderboards(pool);
    return id;
  });
}

/** What a process left that died while it filled: the lock went with it, and the next who asks begins anew. */
async function removeAbandonedRange(pool: pg.Pool, leaderboard: RangeLeaderboard, id: string): Promise<void> {
  const { rows } = await pool.query<{ isFree: boolean }>(
    `select pg_try_advisory_xact_lock_shared(${fillLock}) as "isFree"`,
    [id],
  );
  if (!rows[0]?.isFree) return;
  await inTransaction(pool, async ({ client }) => {
    await lockRangeLeaderboards(client, leaderboard.orgId);
    await client.query("update board_ranges set dropped_at = now() where id = $1 and not whole", [id]);
  });
}

/** @returns null when another one was faster. */
async function registerRange(pool: pg.Pool, own: pg.Client, leaderboard: RangeLeaderboard): Promise<string | null> {
  return await inTransaction(pool, async ({ client }) => {
    await lockRangeLeaderboards(client, leaderboard.orgId);
    const before = await client.query(
      `select 1 from board_ranges where ${whereSameRangeSql}`,
      toRangeParameters(leaderboard),
    );
    if (before.rows.length > 0) return null;
    await evictRangeLeaderboard(client, leaderboard.orgId);
    const { rows } = await client.query<{ id: string }>(
      "insert into board_ranges (org_id, first, last, channel_id) values ($1, $2, $3, $4) returning id",
      toRangeParameters(leaderboard),
    );
    const id = rows[0]?.id ?? "";
    // Its first statement, which takes the snapshot; and nobody sees the range before the lock is held.
    await own.query("begin isolation level repeatable read");
    await own.query(`select pg_advisory_lock(${fillLock})`, [id]);
    return id;
  });
}

async function sumUp(own: pg.Client, leaderboard: RangeLeaderboard): Promise<void> {
  await own.query("create temporary table range_sums (place int primary key, member_id uuid, points int)");
  await own.query(
    `insert into range_sums select row_number() over (order by member_id), member_id, points from (
       select member_id, sum(points)::int as points from member_days
       where org_id = $1 and day between $2 and $3 and ($4::uuid = '${allChannelsId}' or channel_id = $4)
       group by member_id having sum(points) <> 0) as summed`,
    toRangeParameters(leaderboard),
  );
  await own.query("commit");
}

/** @returns false when the range was dropped meanwhile. */
async function writeSums(own: pg.Client, leaderboard: RangeLeaderboard, id: string): Promise<boolean> {
  const { rows } = await own.query<{ count: number }>("select count(*)::int as count from range_sums");
  const count = rows[0]?.count ?? 0;
  for (let done = 0; ; done += batch) {
    const isLast = done + batch >= count;
    await own.query("begin");
    // So nobody changes a name, or adds to the same rows in another order.
    await lockRangeLeaderboards(own, leaderboard.orgId);
    const stays = await own.query(
      "update board_ranges set asked_at = now(), whole = $2 where id = $1 and dropped_at is null",
      [id, isLast],
    );
    if (!stays.rowCount) return false;
    await own.query({
      name: "range-sums-written",
      text: `insert into board_points (org_id, period, start, channel_id, member_id, name, active, points)
             select $1, 'range ' || $2, $3, $4, m.id, m.name, m.removed_at is null, s.points
             from range_sums s join members m on m.id = s.member_id
             where s.place > $5 and s.place <= $6 order by m.id
             on conflict (member_id, period, start, channel_id) do update set points = board_points.points + excluded.points`,
      values: [leaderboard.orgId, id, leaderboard.from, leaderboard.channelId, done, done + batch],
    });
    await own.query("commit");
    if (isLast) return true;
  }
}
