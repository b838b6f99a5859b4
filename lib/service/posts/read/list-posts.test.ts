import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PostStatus, postStatuses } from "#lib/contract/resources/post-statuses.ts";
import { countStatements } from "#lib/service/db/testing/count-statements.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { compactPostCounters, createPostCountersTask } from "./compact-post-counters.ts";
import { newestFirstSql } from "./post-sql.ts";

let service: TestService;
/** Ids, newest first, with their status. SQL gives every five posts the same time, so that ids decide the order too. */
let made: { id: string; status: PostStatus }[] = [];
beforeAll(async () => {
  service = await openTestService();
  const { org, database } = service;
  await database.pool.query(
    `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points, created_at)
     select gen_random_uuid(), $1, $2, gen_random_uuid(), $3, 'x', ($4::text[])[1 + n % 6], 'thread', '[{"text":"t"}]', 20,
       now() - (n / 5) * interval '1 minute' from generate_series(0, 239) as n`,
    [org.orgId, org.memberId, org.channelIds[0], postStatuses],
  );
  const { rows } = await database.pool.query("select id, status from posts order by created_at desc, id desc");
  made = rows;
  // Another member's posts lie between them and must never appear.
  const peer = await service.addMember("member");
  await service.create({ channels: org.channelIds, text: "peer's" }, peer.key);
});
afterAll(() => service.close());

const list = async (query: string) => (await service.call("GET", `/v1/posts?${query}`, { key: service.org.key })).wire;
const idsOf = (wire: { data: { id: string }[] }) => wire.data.map((post) => post.id);
const queryOf = (statuses: readonly string[]) => statuses.map((status) => `&status=${status}`).join("");

describe("the list of posts", () => {
  test("the member's own posts are listed newest first with the exact total, for any page and statuses", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray([...postStatuses]),
        fc.integer({ min: 1, max: 100 }),
        fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 260 })),
        async (statuses, limit, offset) => {
          const wire = await list(`limit=${limit}&offset=${offset}${queryOf(statuses)}`);
          const all = made.filter((post) => statuses.length === 0 || statuses.includes(post.status));
          expect(idsOf(wire)).toEqual(all.slice(offset, offset + limit).map((post) => post.id));
          expect(wire.pagination).toEqual({ limit, offset, total: all.length });
        },
      ),
      { numRuns: 60 },
    );
  });

  test("the posts that were published last come with the exact total in one statement", async () => {
    const { org, database } = service;
    await database.pool.query(
      `update posts set published_at = created_at + (hashtext(id::text) % 10) * interval '1 day' where status = 'published' and member_id = $1`,
      [org.memberId],
    );
    const { rows } = await database.pool.query<{ id: string }>(
      "select id from posts where status = 'published' and member_id = $1 order by published_at desc, id desc",
      [org.memberId],
    );
    for (const limit of [1, 7, 100]) {
      for (const text of ["full", "excerpt"]) {
        const statements = countStatements();
        const wire = await list(`status=published&sort=published&limit=${limit}&text=${text}`);
        statements.end();
        expect(idsOf(wire)).toEqual(rows.slice(0, limit).map(({ id }) => id));
        expect(wire.pagination).toEqual({ limit, offset: 0, total: rows.length });
        expect(statements.read()).toBe(1);
      }
    }
    const later = await list("status=published&sort=published&limit=5&offset=3");
    expect(idsOf(later)).toEqual(rows.slice(3, 8).map(({ id }) => id));
  });

  test("the order is read from an index: a page of many posts costs no more than its rows", async () => {
    const client = await service.database.pool.connect();
    try {
      await client.query("analyze posts");
      for (const status of ["", "and status = 'draft'"]) {
        const { rows } = await client.query(
          `explain select id from posts where member_id = '${service.org.memberId}' and deleted_at is null ${status}
           ${newestFirstSql} limit 20`,
        );
        const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
        expect(plan).toContain("Index");
        expect(plan).not.toContain("Sort");
      }
    } finally {
      client.release();
    }
  });

  test("compacting the counters changes neither totals nor counts", async () => {
    const counts = async () =>
      (await service.call("GET", "/v1/posts/counts", { key: service.org.key })).wire.data as Record<string, number>;
    const before = await counts();
    expect(before).toEqual(Object.fromEntries(postStatuses.map((status) => [status, 40])));
    expect(await compactPostCounters(service.database.pool)).toBeGreaterThan(0);
    expect(await compactPostCounters(service.database.pool)).toBe(0);
    expect(await counts()).toEqual(before);
    expect((await list("limit=1")).pagination.total).toBe(240);
  });

  test("the total is exact while posts are created, deleted and compacted concurrently", async () => {
    const { org, database } = service;
    const work = Array.from({ length: 30 }, async (_, n) => {
      const [post] = await service.create({ channels: org.channelIds.slice(0, 1), text: `${n}`, draft: true });
      if (n % 3 === 0) await service.call("DELETE", `/v1/posts/${post?.id}`, { key: org.key });
      if (n % 5 === 0) await compactPostCounters(database.pool);
    });
    await Promise.all([...work, compactPostCounters(database.pool), compactPostCounters(database.pool)]);
    expect((await list("limit=1")).pagination.total).toBe(240 + 20);
    await compactPostCounters(database.pool);
    expect((await list("limit=1&status=draft")).pagination.total).toBe(40 + 20);
    const { rows } = await database.pool.query("select count(*)::int as n from post_count_deltas");
    expect(rows[0].n).toBe(0);
  });

  test("while many posts change, their counters are compacted again without a new call, and no longer afterwards", async () => {
    const { org, database } = service;
    const change = () =>
      database.pool.query(
        `insert into post_count_deltas (org_id, member_id, channel_id, status, delta)
         select $1, $2, $3, 'draft', case when n % 2 = 0 then 1 else -1 end from generate_series(1, 200) as n`,
        [org.orgId, org.memberId, org.channelIds[0]],
      );
    const left = async () => (await database.pool.query("select 1 from post_count_deltas")).rowCount;
    const during = [change, left];
    await change();
    const task = createPostCountersTask(database.pool, async () => {
      expect(await left()).toBe(0);
      await during.shift()?.();
    });
    await task.run(new AbortController().signal);
    expect([during, await left()]).toEqual([[], 0]);
    expect((await list("limit=1&status=draft")).pagination.total).toBe(40 + 20);
  });

  test("the index entries of removed counter changes are cleared while posts change, many or few at a time, not only by autovacuum", async () => {
    const { org, database } = service;
    const [many, few] = [400, 90];
    const change = (count: number) =>
      database.pool.query(
        `insert into post_count_deltas (org_id, member_id, channel_id, status, delta)
         select $1, $2, $3, 'draft', case when n % 2 = 0 then 1 else -1 end from generate_series(1, $4::int) as n`,
        [org.orgId, org.memberId, org.channelIds[0], count],
      );
    const { signal } = new AbortController();
    let left = 12;
    const task = createPostCountersTask(database.pool, async () => {
      left -= 1;
      if (left > 0) await change(many);
    });
    const client = await database.pool.connect();
    const countEntries = async () => {
      const { rows } = await client.query(
        `explain (analyze, format json) select delta from post_count_deltas where member_id = '${org.memberId}'`,
      );
      return rows[0]["QUERY PLAN"][0].Plan.Plans[0]["Actual Rows"];
    };
    try {
      await client.query("set enable_seqscan = off; set enable_indexscan = off");
      await change(many);
      await task.run(signal);
      expect(await countEntries()).toBeLessThanOrEqual(1_000 + many);
      for (let run = 0; run < 30; run += 1) {
        await change(few);
        await task.run(signal);
      }
      expect(await countEntries()).toBeLessThanOrEqual(1_000 + few);
    } finally {
      client.release(true);
    }
  });
});
