import ical from "node-ical";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Post } from "#lib/contract/types.ts";
import { openTestService, type TestService, testOrigin } from "#lib/service/http/testing/test-service.ts";
import { createCalendarFeedHandler, isCalendarFeedUrl } from "./calendar-feed.ts";

let service: TestService;
let feed: ReturnType<typeof createCalendarFeedHandler>;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());
beforeEach(() => {
  feed = createCalendarFeedHandler(service.context);
});

type Event = { uid: string; summary: string; description: string; start: Date; end: Date; url: { val: string } };

const subscribe = async (key = service.org.key): Promise<string> =>
  (await service.call("POST", "/v1/calendar/feed", { key })).wire.data.url;
const read = (url: string, method = "GET") => feed(new Request(url, { method }));
/** Parses the feed with an independent iCalendar reader. */
const eventsAt = async (url: string): Promise<Event[]> => {
  const response = await read(url);
  expect(response.status).toBe(200);
  return eventsOf(await response.text());
};
const eventsOf = (text: string) =>
  Object.values(ical.sync.parseICS(text)).filter((one) => one?.type === "VEVENT") as unknown as Event[];
const inDays = (days: number) => new Date(Math.floor(service.clock.now().getTime() / 1000) * 1000 + days * 86_400_000);
const plan = async (text: string, more: Record<string, unknown> = {}): Promise<Post[]> =>
  service.create({
    channels: service.org.channelIds.slice(0, 1),
    text,
    scheduled_for: inDays(3).toISOString(),
    ...more,
  });
const find = async (url: string, words: string) => (await eventsAt(url)).find(({ summary }) => summary.includes(words));

test("a third-party parser reads a scheduled post with its time, text, channels and link", async () => {
  const at = inDays(10);
  const posts = await plan("Release notes\nwith a second line", {
    channels: service.org.channelIds.slice(0, 2),
    scheduled_for: at.toISOString(),
  });
  const url = await subscribe();
  const event = await find(url, "Release notes");
  expect(event?.start.getTime()).toBe(at.getTime());
  expect(event?.end.getTime()).toBe(at.getTime() + 15 * 60_000);
  expect(event?.summary).toBe("Release notes with a second line");
  expect(event?.description).toContain("Scheduled · X @");
  expect(event?.description).toContain("Release notes\nwith a second line");
  expect(posts.map(({ id }) => `${testOrigin}/posts/${id}`)).toContain(event?.url.val);
});

test("an event keeps its UID when its post moves and disappears when the post is canceled or deleted", async () => {
  const url = await subscribe();
  const [post] = await plan("Moves about");
  const before = await find(url, "Moves about");
  const moved = inDays(5);
  const json = { version: post?.version, scheduled_for: moved.toISOString() };
  await service.call("PATCH", `/v1/posts/${post?.id}`, { key: service.org.key, json });
  const after = await find(url, "Moves about");
  expect([after?.uid, after?.start.getTime()]).toEqual([before?.uid, moved.getTime()]);
  await service.call("POST", `/v1/posts/${post?.id}/cancel`, { key: service.org.key });
  expect(await find(url, "Moves about")).toBeUndefined();
  const [other] = await plan("Goes away");
  expect(await find(url, "Goes away")).toBeDefined();
  await service.call("DELETE", `/v1/posts/${other?.id}`, { key: service.org.key });
  expect(await find(url, "Goes away")).toBeUndefined();
});

test("a failed post says so in its title; drafts and posts older than 30 days are left out", async () => {
  const url = await subscribe();
  const [failed, old] = [(await plan("Broke on the way"))[0], (await plan("Long ago"))[0]];
  await service.create({ channels: service.org.channelIds, text: "Only a draft", draft: true });
  const sql = (text: string, id?: string) => service.database.pool.query(text, [id]);
  await sql("update posts set status = 'failed', due_at = null where id = $1", failed?.id);
  await sql("update posts set status = 'published', scheduled_for = now() - interval '31 days' where id = $1", old?.id);
  expect(await find(url, "Failed: Broke on the way")).toBeDefined();
  expect(await find(url, "Long ago")).toBeUndefined();
  expect(await find(url, "Only a draft")).toBeUndefined();
});

test("a post on hold says so in its title until the hold ends", async () => {
  const url = await subscribe();
  const [post] = await plan("Waits for somebody");
  const setState = (state: string) =>
    service.database.pool.query("update channels set state = $2 where id = $1", [post?.channel_id, state]);
  await setState("reconnect");
  const held = await find(url, "Waits for somebody");
  expect([held?.summary, held?.description]).toEqual([
    "On hold: Waits for somebody",
    expect.stringContaining("On hold · "),
  ]);
  await setState("connected");
  expect((await find(url, "Waits for somebody"))?.summary).toBe("Waits for somebody");
});

test("the feed contains only the member's own posts", async () => {
  const peer = await service.addMember("member");
  const [mine] = await service.create(
    { channels: service.org.channelIds.slice(0, 1), text: "Of the peer", scheduled_for: inDays(1).toISOString() },
    peer.key,
  );
  expect((await eventsAt(await subscribe(peer.key))).map(({ uid }) => uid)).toEqual([`${mine?.id}@postwright`]);
  expect(await find(await subscribe(), "Of the peer")).toBeUndefined();
});

test.each([
  ["line ends that would begin another event", "Hello\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Injected"],
  ["a bare carriage return", "Hello\rEND:VCALENDAR\rBEGIN:VCALENDAR"],
  ["signs that iCalendar escapes", 'Hello, world; back\\slash "quoted": {a,b} and more'],
  ["emoji and right to left", "Hello 👩‍👩‍👧‍👦🏳️‍🌈 שלום 🇩🇪".repeat(40)],
  ["only signs of two units", "🧵".repeat(500)],
  ["line separators of Unicode", "Hello\u2028END:VEVENT\u2029BEGIN:VEVENT"],
])("a text with %s stays a single event", async (_what, text) => {
  const { key } = await service.addMember("member");
  const url = await subscribe(key);
  await putAsIs(key, text);
  const events = await eventsAt(url);
  expect(events).toHaveLength(1);
  const tidy = text.replaceAll(/\r\n?/g, "\n").replaceAll(/[\u2028\u2029]/g, "");
  expect(events[0]?.description).toContain(tidy.slice(0, 60));
  expect((await (await read(url)).text()).split("\r\n").filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
});

/** Stores a post whose text the API would have refused or normalized, as another version could have left it. */
async function putAsIs(key: string, text: string) {
  const [post] = await service.create(
    { channels: service.org.channelIds.slice(0, 1), text: "as is", draft: true },
    key,
  );
  await service.database.pool.query(
    "update posts set status = 'scheduled', scheduled_for = now() + interval '1 day', parts = $2 where id = $1",
    [post?.id, JSON.stringify([{ text }])],
  );
}

test("a text of 200 KB is shortened and no line exceeds 75 bytes", async () => {
  const { key } = await service.addMember("member");
  await putAsIs(key, "Long, long; 🧵 ".repeat(14_000));
  const text = await (await read(await subscribe(key))).text();
  expect(text.length).toBeLessThan(5_000);
  expect(eventsOf(text)).toHaveLength(1);
});

test("any token except the newest gets 404", async () => {
  const former = await subscribe();
  const url = await subscribe();
  expect((await read(url)).status).toBe(200);
  const nothing = await read(`${testOrigin}/calendar.ics`);
  const told = async (response: Response) => [response.status, await response.text()];
  const missing = await told(nothing);
  expect(missing[0]).toBe(404);
  for (const token of ["", "a", "x".repeat(43), "x".repeat(100_000), "' or true --", "\u0000"]) {
    expect(await told(await read(`${testOrigin}/calendar.ics?token=${encodeURIComponent(token)}`))).toEqual(missing);
  }
  expect(await told(await read(former))).toEqual(missing);
  await service.call("DELETE", "/v1/calendar/feed", { key: service.org.key });
  expect(await told(await read(url))).toEqual(missing);
  expect((await service.call("GET", "/v1/calendar/feed", { key: service.org.key })).wire.data.active).toBe(false);
});

test("the token is stored only as a hash and shown only when it is created", async () => {
  const url = await subscribe();
  const token = new URL(url).searchParams.get("token") ?? "";
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  const { rows } = await service.database.pool.query("select to_jsonb(f)::text as row from calendar_feeds f");
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(await (await read(url)).text()).not.toContain(token);
  const { wire } = await service.call("GET", "/v1/calendar/feed", { key: service.org.key });
  expect(wire.data).toMatchObject({ active: true, last_read_at: expect.any(String) });
  expect(JSON.stringify(wire)).not.toContain(token);
});

test("a member who left has no feed", async () => {
  const { key, memberId } = await service.addMember("member");
  const url = await subscribe(key);
  expect((await read(url)).status).toBe(200);
  await service.database.pool.query("update members set removed_at = now() where id = $1", [memberId]);
  expect((await read(url)).status).toBe(404);
});

test("the feed allows GET and HEAD, 30 times a minute", async () => {
  const url = await subscribe();
  expect((await read(url, "POST")).status).toBe(405);
  const head = await read(url, "HEAD");
  expect([head.status, await head.text(), head.headers.get("content-type")]).toEqual([
    200,
    "",
    "text/calendar; charset=utf-8",
  ]);
  const statuses = [];
  for (let at = 0; at < 30; at += 1) statuses.push((await read(url, "HEAD")).status);
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([29, 429]);
});

test("only the exact feed address is served", () => {
  expect(isCalendarFeedUrl(`${testOrigin}/calendar.ics?token=a`)).toBe(true);
  expect(isCalendarFeedUrl(`${testOrigin}/v1/posts?q=/calendar.ics`)).toBe(false);
});
