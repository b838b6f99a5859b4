import type pg from "pg";
import type { CreatedOrganization } from "#lib/service/members/create-organization.ts";
import { compactPostCounters } from "#lib/service/posts/read/compact-post-counters.ts";
import { openSeededDatabase, type SeededDatabase } from "./seeded-database.ts";

/** Minutes between two posts: 720 of them lie in ten days, 2,160 in a month, however many there are. */
export const minutesBetweenPosts = 20;
/** A word of exactly so many posts, in any number of posts. */
export const rareWord = { word: "zanzibar", posts: 30 };
/** A word of every third post. */
export const commonWord = "harvest";

const members = 20;
const channels = 10;

/**
 * A database with so many posts of one organization: nine in ten are the administrator's, most are published, three have
 * one text. Written
 * without indexes and triggers, which are brought back, because a million rows are written only to be read.
 */
export async function seedPosts(posts: number): Promise<SeededDatabase> {
  const filled = await openSeededDatabase((client, org) => writePosts(client, org, posts));
  await compactPostCounters(filled.database.pool);
  return filled;
}

async function writePosts(client: pg.Client, org: CreatedOrganization, posts: number): Promise<void> {
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    "select indexname, indexdef from pg_indexes where tablename = 'posts' and indexname <> 'posts_pkey'",
  );
  await client.query(`
    insert into members (id, org_id, name, email, role)
      select gen_random_uuid(), '${org.orgId}', 'Member ' || n, 'm@example.org', 'member' from generate_series(1, ${members}) as n;
    insert into member_totals (member_id, org_id, points)
      select id, org_id, 100 from members where id not in (select member_id from member_totals);
    insert into channels (id, org_id, platform, name, username, practice)
      select gen_random_uuid(), '${org.orgId}', 'x', 'Channel ' || n, 'channel_' || n, true
      from generate_series(1, ${channels} - 3) as n;
    alter table posts disable trigger user;
    ${indexes.map(({ indexname }) => `drop index ${indexname};`).join("\n")}
    create temporary table texts as
      select n, parts, post_search(parts) as search from (
        select n, jsonb_build_array(jsonb_build_object('text', 'Post ' || n || case when n % 3 = 0 then ' ${commonWord} ' else ' ' end
          || repeat('of words ' || n % 17 || ' ', 14) || case when n = 0 then '${rareWord.word}' else '' end)) as parts
        from generate_series(0, 999) as n) as made;
    create temporary table people as select row_number() over (order by id) - 1 as n, id from members where id <> '${org.memberId}';
    create temporary table places as select row_number() over (order by id) - 1 as n, id from channels;
    analyze texts, people, places;
    insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points,
        scheduled_for, published_at, created_at, updated_at, planned_at, search)
      select gen_random_uuid(), '${org.orgId}', case when made.n % 10 = 3 then people.id else '${org.memberId}'::uuid end,
        md5('submission ' || made.n / 3)::uuid, places.id, 'x', made.status, 'thread', texts.parts, 20,
        case when made.is_planned then made.at + interval '1 day' end,
        case when made.status = 'published' then made.at + interval '1 day' end,
        made.at, made.at, case when made.is_planned then made.at + interval '1 day' else made.at end, texts.search
      from (
        select n, now() - n * interval '${minutesBetweenPosts} minutes' as at, n % 5 < 3 as is_planned,
          case when n % 100 < 92 then 'published' when n % 100 < 95 then 'scheduled' when n % 100 < 97 then 'draft'
            when n % 100 < 99 then 'failed' else 'canceled' end as status
        from generate_series(1, ${posts}) as n) as made
      join texts on texts.n = case when made.n % ${Math.floor(posts / rareWord.posts)} = 0
        and made.n / ${Math.floor(posts / rareWord.posts)} <= ${rareWord.posts} then 0 else 1 + made.n % 999 end
      join people on people.n = made.n / 10 % ${members}
      join places on places.n = made.n / 7 % ${channels};
    insert into planned_parts (post_id, channel_id, number, text, part_key, state, sent_at, remote_id, url, proof)
      select id, channel_id, 1, 'text', id::text, 'sent', published_at, id::text, 'https://x.example/' || id, 'answer'
      from posts where status = 'published';
    ${indexes.map(({ indexdef }) => `${indexdef};`).join("\n")}
    alter table posts enable trigger user;
    insert into post_count_deltas (org_id, member_id, channel_id, status, delta)
      select org_id, member_id, channel_id, status, count(*) from posts group by 1, 2, 3, 4;
  `);
}
