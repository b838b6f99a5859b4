import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drizzle, runMigrations } from "./drizzle-exports.ts";
import { migrate } from "./migrate.ts";
import { openTestDatabase, type TestDatabase } from "./testing/test-database.ts";

const migrations = join(import.meta.dirname, "migrations");
let database: TestDatabase;
let folder: string;

/** The schema of the first version. */
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query("drop schema public cascade; drop schema drizzle cascade; create schema public");
  folder = mkdtempSync(join(tmpdir(), "pw-first-"));
  mkdirSync(join(folder, "meta"));
  const journal = JSON.parse(readFileSync(join(migrations, "meta", "_journal.json"), "utf8"));
  const first = { ...journal, entries: journal.entries.slice(0, 1) };
  writeFileSync(join(folder, "meta", "_journal.json"), JSON.stringify(first));
  cpSync(join(migrations, "0000_first.sql"), join(folder, "0000_first.sql"));
  const client = await database.pool.connect();
  await runMigrations(drizzle({ client }), { migrationsFolder: folder });
  client.release();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

test("posts of the first version keep their counts and get their planned times and search text", async () => {
  const { pool } = database;
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
  const [org, ines, tom, one, two] = [id(1), id(2), id(3), id(4), id(5)];
  await pool.query(`insert into organizations (id, name, slug) values ('${org}', 'North', 'north')`);
  await pool.query(
    `insert into members (id, org_id, name, email, role) select id, $1, 'M', 'm@example.org', 'member' from unnest($2::uuid[]) as id`,
    [org, [ines, tom]],
  );
  await pool.query(
    `insert into channels (id, org_id, platform, name, username) select id, $1, 'x', 'X', id::text from unnest($2::uuid[]) as id`,
    [org, [one, two]],
  );
  const write = (from: number, to: number) =>
    pool.query(
      `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points,
         created_at, scheduled_for, deleted_at)
       select gen_random_uuid(), $1, case when n % 3 = 0 then $2::uuid else $3::uuid end, gen_random_uuid(),
         case when n % 4 = 0 then $4::uuid else $5::uuid end, 'x', case when n % 5 = 0 then 'draft' else 'scheduled' end,
         'thread', jsonb_build_array(jsonb_build_object('text', 'Härvest ' || n)), 20, '2026-01-01Z',
         case when n % 5 <> 0 then '2026-02-01Z'::timestamptz end, case when n % 7 = 0 then now() end
       from generate_series($6::int, $7::int) as n`,
      [org, ines, tom, one, two, from, to],
    );
  await write(1, 60);
  // Some deltas are compacted, as a process of that version did, and some are not.
  await pool.query(
    `with taken as (delete from post_count_deltas returning member_id, status, delta)
     insert into post_counts select member_id, status, sum(delta) from taken group by 1, 2`,
  );
  await write(61, 100);

  await migrate(pool);
  // A second run does nothing.
  await migrate(pool);
  await write(101, 120);

  const kept = await pool.query(
    `select scope_id, channel_id, status, sum(n)::int as n from (
       select scope_id, channel_id, status, count as n from post_counts
       union all select scope_id, counted_id, status, delta from post_count_deltas
         cross join lateral (values (org_id), (member_id)) as s (scope_id)
         cross join lateral (values (channel_id), ('00000000-0000-0000-0000-000000000000'::uuid)) as c (counted_id)) as all_of
     group by 1, 2, 3 order by 1, 2, 3`,
  );
  const counted = await pool.query(
    `select scope_id, counted_id as channel_id, status, count(*)::int as n from posts
       cross join lateral (values (org_id), (member_id)) as s (scope_id)
       cross join lateral (values (channel_id), ('00000000-0000-0000-0000-000000000000'::uuid)) as c (counted_id)
     where deleted_at is null group by 1, 2, 3 order by 1, 2, 3`,
  );
  expect(kept.rows.length).toBe(18);
  expect(kept.rows).toEqual(counted.rows);

  const { rows } = await pool.query(
    `select count(*)::int as posts, count(*) filter (where planned_at = coalesce(scheduled_for, created_at))::int as planned,
       count(*) filter (where search @@ post_query('harv'))::int as found from posts`,
  );
  expect(rows[0]).toEqual({ posts: 120, planned: 120, found: 120 });
});
