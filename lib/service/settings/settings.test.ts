import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const read = async (key = service.org.key) => (await service.call("GET", "/v1/me/settings", { key })).wire.data;
const change = (json: unknown, key = service.org.key) => service.call("PATCH", "/v1/me/settings", { key, json });
const refused = async (json: unknown) => {
  const before = await read();
  const { status, wire } = await change(json);
  expect(await read()).toEqual(before);
  expect(status).toBe(400);
  return wire.error.message as string;
};

test("a new member has the default settings and follows the browser's zone", async () => {
  const { key } = await service.addMember("member");
  expect(await read(key)).toMatchObject({
    zone: null,
    week_start: 1,
    clock: null,
    date_order: null,
    density: "comfortable",
    slots: [],
  });
  expect((await read(key)).notices.post_failed.app).toBe(true);
});

test("only the named settings change, and only the member's own", async () => {
  const { key } = await service.addMember("member");
  await change({ zone: "Asia/Tokyo" }, key);
  const { status, wire } = await change({ clock: "12", week_start: 0 }, key);
  expect(status).toBe(200);
  expect(wire.data).toMatchObject({ zone: "Asia/Tokyo", clock: "12", week_start: 0 });
  expect((await read()).zone).toBeNull();
  expect((await change({ zone: null }, key)).wire.data).toMatchObject({ zone: null, clock: "12" });
});

test("two concurrent changes are both saved", async () => {
  const { key } = await service.addMember("member");
  const wanted = { zone: "Asia/Tokyo", second_zone: "UTC", clock: "12", week_start: 6, density: "dense" };
  await Promise.all(Object.entries(wanted).map(([field, value]) => change({ [field]: value }, key)));
  expect(await read(key)).toMatchObject(wanted);
});

test.each(["Mars/Base", "+02:00", "", "Europe/Berlin; drop", "x".repeat(5000)])(
  "the zone %j is rejected",
  async (zone) => {
    expect(await refused({ zone })).toMatch(/^There is no time zone called/);
    expect(await refused({ second_zone: zone })).toMatch(/^There is no time zone called/);
  },
);

test("slots name channels of the organization, and each has its own id", async () => {
  const [x = ""] = service.org.channelIds;
  const slot = { id: "a", weekday: 2, time: "09:00", channels: [x] };
  expect((await change({ slots: [slot] })).wire.data.slots).toEqual([slot]);
  const other = await service.addOrganization("Elsewhere");
  expect(await refused({ slots: [{ ...slot, channels: other.channelIds }] })).toMatch(/There is no channel/);
  expect(await refused({ slots: [{ ...slot, channels: ["'; drop table posts"] }] })).toMatch(/There is no channel/);
  expect(await refused({ slots: [slot, slot] })).toMatch(/same id/);
  // A slot outlives its channel and does not stand in the way of another's change.
  await service.database.pool.query("update channels set removed_at = now() where id = $1", [x]);
  expect((await change({ slots: [slot, { ...slot, id: "b", weekday: 3 }] })).status).toBe(200);
  await service.database.pool.query("update channels set removed_at = null where id = $1", [x]);
});

test("sets name channels of the organization, and a post planned with a set keeps its channels", async () => {
  const [x = "", bluesky = ""] = service.org.channelIds;
  const set = { id: "a", name: "Launch", channel_ids: [x, bluesky] };
  expect((await change({ channel_sets: [set] })).wire.data.channel_sets).toEqual([set]);
  const at = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
  const made = await service.create({ channels: set.channel_ids, text: "By a set", scheduled_for: at });
  expect((await change({ channel_sets: [{ ...set, channel_ids: [x] }] })).status).toBe(200);
  const path = `/v1/posts?submission=${made[0]?.submission_id}`;
  const { wire } = await service.call("GET", path, { key: service.org.key });
  expect(wire.data.map((post: { channel_id: string }) => post.channel_id).sort()).toEqual([x, bluesky].sort());
  const other = await service.addOrganization("Sets elsewhere");
  expect(await refused({ channel_sets: [{ ...set, channel_ids: other.channelIds }] })).toMatch(/There is no channel/);
  expect(await refused({ channel_sets: [set, set] })).toMatch(/same id/);
});

test.each([
  { channel_sets: [{ id: "a", name: " ", channel_ids: ["b"] }] },
  { channel_sets: [{ id: "a", name: "None", channel_ids: [] }] },
  { channel_sets: Array.from({ length: 51 }, (_, at) => ({ id: `${at}`, name: "n", channel_ids: ["b"] })) },
  { slots: [{ id: "a", weekday: 0, time: "09:00", channels: [] }] },
  { slots: [{ id: "a", weekday: 8, time: "09:00", channels: [] }] },
  { slots: [{ id: "a", weekday: 1, time: "24:00", channels: [] }] },
  { slots: Array.from({ length: 101 }, (_, at) => ({ id: `${at}`, weekday: 1, time: "09:00", channels: [] })) },
  { slots: [{ id: "a\u0000", weekday: 1, time: "09:00", channels: [] }] },
  { week_start: 7 },
  { clock: "13" },
  { density: "huge" },
  { notices: { post_failed: { app: true } } },
  { views: [{ id: "a", name: "", query: "" }] },
  {
    views: [
      { id: "a", name: "Two", query: "" },
      { id: "a", name: "Same", query: "" },
    ],
  },
])("%j is rejected and changes nothing", async (json) => {
  expect(await refused(json)).not.toBe("");
});
