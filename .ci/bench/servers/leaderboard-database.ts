import type pg from "pg";
import { compactLeaderboards } from "#lib/service/leaderboard/compact-leaderboards.ts";
import type { CreatedOrganization } from "#lib/service/members/create-organization.ts";
import { openSeededDatabase, type SeededDatabase } from "./seeded-database.ts";

/** Claims of one member: 100 members have 1,000 of them, 100,000 members a million. */
const claimsEach = 10;
const days = 365;

/**
 * A database with so many claims in the ledger, spread over a year, the members' days and totals that follow from them,
 * and the boards that the triggers keep. Written by statements over all rows, without the triggers of the boards, whose
 * work is done once for all at the end.
 */
export async function seedClaims(claims: number): Promise<SeededDatabase> {
  const filled = await openSeededDatabase((client, org) => writeClaims(client, org, claims));
  await compactLeaderboards(filled.database.pool);
  await filled.database.pool.query("vacuum analyze board_counts, board_count_deltas");
  return filled;
}

async function writeClaims(client: pg.Client, org: CreatedOrganization, claims: number): Promise<void> {
  const members = claims / claimsEach;
  const all = "'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid";
  await client.query(`
    alter table member_days disable trigger user;
    alter table member_totals disable trigger user;
    insert into members (id, org_id, name, email, role, created_at)
      select gen_random_uuid(), '${org.orgId}', 'Member ' || n, 'm@example.org', 'member', now() - interval '2 years'
      from generate_series(2, ${members}) as n;
    update members set created_at = now() - interval '2 years';
    create temporary table people as select row_number() over (order by id) - 1 as n, id from members;
    create temporary table places as select row_number() over (order by id) - 1 as n, id from channels;
    create temporary table given as
      select gen_random_uuid() as post_id, people.id as member_id, places.id as channel_id,
        -- Of each member another number, so that few of many share a rank.
        (10 + (made.n * 7919 % 40) * 5 + people.n % 97)::int as points,
        now() - (made.n * 104729 % ${days * 24}) * interval '1 hour' as at
      from generate_series(1::bigint, ${claims}) as made (n)
      join people on people.n = made.n % ${members}
      join places on places.n = made.n * 31 % 3;
    -- The caller stands on every board, or a rank would be compared with none.
    update given set at = now() where member_id = '${org.memberId}' and post_id in
      (select post_id from given where member_id = '${org.memberId}' limit 6);
    analyze people, places, given;
    insert into claims (post_id, org_id, member_id, channel_id, platform, submission_id, points, state, awarded, decided_at,
        published_at, evidence, words)
      select post_id, '${org.orgId}', member_id, channel_id, 'x', post_id, points, 'approved', points, at, at, '{}', '' from given;
    update claims set state = 'pending', awarded = null, decided_at = null where post_id in
      (select post_id from claims where member_id = '${org.memberId}' order by published_at limit 3);
    delete from given where post_id in (select post_id from claims where state = 'pending');
    insert into ledger (org_id, member_id, post_id, channel_id, kind, points, amount, at)
      select '${org.orgId}', member_id, post_id, channel_id, 'approval', points, points, at from given;
    insert into member_days (org_id, member_id, day, channel_id, points)
      select '${org.orgId}', member_id, (at at time zone 'UTC')::date, channel_id, sum(points) from given group by 2, 3, 4;
    delete from board_points;
    delete from board_count_deltas;
    delete from member_totals;
    insert into member_totals (member_id, org_id, points)
      select p.id, '${org.orgId}', coalesce(sum(g.points), 0) from people p left join given g on g.member_id = p.id group by 1;
    insert into board_points (org_id, period, start, channel_id, member_id, name, active, points)
      select t.org_id, 'all', '-infinity', ${all}, t.member_id, m.name, true, t.points
      from member_totals t join members m on m.id = t.member_id;
    insert into board_points (org_id, period, start, channel_id, member_id, name, active, points)
      select d.org_id, b.period, b.start, b.channel_id, d.member_id, m.name, true, sum(d.points)
      from member_days d join members m on m.id = d.member_id
      cross join lateral (values
        ('all', '-infinity'::date, d.channel_id),
        ('month', date_trunc('month', d.day::timestamp)::date, d.channel_id), ('month', date_trunc('month', d.day::timestamp)::date, ${all}),
        ('week', date_trunc('week', d.day::timestamp)::date, d.channel_id), ('week', date_trunc('week', d.day::timestamp)::date, ${all})
      ) as b (period, start, channel_id)
      -- As the hourly sweep leaves them.
      where b.period = 'all' or b.start >= date_trunc('month', now() - interval '1 month')
      group by 1, 2, 3, 4, 5, 6;
    alter table member_days enable trigger user;
    alter table member_totals enable trigger user;
  `);
}
