import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { webhookEvents } from "#lib/contract/resources/notification-kinds.ts";
import type { Webhook } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ outboundAllow: new Set(["hooks.internal:8080"]) });
});
afterEach(() => service.database.pool.query("delete from webhooks"));
afterAll(() => service.close());

const url = "https://hooks.example.org/in";
const asAdmin = (method: string, path: string, json?: unknown) =>
  service.call(method, `/v1${path}`, { key: service.org.key, ...(json !== undefined && { json }) });
async function create(json: Record<string, unknown> = {}): Promise<Webhook & { secret: string }> {
  const { status, wire, text } = await asAdmin("POST", "/webhooks", { url, events: ["post.failed"], ...json });
  if (status !== 201) throw new Error(text);
  return wire.data;
}

describe("a webhook's address", () => {
  test.each([
    ["http://hooks.example.org/", "https://"],
    ["ftp://hooks.example.org/", "https://"],
    ["javascript:alert(1)", "https://"],
    ["hooks.example.org", "isn't a valid address"],
    ["", ""],
    ["   ", "isn't a valid address"],
    ["https://user:pw@hooks.example.org/", "user name or password"],
    ["https://127.0.0.1/", "private"],
    ["https://2130706433/", "private"],
    ["https://[::1]/", "private"],
    ["https://localhost:8443/", "private"],
    ["https://169.254.169.254/latest/meta-data/", "private"],
    ["http://hooks.internal:8081/", "https://"],
    [`https://hooks.example.org/${"a".repeat(1_975)}`, "2000"],
  ])("the address %s is refused with its field, and nothing is changed", async (bad, words) => {
    const made = await create();
    for (const [method, path] of [
      ["POST", "/webhooks"],
      ["PATCH", `/webhooks/${made.id}`],
    ] as const) {
      const { status, wire } = await asAdmin(method, path, { url: bad, events: ["post.failed"] });
      expect([status, wire.error.code, wire.error.field]).toEqual([400, "invalid_request", "url"]);
      expect(wire.error.message.replace(/[,.](?=\d{3})/g, "")).toContain(words);
      expect(wire.error.message).not.toContain("pw");
    }
    const listed = (await asAdmin("GET", "/webhooks")).wire.data;
    expect(listed.map((one: Webhook) => one.url)).toEqual([url]);
  });

  test("an address is stored normalized, and may be private where the server allows it", async () => {
    expect((await create({ url: " https://HOOKS.example.org:443/a?b=c#d " })).url).toBe(
      "https://hooks.example.org/a?b=c",
    );
    expect((await create({ url: "http://hooks.internal:8080/in" })).url).toBe("http://hooks.internal:8080/in");
  });
});

test.each([
  [{ events: [] }, "events"],
  [{ events: ["post.everything"] }, "events.0"],
  [{ events: "post.failed" }, "events"],
  [{ events: [...webhookEvents, "post.failed"] }, "events"],
  [{ events: undefined }, "events"],
  [{ url: 7 }, "url"],
])("a webhook with %j is refused, naming the field", async (bad, field) => {
  const { status, wire } = await asAdmin("POST", "/webhooks", { url, events: ["post.failed"], ...bad });
  expect([status, wire.error.field]).toEqual([400, field]);
});

test("a change that is empty or has unknown fields changes nothing", async () => {
  const made = await create();
  const { secret: _, ...kept } = made;
  expect((await asAdmin("PATCH", `/webhooks/${made.id}`, {})).wire.data).toEqual(kept);
  const { status } = await asAdmin("PATCH", `/webhooks/${made.id}`, { enabled: "yes" });
  expect(status).toBe(400);
  for (const field of ["id", "secret", "org_id", "off_reason"]) {
    const wish = await asAdmin("PATCH", `/webhooks/${made.id}`, { [field]: service.clock.newId() });
    expect([wish.status, wish.wire.error.field]).toEqual([400, field]);
  }
  expect((await asAdmin("PATCH", `/webhooks/${made.id}`, {})).wire.data).toEqual(kept);
});

test("an organization has at most twenty webhooks, also with concurrent requests", async () => {
  const asked = Array.from({ length: 24 }, () => asAdmin("POST", "/webhooks", { url, events: ["post.failed"] }));
  const answers = await Promise.all(asked);
  expect(answers.filter(({ status }) => status === 201).length).toBe(20);
  for (const { status, wire } of answers) {
    if (status !== 201) expect([status, wire.error.message]).toEqual([400, expect.stringContaining("20 webhooks")]);
  }
  const other = await service.addOrganization("Not full");
  const json = { url, events: ["post.failed"] };
  expect((await service.call("POST", "/v1/webhooks", { key: other.key, json })).status).toBe(201);
});

describe("a webhook's secret", () => {
  test("a secret is shown only when it is created and when it is renewed", async () => {
    const made = await create();
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const renewed = (await asAdmin("POST", `/webhooks/${made.id}/rotate`)).wire.data;
    expect(renewed.secret).not.toBe(made.secret);
    for (const [method, path, json] of [
      ["GET", "/webhooks", undefined],
      ["PATCH", `/webhooks/${made.id}`, { enabled: true }],
      ["POST", `/webhooks/${made.id}/test`, undefined],
      ["GET", `/webhooks/${made.id}/deliveries`, undefined],
      ["DELETE", `/webhooks/${made.id}`, undefined],
    ] as const) {
      const { status, text } = await asAdmin(method, path, json);
      expect([path, status, text.includes("whsec")]).toEqual([path, 200, false]);
    }
  });

  test("a secret is sealed in the database, and opens only for its own webhook", async () => {
    const [made, other] = [await create(), await create()];
    await asAdmin("POST", `/webhooks/${made.id}/rotate`);
    const { rows } = await service.database.pool.query("select * from webhooks");
    const stored = JSON.stringify(rows);
    for (const { secret } of [made, other]) expect(stored).not.toContain(secret.slice(6, -1));
    const { sealer } = service.context;
    const sealed = rows.find((row) => row.id === other.id).secret;
    expect(sealer.open(sealed, `webhooks:${other.id}:secret`)).toBe(other.secret);
    expect(sealer.open(sealed, `webhooks:${made.id}:secret`)).toBeNull();
  });
});

test("every request for another organization's webhook is answered as not found", async () => {
  const made = await create();
  const { data: test } = (await asAdmin("POST", `/webhooks/${made.id}/test`)).wire;
  const other = await service.addOrganization("Strangers");
  const ask = async (id: string, rest: string, method: string, json?: unknown) => {
    const { status, text } = await service.call(method, `/v1/webhooks/${id}${rest}`, {
      key: other.key,
      ...(json !== undefined && { json }),
    });
    return `${status} ${text}`;
  };
  for (const [method, rest, json] of [
    ["PATCH", "", { enabled: false }],
    ["DELETE", "", undefined],
    ["POST", "/rotate", undefined],
    ["POST", "/test", undefined],
    ["GET", "/deliveries", undefined],
    ["POST", `/deliveries/${test.id}/resend`, undefined],
  ] as const) {
    const answer = await ask(made.id, rest, method, json);
    expect(answer).toMatch(/^404 /);
    for (const nowhere of [service.clock.newId(), "x", "%00"])
      expect(await ask(nowhere, rest, method, json)).toMatch(/^40[04] /);
    expect(answer).toBe(await ask(service.clock.newId(), rest, method, json));
  }
  // Another webhook's deliveries are not found.
  const second = await create();
  expect((await asAdmin("POST", `/webhooks/${second.id}/deliveries/${test.id}/resend`)).status).toBe(404);
  expect((await asAdmin("GET", "/webhooks")).wire.data.length).toBe(2);
});

test("a key of a demoted administrator is refused", async () => {
  const { key, memberId } = await service.addMember("admin");
  const json = { url, events: ["post.failed"] };
  expect((await service.call("POST", "/v1/webhooks", { key, json })).status).toBe(201);
  await service.database.pool.query("update members set role = 'member' where id = $1", [memberId]);
  expect((await service.call("POST", "/v1/webhooks", { key, json })).status).toBe(403);
});
