import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postStatuses } from "#lib/contract/resources/post-statuses.ts";
import type { Post } from "#lib/contract/types.ts";
import {
  close,
  filterNaively,
  get,
  open,
  other,
  queryOf,
  type RandomPostQuery,
  randomPostQuery,
  service,
  sortNaively,
  times,
} from "#lib/service/posts/testing/find-posts-fixture.ts";

beforeAll(open);
afterAll(close);

describe("any filter of posts", () => {
  test("the page and total equal those of the same filter in plain JavaScript", async () => {
    await fc.assert(
      fc.asyncProperty(randomPostQuery, async (one) => {
        const query = queryOf(one);
        for (const [name, value] of Object.entries({ sort: one.sort, order: one.order })) query.set(name, value);
        query.set("limit", String(one.limit));
        query.set("offset", String(one.offset));
        const { wire } = await get(`/posts?${query}`);
        const all = sortNaively(filterNaively(one), one);
        expect(wire.pagination).toEqual({ limit: one.limit, offset: one.offset, total: all.length });
        const ids = wire.data.map((post: Post) => post.id);
        expect(ids).toEqual(all.slice(one.offset, one.offset + one.limit).map((row) => row.id));
      }),
      { numRuns: 400 },
    );
  }, 60_000);

  test("the counts by status match the list", async () => {
    await fc.assert(
      fc.asyncProperty(randomPostQuery, async (one) => {
        const query = queryOf({ ...one, status: [] });
        const found = filterNaively({ ...one, status: [] });
        const counts = postStatuses.map((status) => [status, found.filter((row) => row.status === status).length]);
        expect((await get(`/posts/counts?${query}`)).wire.data).toEqual(Object.fromEntries(counts));
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  test("the export holds all posts of the list, newest first", async () => {
    await fc.assert(
      fc.asyncProperty(randomPostQuery, async (one) => {
        const query = queryOf(one);
        const { wire } = await get(`/posts/export?format=json&${query}`);
        const all = sortNaively(filterNaively(one), { ...one, sort: "created", order: "desc" });
        expect(wire.map((post: Post) => post.id)).toEqual(all.map((row) => row.id));
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  test("scanning an index and collecting all matches give the same order", async () => {
    // The strategy changes at 2,000 matches: this test has enough of one kind for an index scan.
    await service.database.pool.query(
      `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points,
         created_at, scheduled_for, published_at)
       select gen_random_uuid(), $1, $2, gen_random_uuid(), $3, 'x', ($4::text[])[1 + n % 6], 'thread', '[{"text":"many"}]', 20,
         at, case when n % 2 = 0 then at - (n % 17) * interval '1 hour' end,
         case when n % 6 = 3 then at + interval '1 hour' end
       from (select n, now() - n * interval '1 minute' as at from generate_series(1, 5000) as n) as made`,
      [other.orgId, other.memberId, other.channelIds[0], postStatuses],
    );
    await service.database.pool.query("analyze posts");
    const read = await service.database.pool.query("select * from posts where org_id = $1 and deleted_at is null", [
      other.orgId,
    ]);
    // More channels than the index scan accepts.
    const many = [other.channelIds[0], ...Array.from({ length: 12 }, () => crypto.randomUUID())]
      .map((id) => `&channel=${id}`)
      .join("");
    for (const sort of times) {
      for (const order of ["asc", "desc"] as const) {
        for (const more of [
          "",
          "&status=scheduled&status=published&status=draft",
          `&channel=${other.channelIds[0]}`,
          many,
        ]) {
          for (const offset of [0, 790, 2_480, 2_900, 4_990]) {
            const { wire } = await get(
              `/posts?member=all&sort=${sort}&order=${order}&limit=100&offset=${offset}${more}`,
              other.key,
            );
            const picked = read.rows.filter(
              (row) =>
                (!more.includes("status") || ["scheduled", "published", "draft"].includes(row.status)) &&
                (!more.includes("channel") || row.channel_id === other.channelIds[0]),
            );
            const all = sortNaively(picked, { sort, order } as RandomPostQuery);
            expect(wire.pagination.total).toBe(all.length);
            expect(wire.data.map((post: Post) => post.id)).toEqual(
              all.slice(offset, offset + 100).map((row) => row.id),
            );
          }
        }
      }
    }
  }, 60_000);
});
