import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditLogEvent } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const get = (path: string, key = service.org.key) => service.call("GET", `/v1${path}`, { key });
const list = async (search = "", key?: string) => (await get(`/audit-log${search}`, key)).wire.data;
const change = async (id: string, role: string) =>
  service.call("PATCH", `/v1/members/${id}`, {
    key: service.org.key,
    json: { role },
    headers: { "x-postwright-address": "203.0.113.9" },
  });

test("only owners read the audit log, and only of their own organization", async () => {
  const other = await service.addOrganization("Elsewhere");
  const peer = await service.addMember("member");
  await change(peer.memberId, "admin");
  const { events } = await list();
  expect(events[0]).toMatchObject({
    type: "member.change_role",
    outcome: "success",
    address: "203.0.113.9",
    via: { type: "key" },
    member: { id: service.org.memberId },
    target: { type: "member", id: peer.memberId, name: expect.stringMatching(/^Member/) },
    detail: { from: "member", to: "admin" },
  });
  expect(JSON.stringify(await list("", other.key))).not.toContain(peer.memberId);
  const admin = await service.addMember("admin");
  for (const path of ["/audit-log", "/audit-log/export"]) {
    for (const { key } of [admin, await service.addMember("member")]) expect((await get(path, key)).status).toBe(403);
    expect((await service.call("GET", `/v1${path}`)).status).toBe(401);
  }
});

test("cursor pages follow one another without a gap while new events arrive", async () => {
  const peer = await service.addMember("member");
  for (const role of ["admin", "member", "admin", "member", "admin"]) await change(peer.memberId, role);
  const all = (await list("?limit=100")).events.map(({ id }: AuditLogEvent) => id);
  const seen: string[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const page: { events: AuditLogEvent[]; next: string | null } = await list(`?limit=2${next && `&before=${next}`}`);
    seen.push(...page.events.map(({ id }) => id));
    next = page.next;
    if (seen.length === 2) await change(peer.memberId, "member");
  }
  expect(seen).toEqual(all);
});

test("the log is filtered by type, person, outcome and time, and an invalid filter is rejected", async () => {
  const peer = await service.addMember("member");
  await change(peer.memberId, "admin");
  const ofPeer = (await list(`?member=${peer.memberId}`)).events;
  expect(ofPeer.map(({ type }: AuditLogEvent) => type)).toEqual(["member.change_role"]);
  expect((await list(`?member=${peer.memberId}&type=key.create&type=member.join`)).events).toEqual([]);
  expect((await list(`?member=${peer.memberId}&outcome=refused`)).events).toEqual([]);
  const { at } = ofPeer[0];
  expect((await list(`?member=${peer.memberId}&from=${at}`)).events).toHaveLength(1);
  expect((await list(`?member=${peer.memberId}&to=${at}`)).events).toEqual([]);
  expect((await list("?member=nobody")).events).toEqual([]);
  for (const wrong of ["type=nothing", "before=x", "from=yesterday", "limit=101"]) {
    expect((await get(`/audit-log?${wrong}`)).status, wrong).toBe(400);
  }
});

test("the export holds every event of the filter, without spreadsheet formulas, and is recorded as an event", async () => {
  await service.call("PATCH", "/v1/organization", { key: service.org.key, json: { name: "=Sum" } });
  const { text, headers } = await get("/audit-log/export");
  expect(headers.get("content-type")).toContain("text/csv");
  expect(headers.get("content-disposition")).toMatch(/filename="audit-log-\d{4}-\d\d-\d\d\.csv"/);
  const lines = text.trim().split("\r\n");
  expect(lines[0]).toMatch(/^id,at,type,outcome,member,/);
  expect(lines).toHaveLength(1 + (await list("?limit=100")).events.length);
  expect((await list("?limit=1")).events[0]).toMatchObject({ type: "audit_log.export" });
  expect(text).not.toMatch(/(^|,)=/m);
});
