import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { toWallTime } from "#lib/time/wall-time.ts";

let service: TestService;
let x = "";
let bluesky = "";
beforeAll(async () => {
  service = await openTestService();
  [x = "", bluesky = ""] = service.org.channelIds;
  // At nine the next slot is another one, also in the middle of a test.
  service.clock.hold();
});
afterAll(() => service.close());

const zone = "Europe/Berlin";
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const settle = (json: unknown, key = service.org.key) => service.call("PATCH", "/v1/me/settings", { key, json });
const settleTeam = (settings: unknown) =>
  service.call("PATCH", "/v1/organization", { key: service.org.key, json: { settings } });
const next = async (query = "", key = service.org.key) =>
  (await service.call("GET", `/v1/slots/next?${query}`, { key })).wire.data as { at: string | null; slots: number };
const daily = (time: string, channels: string[] = []) =>
  everyDay.map((weekday) => ({ id: `${weekday} ${time}`, weekday, time, channels }));

beforeEach(async () => {
  await service.database.pool.query("delete from post_events; delete from posts");
  await settle({ zone, slots: daily("09:00") });
  await settleTeam({ slots: [], slots_zone: "UTC" });
});

test("the answer reports zero slots when the channels have none", async () => {
  await settle({ slots: [] });
  expect(await next()).toEqual({ at: null, slots: 0 });
  await settle({ slots: daily("09:00", [bluesky]) });
  expect(await next(`channel=${x}`)).toEqual({ at: null, slots: 0 });
  expect((await next(`channel=${bluesky}`)).slots).toBe(7);
});

test("the next slot is in the future, at its wall time in the member's zone", async () => {
  const { at } = await next("zone=Asia/Tokyo");
  expect(toWallTime(new Date(at ?? ""), zone).time).toBe("09:00");
  expect(Date.parse(at ?? "") - service.clock.now().getTime()).toBeLessThanOrEqual(25 * 3_600_000);
  await settle({ zone: null });
  expect(toWallTime(new Date((await next("zone=Asia/Tokyo")).at ?? ""), "Asia/Tokyo").time).toBe("09:00");
});

test("a slot with a post of any member on the channel is taken until the post is gone", async () => {
  const first = (await next(`channel=${x}`)).at;
  const peer = await service.addMember("member");
  const [post] = await service.create({ channels: [x], text: "There already", scheduled_for: first }, peer.key);
  const second = (await next(`channel=${x}`)).at;
  expect(Date.parse(second ?? "")).toBeGreaterThan(Date.parse(first ?? ""));
  expect((await next(`channel=${bluesky}`)).at).toBe(first);
  expect((await next(`channel=${x}&channel=${bluesky}`)).at).toBe(second);
  expect((await next()).at).toBe(second);
  await service.call("DELETE", `/v1/posts/${post?.id}`, { key: peer.key });
  expect((await next(`channel=${x}`)).at).toBe(first);
});

test("posts of another organization take no slot", async () => {
  const first = (await next()).at;
  const other = await service.addOrganization("Elsewhere");
  await service.create({ channels: other.channelIds, text: "Theirs", scheduled_for: first }, other.key);
  expect((await next()).at).toBe(first);
});

test("a free slot is found after months of taken ones", async () => {
  for (let at = 0; at < 40; at += 1) {
    const free = (await next(`channel=${x}`)).at;
    await service.create({ channels: [x], text: `Post ${at}`, scheduled_for: free });
  }
  const { rows } = await service.database.pool.query("select count(distinct planned_at)::int as times from posts");
  expect(rows[0].times).toBe(40);
});

/** The day of a month's Sunday: the second, or the last with -1. */
function getSunday(year: number, month: number, place: 2 | -1): number {
  const days = Array.from({ length: 31 }, (_, at) => at + 1);
  const sundays = days.filter((day) => new Date(Date.UTC(year, month - 1, day)).getUTCDay() === 0);
  return sundays.at(place === 2 ? 1 : -1) ?? 0;
}

test("slots of the member and the team are taken in order of time, each in its own zone while clocks change", async () => {
  await settle({ zone: "America/New_York", slots: daily("09:00") });
  await settleTeam({ slots: daily("14:00"), slots_zone: "Europe/Berlin" });
  const year = service.clock.now().getUTCFullYear() + 1;
  const timesOn = async (month: number, day: number) => {
    const times: string[] = [];
    const end = Date.UTC(year, month - 1, day + 1);
    for (let after = new Date(Date.UTC(year, month - 1, day)).toISOString(); ; ) {
      const { at, slots } = await next(`after=${after}`);
      expect(slots).toBe(14);
      if (at === null || Date.parse(at) >= end) return times;
      times.push(at.slice(11, 16));
      after = at;
    }
  };
  expect(await timesOn(1, 20)).toEqual(["13:00", "14:00"]);
  // Clocks of New York change weeks before those of Berlin: both slots are one instant then.
  expect(getSunday(year, 3, -1) - 2).toBeGreaterThan(getSunday(year, 3, 2));
  expect(await timesOn(3, getSunday(year, 3, -1) - 2)).toEqual(["13:00"]);
  expect(await timesOn(7, 1)).toEqual(["12:00", "13:00"]);
});

test("a member without slots gets the team's, and a post of anybody takes one", async () => {
  const peer = await service.addMember("member");
  await settleTeam({ slots: daily("07:15", [x]) });
  const first = await next(`channel=${x}`, peer.key);
  expect([first.at?.slice(11, 16), first.slots]).toEqual(["07:15", 7]);
  expect(await next(`channel=${bluesky}`, peer.key)).toEqual({ at: null, slots: 0 });
  await service.create({ channels: [x], text: "The team's", scheduled_for: first.at });
  const second = await next(`channel=${x}`, peer.key);
  expect(Date.parse(second.at ?? "") - Date.parse(first.at ?? "")).toBe(24 * 3_600_000);
});

test("after sets the start of the search", async () => {
  const { at } = await next(`after=${new Date(service.clock.now().getTime() + 90 * 86_400_000).toISOString()}`);
  expect(Date.parse(at ?? "") - service.clock.now().getTime()).toBeGreaterThan(89 * 86_400_000);
});

test.each([
  ["zone=Mars/Base", "There is no time zone called"],
  ["after=tomorrow", "after"],
])("%s is rejected with a sentence", async (query, sentence) => {
  const { status, wire } = await service.call("GET", `/v1/slots/next?${query}`, { key: service.org.key });
  expect([status, wire.error.message]).toEqual([400, expect.stringContaining(sentence)]);
});
