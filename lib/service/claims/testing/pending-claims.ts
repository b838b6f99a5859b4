import type pg from "pg";

export type PendingClaimsSeed = {
  orgId: string;
  memberIds: readonly string[];
  channelId: string;
  count: number;
  points?: number;
  /** Of claim n, counted from 1, as an SQL expression over `n`. */
  text?: string;
  /** The first one is this old, and each later one a second younger. */
  ageSeconds?: number;
};

/**
 * Published posts with their pending claims and ledger lines, as publishing would have left them, many at once: 10,000
 * take about a second. @returns the ids of the claims, oldest first.
 */
export async function addPendingClaims(pool: Pick<pg.Pool, "query">, seed: PendingClaimsSeed): Promise<string[]> {
  const { text = "'Claim number ' || n", points = 20, ageSeconds = 86_400 } = seed;
  const { rows } = await pool.query<{ id: string }>(
    `with wanted as materialized (
       select n, uuidv7() as id, uuidv7() as submission_id, ($2::uuid[])[1 + (n - 1) % cardinality($2::uuid[])] as member_id,
         now() - ($6::int - n) * interval '1 s' as at, ${text} as text
       from generate_series(1, $4::int) as n),
     channel as (select id, platform from channels where id = $3),
     posted as (
       insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points,
         published_at, created_at, updated_at)
       select w.id, $1, w.member_id, w.submission_id, channel.id, channel.platform, 'published', 'thread',
         jsonb_build_array(jsonb_build_object('text', w.text)), $5, w.at, w.at, w.at
       from wanted w, channel),
     claimed as (
       insert into claims (post_id, org_id, member_id, channel_id, platform, submission_id, points, published_at, evidence, words)
       select w.id, $1, w.member_id, channel.id, channel.platform, w.submission_id, $5, w.at,
         jsonb_build_object('parts', jsonb_build_array(jsonb_build_object('text', w.text, 'url', null)), 'images', '[]'::jsonb),
         w.text
       from wanted w, channel),
     told as (
       insert into ledger (org_id, member_id, post_id, channel_id, kind, points, amount, by_member_id, at)
       select $1, w.member_id, w.id, $3, 'claim', 0, $5, w.member_id, w.at from wanted w order by n)
     select id from wanted order by n`,
    [seed.orgId, seed.memberIds, seed.channelId, seed.count, points, ageSeconds],
  );
  return rows.map((row) => row.id);
}
