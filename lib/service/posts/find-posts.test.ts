import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PostStatus, postStatuses } from "#lib/contract/limits";
import type { Post } from "#lib/contract/types";
import { openTestService, type TestService } from "#lib/service/http/testing";
import { foldPostCounts } from "./fold-counts.ts";

const words = ["harvest", "Harbour", "éclair", "new-year", "x.com/launch", "東京", "🎉"] as const;
const times = ["created", "scheduled", "published"] as const;

type Row = {
  id: string;
  org_id: string;
  member_id: string;
  channel_id: string;
  submission_id: string;
  status: PostStatus;
  text: string;
  created_at: Date;
  scheduled_for: Date | null;
  published_at: Date | null;
  planned_at: Date;
  deleted_at: Date | null;
};

let service: TestService;
let peer: Awaited<ReturnType<TestService["addMember"]>>;
let other: Awaited<ReturnType<TestService["addOrganization"]>>;
let rows: Row[] = [];

beforeAll(async () => {
  service = await openTestService();
  peer = await service.addMember("member");
  other = await service.addOrganization("Other");
  const people = [
    { orgId: service.org.orgId, memberId: service.org.memberId, channelIds: service.org.channelIds, count: 240 },
    { orgId: service.org.orgId, memberId: peer.memberId, channelIds: service.org.channelIds, count: 120 },
    { orgId: other.orgId, memberId: other.memberId, channelIds: other.channelIds, count: 90 },
  ];
  for (const { orgId, memberId, channelIds, count } of people) {
    // Remainders by numbers without a common divisor mix everything with everything.
    await service.database.pool.query(
      `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points,
         created_at, scheduled_for, published_at, deleted_at)
       select gen_random_uuid(), $1, $2::uuid, md5($2::uuid::text || (n / 4)::text)::uuid, ($3::uuid[])[1 + n % 3], 'x', status, 'thread',
         jsonb_build_array(jsonb_build_object('text', ($5::text[])[1 + n % 7] || ' and ' || ($5::text[])[1 + n % 5])), 20,
         at, case when n % 4 = 0 or status = 'scheduled' then at + (n % 11) * interval '1 day' end,
         case when status = 'published' then at + interval '2 days' end,
         case when n % 13 = 0 then now() - (n % 40) * interval '1 day' end
       from (select n, ($4::text[])[1 + n % 6] as status, date_trunc('hour', now()) - (n / 3) * interval '5 hours' as at
             from generate_series(0, $6::int - 1) as n) as made`,
      [orgId, memberId, channelIds, postStatuses, words, count],
    );
  }
  await service.database.pool.query("update posts set deleted_at = null where status = 'publishing'");
  const found = await service.database.pool.query("select *, parts->0->>'text' as text from posts");
  rows = found.rows;
});
afterAll(() => service.close());

type Asked = {
  status: PostStatus[];
  channel: number[];
  member: "own" | "all" | "peer" | "foreign";
  q: string;
  time: (typeof times)[number];
  from: number | null;
  to: number | null;
  submission: number | null;
  deleted: boolean;
  sort: (typeof times)[number];
  order: "asc" | "desc";
  limit: number;
  offset: number;
};

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 2, nil: null });
const asked: fc.Arbitrary<Asked> = fc.record({
  status: fc.oneof(
    { weight: 2, arbitrary: fc.constant<PostStatus[]>([]) },
    { weight: 3, arbitrary: fc.subarray([...postStatuses]) },
  ),
  channel: fc.oneof(
    { weight: 2, arbitrary: fc.constant<number[]>([]) },
    { weight: 1, arbitrary: fc.subarray([0, 1, 2]) },
  ),
  member: fc.constantFrom("own" as const, "all" as const, "peer" as const, "foreign" as const),
  q: fc.oneof(
    { weight: 3, arbitrary: fc.constant("") },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "har",
        "HARVEST and",
        "éCL",
        "new year",
        "and harv",
        "launch",
        "東京 an",
        "🎉",
        "京",
        "!?",
        "arvest",
      ),
    },
  ),
  time: fc.constantFrom(...times),
  from: maybe(fc.integer({ min: 0, max: 500 })),
  to: maybe(fc.integer({ min: -100, max: 300 })),
  submission: fc.option(fc.nat(400), { freq: 8, nil: null }),
  deleted: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  sort: fc.constantFrom(...times),
  order: fc.constantFrom("asc" as const, "desc" as const),
  limit: fc.integer({ min: 1, max: 100 }),
  offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 250 })),
});

const hourMs = 3_600_000;
const base = Math.floor(Date.now() / hourMs) * hourMs;
/** Hours before now as an instant; `from` before `to` or the range would be refused. */
const rangeOf = ({ from, to }: Asked) => {
  const start = from === null ? null : new Date(base - from * hourMs);
  const end = to === null ? null : new Date(base - to * hourMs);
  return start && end && start > end ? { start: end, end: start } : { start, end };
};
const memberIdOf = ({ member }: Asked) =>
  ({ own: service.org.memberId, peer: peer.memberId, foreign: other.memberId, all: "all" })[member];

function queryOf(one: Asked): URLSearchParams {
  const query = new URLSearchParams();
  for (const status of one.status) query.append("status", status);
  for (const at of one.channel) query.append("channel", service.org.channelIds[at] ?? "");
  if (one.member !== "own") query.set("member", memberIdOf(one));
  if (one.q !== "") query.set("q", one.q);
  const { start, end } = rangeOf(one);
  query.set("time", one.time);
  if (start) query.set("from", start.toISOString());
  if (end) query.set("to", end.toISOString());
  if (one.submission !== null) query.set("submission", rows[one.submission]?.submission_id ?? "");
  if (one.deleted) query.set("deleted", "true");
  return query;
}

const timeOf = { created: "created_at", scheduled: "scheduled_for", published: "published_at" } as const;

/** The words of a text as the documentation says them: letters and digits, each other sign and emoji for itself. */
const wordsOf = (text: string) =>
  text.toLowerCase().match(/[🎉東京]|[\p{L}\p{N}]+?(?=[🎉東京]|[^\p{L}\p{N}]|$)/gu) ?? [];

function holds(text: string, q: string): boolean {
  const stand = wordsOf(text);
  const phrases = q
    .split(/\s+/u)
    .map(wordsOf)
    .filter((phrase) => phrase.length > 0);
  return (
    phrases.length > 0 &&
    phrases.every((phrase, nth) =>
      stand.some((_, at) =>
        phrase.every((word, step) => {
          const isBegun = nth === phrases.length - 1 && step === phrase.length - 1;
          const found = stand[at + step] ?? "";
          return isBegun ? found.startsWith(word) : found === word;
        }),
      ),
    )
  );
}

/** The filter, told once more without an index, a counter or SQL. */
function naive(one: Asked): Row[] {
  const { start, end } = rangeOf(one);
  const channels = one.channel.map((at) => service.org.channelIds[at]);
  return rows.filter((row) => {
    const at = row[timeOf[one.time]];
    const isDeleted = row.deleted_at !== null && row.deleted_at.getTime() > Date.now() - 30 * 86_400_000;
    return (
      row.org_id === service.org.orgId &&
      (one.member === "all" || row.member_id === memberIdOf(one)) &&
      (one.deleted ? isDeleted : row.deleted_at === null) &&
      (one.status.length === 0 || one.status.includes(row.status)) &&
      (channels.length === 0 || channels.includes(row.channel_id)) &&
      (!start || (at !== null && at >= start)) &&
      (!end || (at !== null && at < end)) &&
      (one.submission === null || row.submission_id === rows[one.submission]?.submission_id) &&
      (one.q === "" || holds(row.text, one.q))
    );
  });
}

function sorted(found: Row[], { sort, order }: Asked): Row[] {
  const way = order === "asc" ? 1 : -1;
  const idOrder = (a: Row, b: Row) => (a.id < b.id ? -way : way);
  return found.toSorted((a, b) => {
    const [x, y] = [a[timeOf[sort]], b[timeOf[sort]]];
    if ((x === null) !== (y === null)) return x === null ? 1 : -1;
    const last = sort === "scheduled" ? ("planned_at" as const) : ("created_at" as const);
    const [left, right] = x && y ? [x, y] : [a[last], b[last]];
    return left.getTime() === right.getTime() ? idOrder(a, b) : way * (left.getTime() - right.getTime());
  });
}

const get = async (path: string, key = service.org.key) => await service.call("GET", `/v1${path}`, { key });

describe("any filter of posts", () => {
  test("gives the page and the total that the same filter in plain JavaScript gives", async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (one) => {
        const query = queryOf(one);
        for (const [name, value] of Object.entries({ sort: one.sort, order: one.order })) query.set(name, value);
        query.set("limit", String(one.limit));
        query.set("offset", String(one.offset));
        const { wire } = await get(`/posts?${query}`);
        const all = sorted(naive(one), one);
        expect(wire.pagination).toEqual({ limit: one.limit, offset: one.offset, total: all.length });
        const ids = wire.data.map((post: Post) => post.id);
        expect(ids).toEqual(all.slice(one.offset, one.offset + one.limit).map((row) => row.id));
      }),
      { numRuns: 400 },
    );
  }, 60_000);

  test("is counted by status as it is listed", async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (one) => {
        const query = queryOf({ ...one, status: [] });
        const found = naive({ ...one, status: [] });
        const counts = postStatuses.map((status) => [status, found.filter((row) => row.status === status).length]);
        expect((await get(`/posts/counts?${query}`)).wire.data).toEqual(Object.fromEntries(counts));
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  test("is exported whole, newest first, as it is listed", async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (one) => {
        const query = queryOf(one);
        const { wire } = await get(`/posts/export?format=json&${query}`);
        const all = sorted(naive(one), { ...one, sort: "created", order: "desc" });
        expect(wire.map((post: Post) => post.id)).toEqual(all.map((row) => row.id));
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  test("walks and collects to the same order, whatever it takes", async () => {
    // The ways part at 2,000 matches: so many of one kind that lists of them are walked.
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
    // More channels than are walked along one by one.
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
            const all = sorted(picked, { sort, order } as Asked);
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

describe("a list", () => {
  test("never shows a post of another organization, nor another's to a member, through any filter", async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (one) => {
        const query = queryOf({ ...one, member: "own" });
        const wish = one.member === "own" ? "" : `&member=${memberIdOf(one)}`;
        const mine = await get(`/posts?limit=100&${query}`, peer.key);
        for (const post of mine.wire.data as Post[]) expect(post.member?.id).toBe(peer.memberId);
        for (const path of ["/posts", "/posts/counts", "/posts/export"]) {
          const refused = await get(`${path}?${query}${wish}`, peer.key);
          expect(refused.status).toBe(one.member === "own" || one.member === "peer" ? 200 : 403);
        }
        const elsewhere = await get(`/posts?limit=100&${query}${wish}`, other.key);
        const ids = new Set(rows.filter((row) => row.org_id === service.org.orgId).map((row) => row.id));
        for (const post of elsewhere.wire.data as Post[]) expect(ids.has(post.id)).toBe(false);
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  test.each([
    ["status=lost", "status.0 must be one of draft, scheduled"],
    ["from=2027-13-01T00:00:00Z", "from"],
    ["from=2027-02-30T00:00:00Z", "from"],
    ["to=2027-01-01", "to"],
    ["from=9999-01-01T00:00:00Z", "from must lie in the years 1970 to 2199."],
    ["to=0001-01-01T00:00:00Z", "to must lie in the years 1970 to 2199."],
    ["from=2027-02-01T00:00:00Z&to=2027-01-01T00:00:00Z", "from must not be after to."],
    ["sort=likes", "sort must be one of created, scheduled, published."],
    ["order=up", "order must be one of desc, asc."],
    ["deleted=maybe", "deleted must be one of true, false."],
    ["time=noon", "time must be one of created, scheduled, published."],
    [`q=${"x".repeat(201)}`, "q must have at most 200 characters."],
    ["limit=101", "limit must be at most 100."],
    ["q=a&q=b", "q may be given only once."],
  ])("refuses %s with a sentence, and so do counts and export", async (query, sentence) => {
    const paths = /^(sort|order|limit)/.test(query) ? ["/posts"] : ["/posts", "/posts/counts", "/posts/export"];
    for (const path of paths) {
      if (path === "/posts/counts" && query.startsWith("status")) continue;
      const { status, wire } = await get(`${path}?${query}`);
      expect([path, status, wire.error.code]).toEqual([path, 400, "invalid_request"]);
      expect(wire.error.message).toContain(sentence);
    }
  });

  test.each([
    "channel=gone",
    "member=nobody",
    `member=${"0".repeat(8)}-0000-4000-8000-${"0".repeat(12)}`,
    "submission=x",
  ])("is empty for %s, as for any that is not there", async (query) => {
    const { status, wire } = await get(`/posts?${query}`);
    expect([status, wire.data, wire.pagination.total]).toEqual([200, [], 0]);
  });
});

test("totals equal the recount by member, channel and organization while posts are written, moved, deleted and folded", async () => {
  const { org, database } = service;
  const work = Array.from({ length: 40 }, async (_, n) => {
    const key = n % 2 === 0 ? org.key : peer.key;
    const [post] = await service.create(
      { channels: org.channelIds.slice(0, 1 + (n % 3)), text: `${n}`, draft: true },
      key,
    );
    if (n % 3 === 0) await service.call("DELETE", `/v1/posts/${post?.id}`, { key });
    if (n % 7 === 0) await foldPostCounts(database.pool);
  });
  await Promise.all([...work, foldPostCounts(database.pool), foldPostCounts(database.pool)]);
  for (const isFolded of [false, true]) {
    if (isFolded) await foldPostCounts(database.pool);
    for (const channel of [null, ...org.channelIds]) {
      for (const member of [org.memberId, peer.memberId, "all"]) {
        const counted = await database.pool.query(
          `select status, count(*)::int as n from posts where org_id = $1 and deleted_at is null
             and ($2 = 'all' or member_id::text = $2) and ($3::uuid is null or channel_id = $3) group by status`,
          [org.orgId, member, channel],
        );
        const recount = new Map(counted.rows.map((row) => [row.status, row.n]));
        const more = `member=${member}${channel === null ? "" : `&channel=${channel}`}`;
        const { wire } = await get(`/posts/counts?${more}`);
        expect(wire.data).toEqual(Object.fromEntries(postStatuses.map((status) => [status, recount.get(status) ?? 0])));
        const total = [...recount.values()].reduce((sum, n) => sum + n, 0);
        expect((await get(`/posts?limit=1&${more}`)).wire.pagination.total).toBe(total);
      }
    }
  }
});
