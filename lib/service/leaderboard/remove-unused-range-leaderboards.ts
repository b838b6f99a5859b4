import type pg from "pg";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { lockRangeLeaderboards, toIntervalSql } from "./stored-range-leaderboards.ts";

/** Nobody has asked for so long: it is dropped. */
const unusedAfterMs = 10 * 60_000;
const batch = 10_000;

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
