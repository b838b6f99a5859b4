import type pg from "pg";

const batch = 10_000;

/** Rows of one statement see one snapshot, so a reader counts each delta once: before the fold or in its sum. */
const foldSql = `
  with taken as (
    delete from post_count_deltas where id in (
      select id from post_count_deltas order by id limit $1 for update skip locked)
    returning member_id, status, delta),
  summed as (select member_id, status, sum(delta)::bigint as delta from taken group by member_id, status),
  -- In one order, so that two processes folding at once never wait for each other in a circle.
  kept as (
    insert into post_counts (member_id, status, count)
    select member_id, status, delta from summed order by member_id, status
    on conflict (member_id, status) do update set count = post_counts.count + excluded.count)
  select count(*)::int as folded from taken`;

/**
 * Adds the deltas of post counts to the kept counters and removes them. The total never changes by it; reading it gets
 * cheaper. Cheap when there is nothing to fold; safe beside other processes.
 * @returns how many deltas were folded.
 */
export async function foldPostCounts(pool: pg.Pool): Promise<number> {
  let folded = 0;
  for (;;) {
    const { rows } = await pool.query<{ folded: number }>(foldSql, [batch]);
    const now = rows[0]?.folded ?? 0;
    folded += now;
    if (now < batch) return folded;
  }
}
