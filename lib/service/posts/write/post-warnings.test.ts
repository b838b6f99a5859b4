import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Post, PostWarning } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { findPostWarnings, getPostWarnings, type NearbyPost } from "./post-warnings.ts";
import type { PostTarget } from "./validate-target.ts";

let service: TestService;
let x = "";
let bluesky = "";
/** A whole second, so that the response has the same time as the request. */
let base: number;
beforeAll(async () => {
  service = await openTestService();
  [x = "", bluesky = ""] = service.org.channelIds;
  base = Math.ceil(service.clock.now().getTime() / 1000) * 1000;
});
afterAll(() => service.close());

const hour = 3_600_000;
let days = 10;
/** Returns a time far from those of all other tests. */
function freeTime(): number {
  days += 10;
  return base + days * 24 * hour;
}
const iso = (ms: number) => new Date(ms).toISOString();
const create = async (json: Record<string, unknown>): Promise<Post[]> =>
  (await service.call("POST", "/v1/posts", { key: service.org.key, json })).wire.data;
const plan = (text: string, atMs: number, more: Record<string, unknown> = {}): Promise<Post[]> =>
  create({ channels: [x], text, scheduled_for: iso(atMs), ...more });
const check = async (json: Record<string, unknown>, key = service.org.key): Promise<PostWarning[]> => {
  const answer = await service.call("POST", "/v1/posts/check", { key, json });
  expect(answer.status).toBe(200);
  return answer.wire.data.warnings;
};
const codes = (warnings: readonly PostWarning[] | undefined) => warnings?.map(({ code }) => code);

test("the same text on one channel within a day gets a warning, and a day or more apart it gets none", async () => {
  const at = freeTime();
  const [first] = await plan("We are hiring", at);
  expect(codes(first?.warnings)).toEqual([]);
  const [second] = await plan("We are hiring", at + 23 * hour);
  expect(second?.warnings).toEqual([
    {
      code: "same_text",
      channel_id: x,
      at: iso(at),
      post_id: first?.id,
      message: expect.stringMatching(/has a post with the same text within a day\.$/),
    },
  ]);
  const [third] = await plan("We are hiring", at + 48 * hour);
  expect(codes(third?.warnings)).toEqual([]);
});

test("another post on one channel within an hour gets a warning, and on another channel it gets none", async () => {
  const at = freeTime();
  const [first] = await plan("One thing", at);
  const [second] = await plan("Another", at + 59 * 60_000);
  expect(second?.warnings?.map(({ code, post_id }) => [code, post_id])).toEqual([["close_in_time", first?.id]]);
  const [third] = await plan("A third", at - hour);
  expect(codes(third?.warnings)).toEqual([]);
  const [elsewhere] = await plan("One thing", at, { channels: [bluesky] });
  expect(codes(elsewhere?.warnings)).toEqual([]);
});

test("the check returns the warnings of the create and creates nothing", async () => {
  const at = freeTime();
  await plan("Ask before", at);
  const asked = { channels: [x, bluesky], text: "Ask before", scheduled_for: iso(at + 60_000) };
  const before = await service.database.pool.query("select count(*) from posts");
  const told = await check(asked);
  expect(await service.database.pool.query("select count(*) from posts").then(({ rows }) => rows)).toEqual(before.rows);
  const made = await create(asked);
  expect(made.flatMap((post) => post.warnings ?? [])).toEqual(told);
  expect(codes(told)).toEqual(["same_text"]);
});

test("a post gets no warning about itself, and drafts, canceled and deleted posts cause none", async () => {
  const at = freeTime();
  const [own] = await plan("Written on", at);
  const asked = { channels: [x], text: "Written on", scheduled_for: iso(at) };
  expect(codes(await check({ ...asked, post_id: own?.id }))).toEqual([]);
  expect(codes(await check(asked))).toEqual(["same_text"]);
  await service.call("POST", `/v1/posts/${own?.id}/cancel`, { key: service.org.key });
  expect(codes(await check(asked))).toEqual([]);
  const [other] = await plan("Written on", at);
  await service.call("DELETE", `/v1/posts/${other?.id}`, { key: service.org.key });
  expect(codes(await check(asked))).toEqual([]);
  const [draft] = await create({ channels: [x], text: "Written on", draft: true });
  expect(draft?.warnings).toEqual([]);
});

test("another member's post causes a warning without its author's name", async () => {
  const at = freeTime();
  const peer = await service.addMember("member");
  await service.call("POST", "/v1/posts", {
    key: peer.key,
    json: { channels: [x], text: "Said by two", scheduled_for: iso(at) },
  });
  const [told] = await check({ channels: [x], text: "Said by two", scheduled_for: iso(at + 1000) });
  expect([told?.code, told?.post_id]).toEqual(["same_text", null]);
});

test("among a thousand copies on one channel only the nearest is reported and distant ones are not read", async () => {
  const at = freeTime();
  await service.database.pool.query(
    `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points, scheduled_for, due_at)
     select id, $1, $2, id, $3, 'x', 'scheduled', 'single', '[{"text": "Copied"}]', 20, t, t
     from (select gen_random_uuid() as id, $4::timestamptz + n * interval '10 s' as t from generate_series(-500, 500) n) p`,
    [service.org.orgId, service.org.memberId, x, new Date(at)],
  );
  const actor = { orgId: service.org.orgId, memberId: service.org.memberId } as Actor;
  const target = { id: x, name: "Practice X" } as PostTarget;
  const planned = { parts: [{ text: "Copied" }], targets: [target], at: new Date(at + 4_000), apart: null };
  const { warnings, read } = await inTransaction(service.database.pool, async (tx) => {
    const query = vi.spyOn(tx.client, "query");
    const told = await findPostWarnings(tx, actor, planned as Parameters<typeof findPostWarnings>[2]);
    const [ran] = query.mock.results as { value: unknown }[];
    const came = (await ran?.value) as { rows: unknown[] } | undefined;
    return { warnings: told, read: came?.rows.length };
  });
  expect(warnings.map(({ code, at: told }) => [code, told])).toEqual([
    ["same_text", iso(at)],
    ["close_in_time", iso(at + 10_000)],
  ]);
  expect(read).toBe(400);
});

test("the check of an edit has a problem without a text, for an unknown channel and for an invalid time", async () => {
  const ask = async (json: Record<string, unknown>) =>
    (await service.call("POST", "/v1/posts/check", { key: service.org.key, json: { post_id: x, ...json } })).wire.data;
  const problem = (field: string) => ({ problems: [{ code: "invalid_request", field }], warnings: [] });
  expect(await ask({ channels: [x] })).toMatchObject(problem("text"));
  expect(await ask({ channels: ["nowhere"], text: "a" })).toMatchObject(problem("channels"));
  expect(await ask({ channels: [x], text: "a", scheduled_for: "tomorrow" })).toMatchObject(problem("scheduled_for"));
});

test("a channel gets at most one warning of each kind, true and about the nearest post", () => {
  const targets = [
    { id: "a", platform: "x", name: "A", reportedLimits: {} },
    { id: "b", platform: "x", name: "B", reportedLimits: {} },
  ];
  const at = new Date("2027-01-14T08:00:00Z");
  const other = fc.record({
    id: fc.uuid(),
    channelId: fc.constantFrom("a", "b", "c"),
    memberId: fc.constantFrom("me", "you"),
    at: fc.integer({ min: -48 * 60, max: 48 * 60 }).map((minutes) => new Date(at.getTime() + minutes * 60_000)),
    same: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.uniqueArray(other, { selector: ({ id }) => id }), (others: NearbyPost[]) => {
      const told = getPostWarnings(others, { at, targets, memberId: "me" });
      const gap = (when: Date | string) => Math.abs(new Date(when).getTime() - at.getTime());
      for (const { id } of targets) {
        const here = others.filter(({ channelId }) => channelId === id);
        const same = told.filter((one) => one.channel_id === id && one.code === "same_text");
        const nearest = here.filter((one) => one.same && gap(one.at) < 24 * hour).map((one) => gap(one.at));
        expect(same.map((one) => gap(one.at))).toEqual(nearest.length === 0 ? [] : [Math.min(...nearest)]);
        const close = told.filter((one) => one.channel_id === id && one.code === "close_in_time");
        expect(close.length).toBeLessThanOrEqual(1);
        for (const one of close) expect(gap(one.at)).toBeLessThan(hour);
        const within = here.filter((one) => gap(one.at) < hour).length;
        expect(close.length).toBe(within === 0 || (within === 1 && same.some((one) => gap(one.at) < hour)) ? 0 : 1);
      }
      for (const { post_id } of told) {
        expect(post_id === null || others.some((one) => one.id === post_id && one.memberId === "me")).toBe(true);
      }
    }),
  );
});
