import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postStatuses } from "#lib/contract/resources/post-statuses.ts";
import type { Post } from "#lib/contract/types.ts";
import {
  close,
  filterNaively,
  get,
  memberIdOf,
  open,
  other,
  peer,
  queryOf,
  randomPostQuery,
  rows,
  service,
  sortNaively,
} from "#lib/service/posts/testing/find-posts-fixture.ts";
import { compactPostCounters } from "./compact-post-counters.ts";
import { parsePostFilter } from "./post-filter.ts";
import { scanPostIds } from "./scan-post-ids.ts";

beforeAll(open);
afterAll(close);

describe("a list", () => {
  test("no filter shows a post of another organization, or another member's post to a member without a plan", async () => {
    const { key } = await service.addMember("member", ["posts:read"]);
    await fc.assert(
      fc.asyncProperty(randomPostQuery, async (one) => {
        const query = queryOf({ ...one, member: "own" });
        const wish = one.member === "own" ? "" : `&member=${memberIdOf(one)}`;
        const mine = await get(`/posts?limit=100&${query}`, peer.key);
        for (const post of mine.wire.data as Post[]) expect(post.member?.id).toBe(peer.memberId);
        for (const path of ["/posts", "/posts/counts", "/posts/export"]) {
          const taken = new URLSearchParams(`${query}${wish}`);
          if (path !== "/posts") for (const name of ["sort", "order"]) taken.delete(name);
          if (path === "/posts/counts") taken.delete("status");
          expect((await get(`${path}?${taken}`, key)).status).toBe(one.member === "own" ? 200 : 403);
        }
        const elsewhere = await get(`/posts?limit=100&${query}${wish}`, other.key);
        const ids = new Set(rows.filter((row) => row.org_id === service.org.orgId).map((row) => row.id));
        for (const post of elsewhere.wire.data as Post[]) expect(ids.has(post.id)).toBe(false);
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  test("a member's list of everyone has their own posts and the plan, whatever the filter, order and page", async () => {
    const [, , closed] = service.org.channelIds;
    await service.database.pool.query("update channels set restricted = true where id = $1", [closed]);
    const isReadable = (row: (typeof rows)[number]) =>
      row.member_id === peer.memberId ||
      (["scheduled", "publishing", "published"].includes(row.status) &&
        row.deleted_at === null &&
        row.channel_id !== closed);
    const actor = {
      memberId: peer.memberId,
      orgId: service.org.orgId,
      role: "member",
      scopes: new Set(["plan:read"]),
    } as never;
    await fc.assert(
      fc.asyncProperty(randomPostQuery, async (one) => {
        const query = queryOf({ ...one, member: "all" });
        query.set("member", memberIdOf(one));
        const expected = sortNaively(filterNaively(one, isReadable), one);
        const { sort, order, limit, offset } = one;
        const ids = expected.slice(offset, offset + limit).map(({ id }) => id);
        const { wire } = await get(
          `/posts?sort=${sort}&order=${order}&limit=${limit}&offset=${offset}&${query}`,
          peer.key,
        );
        expect([wire.data.map(({ id }: Post) => id), wire.pagination.total]).toEqual([ids, expected.length]);
        const pick = parsePostFilter(
          actor,
          { ...Object.fromEntries(query), status: one.status, channel: query.getAll("channel") } as never,
          new Date(),
        );
        expect(await scanPostIds(service.database.pool, pick, { sort, order, limit, offset })).toEqual(ids);
      }),
      { numRuns: 150 },
    );
    await service.database.pool.query("update channels set restricted = false where id = $1", [closed]);
  }, 60_000);

  test.each([
    ["status=lost", "status.0 must be one of draft, scheduled"],
    ["from=2027-13-01T00:00:00Z", "from"],
    ["from=2027-02-30T00:00:00Z", "from"],
    ["to=2027-01-01", "to"],
    ["from=9999-01-01T00:00:00Z", "from must be in the years 1970 to 2199."],
    ["to=0001-01-01T00:00:00Z", "to must be in the years 1970 to 2199."],
    ["from=2027-02-01T00:00:00Z&to=2027-01-01T00:00:00Z", "from must not be after to."],
    ["sort=likes", "sort must be one of created, scheduled, published."],
    ["order=up", "order must be one of desc, asc."],
    ["deleted=maybe", "deleted must be one of true, false."],
    ["time=noon", "time must be one of created, scheduled, published."],
    [`q=${"x".repeat(201)}`, "q must have at most 200 characters."],
    ["limit=101", "limit must be at most 100."],
    ["q=a&q=b", "q can be given only once."],
  ])("list, counts and export reject %s with a sentence", async (query, sentence) => {
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
  ])("%s without matches gives an empty list", async (query) => {
    const { status, wire } = await get(`/posts?${query}`);
    expect([status, wire.data, wire.pagination.total]).toEqual([200, [], 0]);
  });
});

test("a search finds words whatever their accents, in the text and in what is asked", async () => {
  const texts = ["Café in München", "Straße und Øresund", "Ελλάδα", "ещё ёлка", "한국어 ガス", "naïve O'Brien"];
  const member = await service.addMember("member");
  for (const text of texts) {
    const json = { channels: service.org.channelIds.slice(0, 1), text, draft: true };
    expect((await service.call("POST", "/v1/posts", { key: member.key, json })).status).toBe(201);
  }
  const find = async (q: string) => {
    const { wire } = await service.call("GET", `/v1/posts?q=${encodeURIComponent(q)}`, { key: member.key });
    return wire.data.map((post: { posts: { text: string }[] }) => post.posts[0]?.text);
  };
  const asked = [
    "cafe munchen",
    "CAFÉ",
    "mün",
    "strasse",
    "oresund",
    "ελλαδα",
    "еще елка",
    "한국어",
    "ガス",
    "naive o'brien",
  ];
  const found = [0, 0, 0, 1, 1, 2, 3, 4, 4, 5].map((at) => [texts[at]]);
  for (const [at, q] of asked.entries()) expect([q, await find(q)]).toEqual([q, found[at]]);
  expect([await find("カス"), await find("coffee")]).toEqual([[], []]);
});

test("totals equal a recount by member, channel and organization under concurrent changes and compaction", async () => {
  const { org, database } = service;
  const work = Array.from({ length: 40 }, async (_, n) => {
    const key = n % 2 === 0 ? org.key : peer.key;
    const [post] = await service.create(
      { channels: org.channelIds.slice(0, 1 + (n % 3)), text: `${n}`, draft: true },
      key,
    );
    if (n % 3 === 0) await service.call("DELETE", `/v1/posts/${post?.id}`, { key });
    if (n % 7 === 0) await compactPostCounters(database.pool);
  });
  await Promise.all([...work, compactPostCounters(database.pool), compactPostCounters(database.pool)]);
  for (const isFolded of [false, true]) {
    if (isFolded) await compactPostCounters(database.pool);
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
