import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { roleScopes } from "#lib/contract/scopes.ts";
import type { ApiKey, MadeByKey } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const call = async (method: string, path: string, key: string, json?: unknown) => {
  const { status, wire, text } = await service.call(method, `/v1${path}`, { key, ...(json !== undefined && { json }) });
  if (status >= 400) throw new Error(`${method} ${path}: ${text}`);
  return wire.data;
};
const statusOf = async (key: string) => (await service.call("GET", "/v1/me", { key })).status;
const createKey = (key: string, name: string, more: Record<string, unknown> = {}) =>
  call("POST", "/keys", key, { name, scopes: roleScopes.admin, ...more });
const browserKeys = {
  p256dh: Buffer.alloc(65, 4).toString("base64url"),
  auth: Buffer.alloc(16, 1).toString("base64url"),
};
const listOf = async (sql: string, id: string) => (await service.database.pool.query(sql, [id])).rows;

let owner: Awaited<ReturnType<TestService["addMember"]>>;
beforeEach(async () => {
  owner = await service.addMember("admin");
  await service.database.pool.query("delete from webhooks");
});

/** Makes one of each with a key. */
async function makeEverything(key: string) {
  const child = await createKey(key, "Release bot");
  await call("POST", "/calendar/feed", key);
  const endpoint = `https://push.example.org/${service.clock.newId()}`;
  await call("POST", "/push/subscriptions", key, { endpoint, keys: browserKeys });
  const hook = await call("POST", "/webhooks", key, { url: "https://hooks.example.org/in", events: ["post.failed"] });
  const invitation = await call("POST", "/invitations", key, { role: "member", email: "friend@example.org" });
  return { child, hook, invitation };
}
const typesOf = (made: readonly MadeByKey[]) => made.map(({ type, name }) => `${type} ${name}`);
const everything = [
  "calendar_feed null",
  "invitation friend@example.org",
  "key Release bot",
  "push_subscription push.example.org",
  "webhook hooks.example.org",
];

test("the list of keys says which key made a key, and what each key made", async () => {
  const leaked = await createKey(owner.key, "Leaked");
  const { child } = await makeEverything(leaked.value);
  const keys: ApiKey[] = await call("GET", "/keys", owner.key);
  const listed = (id: string) => keys.find((key) => key.id === id);
  expect(listed(child.id)?.made_by).toEqual({ id: leaked.id, name: "Leaked" });
  expect(typesOf(listed(leaked.id)?.made ?? []).toSorted()).toEqual(everything);
  expect(listed(child.id)?.made).toEqual([]);
  // A made key's things count for the key that made it.
  await call("POST", "/keys", child.value, { name: "Grandchild", scopes: ["posts:read"] });
  const again: ApiKey[] = await call("GET", "/keys", owner.key);
  expect(typesOf(again.find((key) => key.id === leaked.id)?.made ?? [])).toContain("key Grandchild");
});

test("a revoked key takes what it made with it: keys of keys, feed, browsers, invitations, webhooks", async () => {
  const leaked = await createKey(owner.key, "Leaked");
  const { child, hook, invitation } = await makeEverything(leaked.value);
  const grandchild = await createKey(child.value, "Grandchild");
  const revoked = await call("DELETE", `/keys/${leaked.id}`, owner.key);
  expect(typesOf(revoked.ended).toSorted()).toEqual([...everything, "key Grandchild"].toSorted());
  for (const { value } of [leaked, child, grandchild]) expect(await statusOf(value)).toBe(401);
  expect(await statusOf(owner.key)).toBe(200);
  expect((await call("GET", "/calendar/feed", owner.key)).active).toBe(false);
  expect(await listOf("select 1 from push_subscriptions where member_id = $1", owner.memberId)).toEqual([]);
  expect(await call("GET", "/webhooks", owner.key)).toMatchObject([
    { id: hook.id, enabled: false, off_reason: "The API key that made it was revoked." },
  ]);
  const [kept] = await listOf("select revoked_at from invitations where id = $1", invitation.id);
  expect(kept.revoked_at).not.toBeNull();
  const events = await listOf(
    "select type from audit_log where member_id = $1 and detail ->> 'reason' = 'made_by_revoked_key' order by type",
    owner.memberId,
  );
  expect(events.map(({ type }) => type)).toEqual([
    "calendar_feed.remove",
    "invitation.revoke",
    "key.revoke",
    "key.revoke",
  ]);
});

test("what a key made stays on request, and what a person or another key made stays in any case", async () => {
  const one = await createKey(owner.key, "One");
  const { child } = await makeEverything(one.value);
  const other = await createKey(owner.key, "Other");
  const own = await createKey(other.value, "Of the other");
  const revoked = await call("DELETE", `/keys/${one.id}?made=keep`, owner.key);
  expect(revoked.ended).toEqual([]);
  expect(await statusOf(child.value)).toBe(200);
  expect((await call("GET", "/calendar/feed", owner.key)).active).toBe(true);
  // The feed that replaced the key's is the other key's.
  await call("POST", "/calendar/feed", other.value);
  expect(typesOf((await call("DELETE", `/keys/${child.id}`, owner.key)).ended)).toEqual([]);
  expect(await statusOf(own.value)).toBe(200);
  expect((await call("GET", "/calendar/feed", owner.key)).active).toBe(true);
});

test("a rotation hides nothing: earlier values, and a value that a key gave to another key, lead to their maker", async () => {
  const leaked = await createKey(owner.key, "Leaked");
  const early = await createKey(leaked.value, "Early");
  const rotated = await call("POST", `/keys/${leaked.id}/rotate`, owner.key, { overlap_hours: 1 });
  // The old value still works for an hour.
  const expires_at = new Date(service.clock.now().getTime() + 1_800_000).toISOString();
  const late = await createKey(leaked.value, "Late", { expires_at });
  const good = await createKey(owner.key, "Good");
  const taken = await call("POST", `/keys/${good.id}/rotate`, rotated.value, { overlap_hours: 0 });
  const { ended } = await call("DELETE", `/keys/${rotated.id}`, owner.key);
  expect(typesOf(ended)).toEqual(["key Early", "key Good", "key Late"]);
  for (const { value } of [leaked, early, rotated, late, taken]) expect(await statusOf(value)).toBe(401);
});

test("a key without members:manage that revokes another ends neither its webhooks nor its invitations", async () => {
  const leaked = await createKey(owner.key, "Leaked");
  const { hook, child } = await makeEverything(leaked.value);
  const narrow = await createKey(owner.key, "Narrow", { scopes: ["keys:manage"] });
  const { ended } = await call("DELETE", `/keys/${leaked.id}`, narrow.value);
  expect(typesOf(ended).toSorted()).toEqual(everything.filter((made) => !/^(webhook|invitation)/.test(made)));
  expect(await statusOf(child.value)).toBe(401);
  expect(await call("GET", "/webhooks", owner.key)).toMatchObject([{ id: hook.id, enabled: true }]);
});

test("a deactivation ends the member's calendar feed and browsers for good, also after a reactivation", async () => {
  const member = await service.addMember("member");
  const { url } = await call("POST", "/calendar/feed", member.key);
  await call("POST", "/push/subscriptions", member.key, {
    endpoint: `https://push.example.org/${service.clock.newId()}`,
    keys: browserKeys,
  });
  await call("POST", `/members/${member.memberId}/deactivate`, service.org.key);
  await call("POST", `/members/${member.memberId}/reactivate`, service.org.key);
  expect(url).toContain("token=");
  expect(await listOf("select 1 from calendar_feeds where member_id = $1", member.memberId)).toEqual([]);
  expect(await listOf("select 1 from push_subscriptions where member_id = $1", member.memberId)).toEqual([]);
});
