import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { allChannelsKey } from "./post-counters.ts";

const batch = 10_000;

/** Rows of one statement see one snapshot, so a reader counts each delta once: in the counter or in its own sum. */
const foldSql = `
  with taken as (
    delete from post_count_deltas where id in (
      select id from post_count_deltas order by id limit $1 for update skip locked)
    returning org_id, member_id, channel_id, status, delta),
  each as (
    select scope_id, counted_id as channel_id, status, delta from taken
      cross join lateral (values (org_id), (member_id)) as scope (scope_id)
      cross join lateral (values (channel_id), ('${allChannelsKey}'::uuid)) as counted (counted_id)),
  summed as (select scope_id, channel_id, status, sum(delta)::bigint as delta from each group by 1, 2, 3),
  -- In one order, so that two processes folding at once never wait for each other in a circle.
  kept as (
    insert into post_counts (scope_id, channel_id, status, count)
    select scope_id, channel_id, status, delta from summed order by 1, 2, 3
    on conflict (scope_id, channel_id, status) do update set count = post_counts.count + excluded.count)
  select count(*)::int as folded from taken`;

/**
 * Adds the deltas of post counts to the stored counters and removes the deltas. The total stays the same; reading it
 * gets cheaper. Cheap when there is no delta; safe beside other processes.
 * @returns the number of compacted deltas.
 */
export async function compactPostCounters(pool: pg.Pool): Promise<number> {
  let folded = 0;
  for (;;) {
    const { rows } = await pool.query<{ folded: number }>(foldSql, [batch]);
    const now = rows[0]?.folded ?? 0;
    folded += now;
    if (now < batch) return folded;
  }
}

/** With as many deltas as this, compacting goes on after a second. */
const busyDeltas = 100;

/**
 * After so many removed deltas their table is vacuumed. An index scan reads the entries of removed rows too, and autovacuum
 * comes once a minute: with 16,000 of them a list took 990 µs of the database's time, 430 after a vacuum.
 */
const removedMax = 1_000;

/** Readers are never locked out: cutting the file off at its end would need that, and autovacuum does it at a quiet time. */
const vacuumSql = "vacuum (skip_locked, truncate false) post_count_deltas";

/**
 * Creates the recurring work of each process that publishes. A run compacts, and goes on while many posts change: each list
 * and each count sums what is not compacted. Without this, lists beside a worker that publishes 100 posts a second took half
 * as much again of the database's time (530 for 350 µs).
 */
export function createPostCountersTask(
  pool: pg.Pool,
  rest = (signal: AbortSignal) => pause(1_000, undefined, { signal }).catch(() => undefined),
) {
  // Over all runs: with few changes each removes less.
  let removed = 0;
  const run = async (signal: AbortSignal): Promise<void> => {
    for (; ; await rest(signal)) {
      const compacted = await compactPostCounters(pool);
      removed += compacted;
      if (removed >= removedMax) {
        await pool.query(vacuumSql);
        removed = 0;
      }
      if (compacted < busyDeltas || signal.aborted) return;
    }
  };
  return { name: "post counts", everyMs: 5_000, run };
}
