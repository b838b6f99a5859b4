import { afterAll, beforeAll, expect, test } from "vitest";
import { OrganizationSettings } from "#lib/contract/resources/organization-settings.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const read = async (key = service.org.key) => (await service.call("GET", "/v1/organization", { key })).wire.data;
const change = (json: unknown, key = service.org.key) => service.call("PATCH", "/v1/organization", { key, json });

test("every member reads the organization's name, size and rules", async () => {
  const { orgId } = service.org;
  const { key } = await service.addMember("member");
  const gone = await service.addMember("member");
  await service.database.pool.query("update members set removed_at = now() where id = $1", [gone.memberId]);
  expect(await read(key)).toEqual({
    id: orgId,
    name: "Analytical Engines",
    slug: "analytical-engines",
    members: 2,
    mail: false,
    settings: OrganizationSettings.parse({}),
  });
});

test("only the named rules change", async () => {
  expect((await change({ settings: { cap_day: 100 } })).wire.data.settings.cap_day).toBe(100);
  const { wire } = await change({ settings: { blind_review: true, level_starts: [10, 20, 50] } });
  expect(wire.data.settings).toEqual({
    ...OrganizationSettings.parse({}),
    cap_day: 100,
    blind_review: true,
    level_starts: [10, 20, 50],
  });
  expect((await change({ settings: { cap_day: null } })).wire.data.settings.cap_day).toBeNull();
});

test("concurrent changes of different rules are both saved", async () => {
  const wanted = { cap_submission: 40, cap_week: 400, review_rules: "Be kind.", reject_reasons: ["Not ours."] };
  await Promise.all(Object.entries(wanted).map(([field, value]) => change({ settings: { [field]: value } })));
  expect((await read()).settings).toMatchObject(wanted);
});

test("a renamed organization keeps its slug", async () => {
  const { wire } = await change({ name: "  Difference Engines " });
  expect([wire.data.name, wire.data.slug]).toEqual(["Difference Engines", "analytical-engines"]);
  expect((await service.call("GET", "/v1/me", { key: service.org.key })).wire.data.org.name).toBe("Difference Engines");
});

test("members can't change the organization, and administrators change only their own", async () => {
  const before = await read();
  const { key } = await service.addMember("member");
  expect((await change({ name: "Mine" }, key)).status).toBe(403);
  const other = await service.addOrganization("Elsewhere");
  await change({ name: "Renamed", settings: { blind_review: false } }, other.key);
  expect(await read()).toEqual({ ...before, members: before.members + 1 });
  expect((await read(other.key)).name).toBe("Renamed");
});

test("administrators give the team slots with a zone; members read them and can't change them", async () => {
  const [x = ""] = service.org.channelIds;
  const slots = [{ id: "a", weekday: 2, time: "09:00", channels: [x] }];
  const { key: adminKey } = await service.addMember("admin");
  const { key } = await service.addMember("member");
  const settings = { slots, slots_zone: "Asia/Tokyo" };
  expect((await change({ settings }, adminKey)).wire.data.settings).toMatchObject(settings);
  const refused = await change({ settings: { slots: [] } }, key);
  expect([refused.status, (await read(key)).settings]).toEqual([403, expect.objectContaining(settings)]);
  const { rows } = await service.database.pool.query(
    "select detail from audit_log where type = 'organization.update' order by id desc limit 1",
  );
  expect(rows[0].detail).toMatchObject({ changed: ["slots", "slots_zone"] });
});

test("team slots name channels of the organization and an existing zone, and each has its own id", async () => {
  const { channelIds } = await service.addOrganization("Of other channels");
  const slot = { id: "a", weekday: 2, time: "09:00", channels: [] };
  const refused = async (settings: object) => {
    const before = await read();
    const { status, wire } = await change({ settings });
    expect([status, await read()]).toEqual([400, before]);
    return `${wire.error.field}: ${wire.error.message}`;
  };
  expect(await refused({ slots: [{ ...slot, channels: channelIds }] })).toMatch(/^settings.slots: There is no channel/);
  expect(await refused({ slots: [slot, slot] })).toBe("settings.slots: Two slots have the same id.");
  expect(await refused({ slots_zone: "+02:00" })).toMatch(/^settings.slots_zone: There is no time zone called/);
});

test.each([
  {
    settings: {
      slots: Array.from({ length: 101 }, (_, at) => ({ id: `${at}`, weekday: 1, time: "09:00", channels: [] })),
    },
  },
  { settings: { slots: [{ id: "a", weekday: 8, time: "09:00", channels: [] }] } },
  { settings: { slots_zone: 5 } },
  { name: "" },
  { name: " \t " },
  { name: "a".repeat(101) },
  { name: "two\nlines" },
  { settings: { level_starts: [50, 50] } },
  { settings: { level_starts: [100, 50] } },
  { settings: { level_starts: [0] } },
  { settings: { level_starts: [1.5] } },
  { settings: { level_starts: Array.from({ length: 201 }, (_, at) => at + 1) } },
  { settings: { cap_day: 0 } },
  { settings: { cap_day: -1 } },
  { settings: { cap_day: 1.5 } },
  { settings: { cap_week: 1e9 } },
  { settings: { cap_submission: "20" } },
  { settings: { blind_review: "yes" } },
  { settings: { reject_reasons: [""] } },
  { settings: { reject_reasons: ["x".repeat(501)] } },
  { settings: { reject_reasons: Array.from({ length: 10 }, (_, at) => `reason ${at}`) } },
  { settings: { review_rules: "x".repeat(5001) } },
  { settings: { review_rules: "\u0000" } },
  { name: "Good", settings: { cap_day: 0 } },
])("the organization change %j is rejected and changes nothing", async (json) => {
  const before = await read();
  const { status, wire } = await change(json);
  expect([status, await read()]).toEqual([400, before]);
  expect(wire.error.message).toMatch(/\.$/);
});
