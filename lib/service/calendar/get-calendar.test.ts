import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CalendarContents, Post } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { dayMs } from "#lib/time/time-units.ts";

let service: TestService;
let peer: Awaited<ReturnType<TestService["addMember"]>>;
beforeAll(async () => {
  service = await openTestService();
  peer = await service.addMember("member");
});
afterAll(() => service.close());

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const range = (from: number, to: number) => `from=${inDays(from)}&to=${inDays(to)}`;
const ask = async (query: string, key = service.org.key) => await service.call("GET", `/v1/calendar?${query}`, { key });
const see = async (query: string, key?: string) => (await ask(query, key)).wire.data as CalendarContents;
const plan = async (text: string, days: number, key?: string): Promise<Post[]> =>
  await service.create({ channels: service.org.channelIds, text, scheduled_for: inDays(days) }, key);

describe("the calendar", () => {
  test("a submission to several channels is one entry at its planned time, and a draft is none", async () => {
    const posts = await plan("Planned for three", 10);
    await service.create({ channels: service.org.channelIds, text: "A draft", draft: true });
    const { entries, truncated } = await see(range(9, 11));
    expect(truncated).toBe(false);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      submission_id: posts[0]?.submission_id,
      at: posts[0]?.scheduled_for,
      text: "Planned for three",
      parts: 1,
      images: 0,
      member: { id: service.org.memberId, name: "Ada of Analytical Engines" },
    });
    expect(new Set(entries[0]?.posts.map((post) => post.id))).toEqual(new Set(posts.map((post) => post.id)));
  });

  test("the team's free slots are listed, also behind filters, until a post of anybody takes one", async () => {
    const [x = "", bluesky = ""] = service.org.channelIds;
    const at = new Date(Date.now() + 12 * dayMs);
    at.setUTCHours(9, 0, 0, 0);
    const slot = { weekday: at.getUTCDay() || 7, time: "09:00" };
    const slots = [
      { ...slot, id: "x", channels: [x] },
      { ...slot, id: "bluesky", channels: [bluesky] },
    ];
    const json = { settings: { slots, slots_zone: "UTC" } };
    await service.call("PATCH", "/v1/organization", { key: service.org.key, json });
    // The range begins at the slot itself.
    const query = `from=${at.toISOString()}&to=${new Date(at.getTime() + dayMs).toISOString()}`;
    const find = async (key: string) => (await see(`${query}&status=failed`, key)).team_slots;
    const free = slots.map(({ id, channels }) => ({ id, at: at.toISOString(), channels }));
    expect(await find(peer.key)).toEqual(free);
    await service.create({ channels: [x], text: "Takes it", scheduled_for: at.toISOString() });
    expect(await find(peer.key)).toEqual(free.slice(1));
    const past = `from=${inDays(-8)}&to=${inDays(-1)}`;
    expect((await see(past, peer.key)).team_slots).toEqual([]);
    await service.call("PATCH", "/v1/organization", { key: service.org.key, json: { settings: { slots: [] } } });
  });

  test("an entry names the channels of its submission whose text differs", async () => {
    const [first = "", second = "", ...others] = service.org.channelIds;
    const scheduled_for = inDays(15);
    const [common] = await service.create({ channels: [first, ...others], text: "For all of them", scheduled_for });
    const { submission_id } = common ?? {};
    const long = `For this one alone ${"a".repeat(200)}`;
    const [own] = await service.create({ channels: [second], text: long, scheduled_for, submission_id });
    const { entries } = await see(range(14, 16));
    expect(entries).toHaveLength(1);
    expect(entries[0]?.text).toBe("For all of them");
    const texts = entries[0]?.posts.flatMap(({ id, text }) => (text === undefined ? [] : [{ id, text }]));
    expect(texts).toEqual([{ id: own?.id, text: long.slice(0, 140) }]);
  });

  test("a submission whose posts were moved apart is one entry for each time, in order", async () => {
    const [first, second, third] = await plan("Moved apart", 20);
    const json = { version: third?.version, scheduled_for: inDays(21) };
    await service.call("PATCH", `/v1/posts/${third?.id}`, { key: service.org.key, json });
    const { entries } = await see(range(19, 22));
    expect(entries.map((entry) => new Set(entry.posts.map((post) => post.id)))).toEqual([
      new Set([first?.id, second?.id]),
      new Set([third?.id]),
    ]);
  });

  test("a sent draft is shown at the time it was sent", async () => {
    const [draft] = await service.create({ channels: service.org.channelIds.slice(0, 1), text: "Begun", draft: true });
    await service.database.pool.query("update posts set created_at = now() - interval '40 days' where id = $1", [
      draft?.id,
    ]);
    const json = { version: draft?.version, status: "publishing" };
    await service.call("PATCH", `/v1/posts/${draft?.id}`, { key: service.org.key, json });
    const ids = (await see(range(-1, 1))).entries.flatMap((entry) => entry.posts.map((post) => post.id));
    expect(ids).toContain(draft?.id);
  });

  test("status, channel and text filter the calendar, and an unknown channel gives an empty one", async () => {
    await plan("Harvest festival", 30);
    const [canceled] = await plan("Harvest is over", 30);
    await service.call("POST", `/v1/posts/${canceled?.id}/cancel`, { key: service.org.key });
    const around = range(29, 31);
    const texts = async (more: string) => (await see(`${around}&${more}`)).entries.map((entry) => entry.text);
    expect((await texts("q=harv")).toSorted()).toEqual(["Harvest festival", "Harvest is over"]);
    expect(await texts("q=harvest%20festival")).toEqual(["Harvest festival"]);
    expect(await texts("status=canceled")).toEqual(["Harvest is over"]);
    const one = await see(`${around}&channel=${service.org.channelIds[1]}`);
    expect(one.entries.map((entry) => entry.posts.length)).toEqual([1, 1]);
    expect(await texts("channel=gone")).toEqual([]);
  });

  test("members see their own posts and the plan; administrators also see another member's or all posts", async () => {
    await plan("Peer's plan", 40, peer.key);
    const around = range(39, 41);
    const texts = async (query: string, key?: string) => (await see(query, key)).entries.map((entry) => entry.text);
    expect(await texts(around, peer.key)).toEqual(["Peer's plan"]);
    expect(await texts(around)).toEqual([]);
    expect(await texts(`${around}&member=all`)).toEqual(["Peer's plan"]);
    expect(await texts(`${around}&member=${peer.memberId}`)).toEqual(["Peer's plan"]);
    const colleague = await service.addMember("member");
    expect(await texts(around, colleague.key)).toEqual([]);
    expect(await texts(`${around}&member=all`, colleague.key)).toEqual(["Peer's plan"]);
    expect(await texts(`${around}&member=${peer.memberId}`, colleague.key)).toEqual(["Peer's plan"]);
    const own = await service.addMember("member", ["posts:read"]);
    expect((await ask(`${around}&member=all`, own.key)).status).toBe(403);
    expect((await ask(`${around}&member=${service.org.memberId}`, own.key)).status).toBe(403);
    const other = await service.addOrganization("Other");
    expect(await texts(`${around}&member=all`, other.key)).toEqual([]);
    expect(await texts(`${around}&member=${peer.memberId}`, other.key)).toEqual([]);
  });

  test("the calendar includes its days' notes with authors, and none of another organization", async () => {
    const other = await service.addOrganization("Noted elsewhere");
    const day = inDays(50).slice(0, 10);
    await service.database.pool.query(
      `insert into day_notes (id, org_id, member_id, day, text)
       values (gen_random_uuid(), $1, $2, $3, 'Trade fair'), (gen_random_uuid(), $4, $5, $3, 'Not ours')`,
      [service.org.orgId, peer.memberId, day, other.orgId, other.memberId],
    );
    const { notes } = await see(range(49, 51));
    expect(notes).toMatchObject([{ day, text: "Trade fair", member: { id: peer.memberId } }]);
    expect((await see(range(80, 90))).notes).toEqual([]);
  });

  test.each([
    ["", "from is missing."],
    ["from=2027-13-01T00:00:00Z&to=2027-12-01T00:00:00Z", "from"],
    ["from=2027-01-01T00:00:00&to=2027-02-01T00:00:00Z", "from"],
    ["from=9999-01-01T00:00:00Z&to=9999-02-01T00:00:00Z", "from must be in the years 1970 to 2199."],
    ["from=2027-02-01T00:00:00Z&to=2027-01-01T00:00:00Z", "from must not be after to."],
    ["from=2027-01-01T00:00:00Z&to=2027-12-01T00:00:00Z", "to must be at most 100 days after from."],
    ["from=2027-01-01T00:00:00Z&to=2027-02-01T00:00:00Z&status=lost", "status.0 must be one of"],
  ])("%s is rejected with a sentence", async (query, sentence) => {
    const { status, wire } = await ask(query);
    expect(status).toBe(400);
    expect(wire.error.message).toContain(sentence);
  });

  test("a calendar of more than 5,000 posts is marked as truncated", async () => {
    await service.database.pool.query(
      `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points, scheduled_for)
       select gen_random_uuid(), $1, $2, gen_random_uuid(), $3, 'x', 'scheduled', 'thread', '[{"text":"t"}]', 20,
         now() + interval '200 days' + n * interval '1 second' from generate_series(1, 5001) as n`,
      [service.org.orgId, service.org.memberId, service.org.channelIds[0]],
    );
    const { entries, truncated } = await see(range(199, 202));
    expect([entries.length, truncated]).toEqual([5_000, true]);
  });
});
