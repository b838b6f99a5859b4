import { afterAll, expect, test } from "vitest";
import { openMemberFixture } from "./testing/member-fixture.ts";

const { service, query, call } = await openMemberFixture();
afterAll(() => service.close());

const readLog = () =>
  query(
    "select type, outcome, member_id as by, key_id as key, address, target_id as target, detail from audit_log where type not like 'key.%' order by id",
  );

test("every change of roles, membership and organization is recorded with actor and details", async () => {
  const peer = await service.addMember("member");
  const before = (await readLog()).length;
  const steps: readonly [string, string, unknown?][] = [
    ["PATCH", `/members/${peer.memberId}`, { role: "admin" }],
    ["PATCH", `/members/${peer.memberId}`, { role: "member" }],
    ["POST", `/members/${peer.memberId}/deactivate`],
    ["POST", `/members/${peer.memberId}/reactivate`],
    ["PATCH", "/organization", { name: "Renamed", settings: { blind_review: true } }],
    ["POST", `/members/${peer.memberId}/owner`],
  ];
  for (const [method, path, json] of steps) expect((await call(method, path, json)).status, path).toBe(200);
  const by = { by: service.org.memberId, outcome: "success", target: peer.memberId };
  const log = (await readLog()).slice(before);
  expect(log).toMatchObject([
    { ...by, type: "member.change_role", detail: { from: "member", to: "admin" } },
    { ...by, type: "member.change_role", detail: { from: "admin", to: "member" } },
    { ...by, type: "member.deactivate" },
    { ...by, type: "member.reactivate" },
    {
      type: "organization.update",
      target: service.org.orgId,
      detail: { name: "Renamed", changed: ["blind_review"] },
    },
    { ...by, type: "member.change_role", detail: { from: "member", to: "owner" } },
  ]);
  expect(log.every(({ key }) => key !== null)).toBe(true);
});

test("a change that was refused or changed nothing is not recorded as a change", async () => {
  const before = (await readLog()).length;
  const peer = await service.addMember("member");
  expect((await call("PATCH", `/members/${peer.memberId}`, { role: "member" })).status).toBe(200);
  expect((await call("PATCH", `/members/${service.org.memberId}`, { role: "admin" }, peer.key)).status).toBe(403);
  expect(await readLog()).toHaveLength(before);
});

test("an event holds the address of the client that made the request", async () => {
  const peer = await service.addMember("member");
  const { status } = await service.call("PATCH", `/v1/members/${peer.memberId}`, {
    key: service.org.key,
    json: { role: "admin" },
    headers: { "x-postwright-address": "203.0.113.9" },
  });
  expect(status).toBe(200);
  expect((await readLog()).at(-1)).toMatchObject({ type: "member.change_role", address: "203.0.113.9" });
});
