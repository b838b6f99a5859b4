import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { fillRangeLeaderboard } from "./fill-range-leaderboard.ts";
import type { LeaderboardSelection, MaterializedLeaderboard, RangeLeaderboard } from "./leaderboard-selection.ts";
import {
  createTooManyRangesRefusal,
  lockRangeLeaderboards,
  toIntervalSql,
  toRangeParameters,
  whereSameRangeSql,
} from "./range-leaderboard-store.ts";

/** Nobody has asked for so long: it is dropped. */
const unusedAfterMs = 10 * 60_000;
/** How late a new asking is noted, so that reading writes little. */
const touchEveryMs = 10_000;
/** How long whoever asks waits for the sums, and how often they look. */
const fillMs = 60_000;
const pollMs = 100;
const batch = 10_000;

type RangeStatus = { id: string; isNoted: boolean; isWhole: boolean };

/**
 * The board of a range of days, in order and kept so by the database. The first who asks has it added up, which takes the
 * longer the more points those days hold; decisions go on meanwhile. From then on it costs no more than a month.
 * @throws Refusal `rate_limited` when too many ranges are asked for at the same time
 */
export async function materializeLeaderboard(
  pool: pg.Pool,
  leaderboard: LeaderboardSelection,
): Promise<MaterializedLeaderboard> {
  if (leaderboard.period !== "range") return leaderboard;
  for (let attempt = 0; attempt * pollMs < fillMs; attempt += 1) {
    if (attempt > 0) await pause(pollMs);
    const id = (await findCompleteRange(pool, leaderboard)) ?? (await fillRangeLeaderboard(pool, leaderboard));
    if (id !== null)
      return {
        orgId: leaderboard.orgId,
        period: `range ${id}`,
        start: leaderboard.from,
        channelId: leaderboard.channelId,
        least: 1,
      };
  }
  throw createTooManyRangesRefusal("The leaderboard of this range is still being computed.");
}

/** @returns the id of the range if it is there and whole, noted as asked for. */
async function findCompleteRange(pool: pg.Pool, leaderboard: RangeLeaderboard): Promise<string | null> {
  const { rows } = await pool.query<RangeStatus>({
    name: "range-found",
    text: `select id, asked_at > now() - ${toIntervalSql(touchEveryMs)} as "isNoted", whole as "isWhole" from board_ranges where ${whereSameRangeSql}`,
    values: toRangeParameters(leaderboard),
  });
  const [found] = rows;
  if (!found?.isWhole) return null;
  if (found.isNoted) return found.id;
  const noted = await pool.query({
    name: "range-asked",
    text: "update board_ranges set asked_at = now() where id = $1 and dropped_at is null",
    values: [found.id],
  });
  return noted.rowCount ? found.id : null;
}

/** Drops ranges that nobody asks for any more. One process at a time. @returns how many went. */
export async function removeUnusedRangeLeaderboards(pool: pg.Pool): Promise<number> {
  const forgotten = `dropped_at is null and asked_at < now() - ${toIntervalSql(unusedAfterMs)}`;
  const { rows } = await pool.query<{ orgId: string }>(
    `select distinct org_id as "orgId" from board_ranges where ${forgotten}`,
  );
  for (const { orgId } of rows) {
    await inTransaction(pool, async ({ client }) => {
      await lockRangeLeaderboards(client, orgId);
      await client.query(`update board_ranges set dropped_at = now() where org_id = $1 and ${forgotten}`, [orgId]);
    });
  }
  const dropped = await pool.query<{ id: string; keys: unknown[] }>(
    `select id, array[org_id::text, 'range ' || id, first::text, channel_id::text] as keys from board_ranges
     where dropped_at is not null`,
  );
  for (const { id, keys } of dropped.rows) {
    for (const part of ["active", "not active"]) await deleteRows(pool, part, keys);
    for (const counts of ["board_count_deltas", "board_counts"]) {
      await pool.query(`delete from ${counts} where ${leaderboardKeys}`, keys);
    }
    await pool.query("delete from board_ranges where id = $1", [id]);
  }
  return dropped.rows.length;
}

const leaderboardKeys = "org_id = $1 and period = $2 and start = $3 and channel_id = $4";

async function deleteRows(pool: pg.Pool, part: string, keys: readonly unknown[]): Promise<void> {
  for (;;) {
    const gone = await pool.query(
      `delete from board_points where ctid = any(array(
         select ctid from board_points where ${leaderboardKeys} and ${part} limit ${batch}))`,
      [...keys],
    );
    if ((gone.rowCount ?? 0) < batch) return;
  }
}
