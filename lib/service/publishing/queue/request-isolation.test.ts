import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseEnv } from "#lib/env.ts";
import { openService, type Service } from "#lib/service/bootstrap/service.ts";
import { createLog } from "#lib/service/core/log.ts";
import { openTestDatabase, type TestDatabase } from "#lib/service/db/testing/test-database.ts";
import { waitUntil } from "#lib/service/publishing/testing/publishing-fixture.ts";

const key = "pw_0123456789abcdefghijklmnopqrstuvwxyz";
/** More than the connections of a process. */
const accounts = 40;

let database: TestDatabase;
let service: Service;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), "pw-beside-"));
  const first = { SETUP_ORG: "Northwind", SETUP_NAME: "Ines", SETUP_EMAIL: "ines@example.org", SETUP_KEY: key };
  const env = parseEnv({ ...first, DATABASE_URL: database.url, DATA_DIR: folder, MEDIA_URL: `file://${folder}/media` });
  service = await openService(env, {
    origin: "http://localhost:3000",
    secret: "the secret that seals in tests, 32 and more",
    log: createLog("silent"),
  });
});
afterAll(async () => {
  await service.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const count = async (of: string): Promise<number> =>
  (await database.pool.query(`select count(*)::int as n ${of}`)).rows[0].n;

test("requests are answered while deliveries on more accounts than connections all wait for the database", async () => {
  const { pool } = database;
  await pool.query(
    `with first as (select c.org_id, m.id as member_id from channels c join members m on m.org_id = c.org_id limit 1),
     made as (insert into channels (id, org_id, platform, name, username, practice)
       select gen_random_uuid(), org_id, 'x', 'Crowd', 'crowd_' || n, true from first, generate_series(1, $1::int) as n returning id)
     insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points, due_at)
       select id, org_id, member_id, id, id, 'x', 'publishing', 'thread', '[{"text": "In the crowd"}]', 20, now() from first, made`,
    [accounts],
  );
  const holder = await pool.connect();
  try {
    // The lock stalls writes, as a checkpoint or a backup on a slow disk does.
    await holder.query("begin");
    await holder.query("select 1 from channels for no key update");
    await service.start();
    const held = "from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await waitUntil("deliveries wait for the database", async () => (await count(held)) >= 8);
    for (let asked = 0; asked < 5; asked += 1) {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await service.fetch(new Request("http://localhost:3000/v1/posts?member=all", { headers }));
      expect(answer.status).toBe(200);
    }
    expect(await count(held)).toBe(8);
  } finally {
    await holder.query("rollback");
    holder.release();
  }
  await waitUntil(
    "all posts are published",
    async () => (await count("from posts where status = 'published'")) === accounts,
  );
});
