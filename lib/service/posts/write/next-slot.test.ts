import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CalendarContents } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { dayMs } from "#lib/time/time-units.ts";
import { toWallTime } from "#lib/time/wall-time.ts";

let service: TestService;
let x = "";
let bluesky = "";
beforeAll(async () => {
  service = await openTestService();
  [x = "", bluesky = ""] = service.org.channelIds;
});
afterAll(() => service.close());

const zone = "Europe/Berlin";
const settle = (json: unknown, key = service.org.key) => service.call("PATCH", "/v1/me/settings", { key, json });
const daily = (time: string, channels: string[] = []) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ id: `${weekday} ${time}`, weekday, time, channels }));
const settleTeam = (settings: unknown) =>
  service.call("PATCH", "/v1/organization", { key: service.org.key, json: { settings } });
const create = (more: object = {}, sent: object = {}) =>
  service.call("POST", "/v1/posts", {
    key: service.org.key,
    json: { channels: [x], text: "Hello", scheduled_for: "next-slot", ...more },
    ...sent,
  });

beforeEach(async () => {
  await service.database.pool.query("delete from post_events; delete from posts");
  await settle({ zone, slots: daily("09:00") });
  await settleTeam({ slots: [], slots_zone: zone });
});

test("next-slot schedules a post for the member's first free slot and answers with the time", async () => {
  const { at } = (await service.call("GET", `/v1/slots/next?channel=${x}`, { key: service.org.key })).wire.data;
  const first = await create();
  expect([first.status, first.wire.data[0].status, first.wire.data[0].scheduled_for]).toEqual([201, "scheduled", at]);
  expect(toWallTime(new Date(at), zone).time).toBe("09:00");
  const second = await create();
  expect(Date.parse(second.wire.data[0].scheduled_for)).toBeGreaterThan(Date.parse(at));
  expect((await create({ channels: [bluesky] })).wire.data[0].scheduled_for).toBe(at);
});

test("the slot after a weekly slot is its next free one, also exactly two weeks later", async () => {
  await settle({ zone: "UTC", slots: [{ id: "weekly", weekday: 1, time: "09:00", channels: [] }] });
  const ask = async (after: string) =>
    (await service.call("GET", `/v1/slots/next?channel=${x}&after=${after}`, { key: service.org.key })).wire.data.at;
  const start = await ask(new Date().toISOString());
  const inWeeks = (weeks: number) => new Date(Date.parse(start) + weeks * 7 * dayMs).toISOString();
  expect(await ask(start)).toBe(inWeeks(1));
  await create({ scheduled_for: inWeeks(1) });
  expect(await ask(start)).toBe(inWeeks(2));
});

test("ten requests at once for the next slot get ten different slots", async () => {
  const peer = await service.addMember("member");
  // Both lists have the same instants, so they give no more slots than one.
  await settle({ zone, slots: daily("15:00") }, peer.key);
  await settleTeam({ slots: daily("15:00") });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => create({ text: `Post ${at}` }, { key: at % 2 ? peer.key : service.org.key })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
  expect(new Set(answers.map(({ wire }) => wire.data[0].scheduled_for)).size).toBe(10);
});

test("a repeated request for the next slot gets the slot of the first", async () => {
  const headers = { "idempotency-key": "next slot once" };
  const first = await create({}, { headers });
  const second = await create({}, { headers });
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect(second.wire).toEqual(first.wire);
});

test("without a slot for the channels, nothing is created and the answer says what to do", async () => {
  await settle({ slots: daily("09:00", [bluesky]) });
  const { status, wire } = await create();
  expect([status, wire.error.code, wire.error.field]).toEqual([400, "invalid_request", "scheduled_for"]);
  expect(wire.error.message).toBe(
    "There is no posting slot for these channels. Add one in your settings or the organization's, or send a time.",
  );
  const peer = await service.addMember("member");
  expect((await create({}, { key: peer.key })).wire.error.message).toBe(
    "There is no posting slot for these channels. Add one in your settings, ask an administrator for team slots, or send a time.",
  );
  const { rows } = await service.database.pool.query("select 1 from posts");
  expect(rows).toEqual([]);
});

test("a slot of the team for a restricted channel is a slot only of its members", async () => {
  const [named, peer] = [await service.addMember("member"), await service.addMember("member")];
  const restrict = (members: string[] | null) =>
    service.call("PATCH", `/v1/channels/${bluesky}`, { key: service.org.key, json: { members } });
  expect((await restrict([named.memberId])).status).toBe(200);
  await settleTeam({ slots: [...daily("09:00", [bluesky]), ...daily("15:00", [bluesky, x]).slice(0, 2)] });
  const next = async ({ key }: { key: string }) => (await service.call("GET", "/v1/slots/next", { key })).wire.data;
  const range = `from=${new Date().toISOString()}&to=${new Date(Date.now() + 7 * dayMs).toISOString()}`;
  const listed = async ({ key }: { key: string }): Promise<CalendarContents["team_slots"]> =>
    (await service.call("GET", `/v1/calendar?${range}`, { key })).wire.data.team_slots;
  expect((await next(named)).slots).toBe(9);
  expect(await listed(named)).toHaveLength(9);
  const seen = await next(peer);
  expect([seen.slots, toWallTime(new Date(seen.at), zone).time]).toEqual([2, "15:00"]);
  expect((await listed(peer)).map(({ channels }) => channels)).toEqual([[x], [x]]);
  await settleTeam({ slots: daily("09:00", [bluesky]) });
  expect(await next(peer)).toEqual({ at: null, slots: 0 });
  await restrict(null);
});

test("a draft ignores next-slot, and other words are no time", async () => {
  const draft = await create({ draft: true });
  expect([draft.status, draft.wire.data[0].status, draft.wire.data[0].scheduled_for]).toEqual([201, "draft", null]);
  expect((await create({ scheduled_for: "next_slot" })).status).toBe(400);
  expect((await create({ scheduled_for: "Next-Slot" })).status).toBe(400);
});

test("a check of possible mistakes accepts next-slot", async () => {
  const key = service.org.key;
  const json = { channels: [x], text: "Hello", scheduled_for: "next-slot" };
  await settle({ slots: [...daily("09:00"), ...daily("15:00")] });
  await service.create(json);
  const { status, wire } = await service.call("POST", "/v1/posts/check", { key, json });
  const codes = wire.data.warnings.map((one: { code: string }) => one.code);
  expect([status, codes]).toEqual([200, ["same_text"]]);
});
