import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filterStatuses } from "#lib/contract/resources/filter-statuses.ts";
import type { Submission } from "#lib/contract/types.ts";
import { parsePostFilter } from "#lib/service/posts/read/post-filter.ts";
import { scanPostIds } from "#lib/service/posts/read/scan-post-ids.ts";
import {
  close,
  filterNaively,
  get,
  open,
  other,
  queryOf,
  type RandomPostQuery,
  randomPostQuery,
  rows,
  service,
  sortNaively,
} from "#lib/service/posts/testing/find-posts-fixture.ts";

beforeAll(open);
afterAll(close);

type Row = (typeof rows)[number];
const groupOf = (row: Row) => `${row.submission_id} ${row.member_id}`;
/** Implements the grouping a second time: the first match of each submission, in the page's order. */
const headsNaively = (one: RandomPostQuery) => {
  const seen = new Set<string>();
  return sortNaively(filterNaively(one), one).filter((row) => !seen.has(groupOf(row)) && seen.add(groupOf(row)));
};
const isRecent = (row: Row) => row.deleted_at !== null && row.deleted_at.getTime() > Date.now() - 30 * 86_400_000;
const postsNaively = (head: Row, one: RandomPostQuery) =>
  rows.filter((row) => groupOf(row) === groupOf(head) && (one.deleted ? isRecent(row) : row.deleted_at === null));

describe("any filter of submissions", () => {
  test("a page has each submission with a match once, whole, at the place of its first match", async () => {
    await fc.assert(
      fc.asyncProperty(randomPostQuery, async (one) => {
        const query = queryOf(one);
        for (const name of ["sort", "order", "limit", "offset"] as const) query.set(name, String(one[name]));
        const { wire } = await get(`/submissions?${query}`);
        const all = headsNaively(one);
        expect(wire.pagination).toEqual({ limit: one.limit, offset: one.offset, total: all.length });
        const page = all.slice(one.offset, one.offset + one.limit);
        expect(wire.data.map(({ id }: Submission) => id)).toEqual(page.map((row) => row.submission_id));
        const whole = wire.data.map(({ posts }: Submission) => posts.map(({ id }) => id).sort());
        expect(whole).toEqual(
          page.map((row) =>
            postsNaively(row, one)
              .map(({ id }) => id)
              .sort(),
          ),
        );
      }),
      { numRuns: 250 },
    );
  }, 60_000);

  test("the counts are the numbers of submissions with a post in the status", async () => {
    await fc.assert(
      fc.asyncProperty(randomPostQuery, async (one) => {
        const query = queryOf({ ...one, status: [] });
        const count = (status: RandomPostQuery["status"]) => headsNaively({ ...one, status }).length;
        const counts = Object.fromEntries(filterStatuses.map((status) => [status, count([status])]));
        expect((await get(`/submissions/counts?${query}`)).wire.data).toEqual({ all: count([]), ...counts });
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  test("the walk along an index finds the same first posts as a sort of all", async () => {
    const actor = {
      memberId: service.org.memberId,
      orgId: service.org.orgId,
      role: "admin",
      scopes: new Set(),
    } as never;
    await fc.assert(
      fc.asyncProperty(randomPostQuery, async (one) => {
        const asked = { ...one, member: one.member === "foreign" ? "own" : one.member } as const;
        const query = Object.fromEntries(queryOf({ ...asked, status: [], channel: [] }));
        const channel = one.channel.map((at) => service.org.channelIds[at] ?? "");
        const filter = { ...query, status: one.status, channel };
        const pick = parsePostFilter(actor, filter as never, new Date());
        const { sort, order, limit, offset } = one;
        const ids = await scanPostIds(service.database.pool, pick, {
          sort,
          order,
          limit,
          offset,
          isBySubmission: true,
        });
        expect(ids).toEqual(
          headsNaively(asked)
            .slice(offset, offset + limit)
            .map(({ id }) => id),
        );
      }),
      { numRuns: 250 },
    );
  }, 60_000);
});

test("a total of more than 1,000 submissions is a lower bound of 1,000, in the list and in the counts", async () => {
  const { orgId, memberId, channelIds } = other;
  await service.database.pool.query(
    `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points)
     select gen_random_uuid(), $1, $2, gen_random_uuid(), $3, 'x', case when n = 1 then 'failed' else 'draft' end, 'thread', '[]', 20
     from generate_series(1, 1002) as n`,
    [orgId, memberId, channelIds[0]],
  );
  const ask = async (path: string) => (await service.call("GET", `/v1${path}`, { key: other.key })).wire;
  for (const query of ["", "&offset=1000", "&sort=scheduled", "&status=draft"]) {
    const { pagination } = await ask(`/submissions?limit=1${query}`);
    expect(pagination, query).toMatchObject({ total: 1_000, total_is_lower_bound: true });
  }
  const counts = (await ask("/submissions/counts")).data;
  expect(counts).toMatchObject({ all: 1_000, draft: 1_000 });
  expect(counts.lower_bounds).toEqual(["draft", "all"]);
});
