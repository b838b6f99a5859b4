import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import { clientAddressHeader, onBehalfHeader } from "#lib/service/http/access/authenticate.ts";
import { createHttpApp, type HttpApp } from "#lib/service/http/app.ts";
import {
  createTestRequest,
  openTestService,
  type TestRequest,
  type TestService,
} from "#lib/service/http/testing/test-service.ts";
import { createRealtimeHub } from "#lib/service/realtime/realtime-hub.ts";
import { hourMs } from "#lib/time/time-units.ts";
import { generateApiKey } from "./api-key-token.ts";

let service: TestService;
/** A second process's service: another handler with a memory of its own, on the same database. */
let second: HttpApp;
beforeAll(async () => {
  service = await openTestService();
  const { log } = service.context;
  const processConnection = createProcessConnection({ connection: service.database.connection, log });
  second = createHttpApp(
    service.context,
    createRealtimeHub({ processConnection, now: service.clock.now, log }),
    processConnection,
  );
  await second.listening();
});
afterAll(async () => {
  await second.close();
  await service.close();
});

const inHours = (hours: number) => new Date(service.clock.now().getTime() + hours * hourMs).toISOString();
const statusOf = async (key: string, headers: Record<string, string> = {}) =>
  (await service.call("GET", "/v1/me", { key, headers })).status;
const make = async (json: Record<string, unknown> = {}, key = service.org.key) => {
  const made = await service.call("POST", "/v1/keys", {
    key,
    json: { name: "Robot", scopes: ["posts:read"], ...json },
  });
  if (made.status !== 201) throw new Error(made.text);
  return made.wire.data as { id: string; value: string; ending: string; [field: string]: unknown };
};
/** What another process hears, or what is noted after the answer, takes a moment: of a machine that stands still, seconds. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 2 });
const refused = async (json: Record<string, unknown>, key = service.org.key) => {
  const { status, wire } = await service.call("POST", "/v1/keys", {
    key,
    json: { name: "Robot", scopes: [], ...json },
  });
  return [status, wire.error?.message];
};
const list = async (key = service.org.key) => (await service.call("GET", "/v1/keys", { key })).wire.data;

describe("addresses of an API key", () => {
  test("a key accepts whole addresses and ranges; anything else is rejected with a sentence and creates no key", async () => {
    const before = (await list()).length;
    for (const wrong of [
      "203.0.113",
      "203.0.113.0/33",
      "2001:db8::/129",
      "example.org",
      "1",
      "0x7f.1",
      "10.0.0.1/x",
      "/8",
    ]) {
      const [status, message] = await refused({ addresses: [wrong] });
      expect([wrong, status]).toEqual([wrong, 400]);
      expect(message).toContain("is not an IP address");
    }
    expect((await refused({ addresses: Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`) }))[0]).toBe(400);
    expect((await list()).length).toBe(before);
  });

  test("a key works from its addresses only; elsewhere the answer is the same as for a wrong key", async () => {
    const { value } = await make({ addresses: ["203.0.113.0/24"] });
    const at = (address: string) => ({ [clientAddressHeader]: address });
    expect(await statusOf(value, at("203.0.113.77"))).toBe(200);
    expect(await statusOf(value, at("203.0.114.1"))).toBe(401);
    expect(await statusOf(value)).toBe(401);
    // The dashboard asks for the browser's address; beside an address of server.ts that header says nothing.
    expect(await statusOf(value, { [onBehalfHeader]: "203.0.113.77" })).toBe(200);
    expect(await statusOf(value, { ...at("203.0.114.1"), [onBehalfHeader]: "203.0.113.77" })).toBe(401);
    const elsewhere = await service.call("GET", "/v1/me", { key: value, headers: at("192.0.2.1") });
    const unknown = await service.call("GET", "/v1/me", { key: generateApiKey(), headers: at("192.0.2.1") });
    expect(elsewhere.text).toBe(unknown.text);
  });
});

describe("creating an API key", () => {
  test("the value of a key is shown once: no list, database row or other response contains it", async () => {
    const { id, value, ending } = await make({ name: "Release robot" });
    expect(await statusOf(value)).toBe(200);
    expect(value.endsWith(ending)).toBe(true);
    expect(JSON.stringify(await list())).not.toContain(value.slice(3, 40));
    const { rows } = await service.database.pool.query(
      "select row_to_json(k)::text as row from api_keys k where id = $1",
      [id],
    );
    expect(rows[0].row).not.toContain(value.slice(3, 40));
  });

  test("a name has 1 to 100 characters, emoji included; a rejected name changes nothing", async () => {
    const before = (await list()).length;
    for (const name of ["🗝️".repeat(10_000), "", "   ", "a\nb", "x".repeat(101), 7, null]) {
      expect((await refused({ name }))[0]).toBe(400);
    }
    expect((await list()).length).toBe(before);
    expect((await make({ name: "🗝".repeat(100) }))["name"]).toBe("🗝".repeat(100));
  });

  test("an expiry must be in the future and within five years", async () => {
    for (const expires_at of [inHours(-1), inHours(0), inHours(24 * 366 * 6), "tomorrow", "2027-01-01"]) {
      expect((await refused({ expires_at }))[0]).toBe(400);
    }
    expect((await make({ expires_at: inHours(1) }))["expires_at"]).not.toBeNull();
  });

  test("a new key never gets a scope that the requesting key or the role does not hold", async () => {
    const narrow = await make({ scopes: ["keys:manage", "posts:read"] });
    expect(await refused({ scopes: ["posts:write"] }, narrow.value)).toEqual([
      403,
      "This API key doesn't have the scope posts:write, so it can't grant it.",
    ]);
    const member = await service.addMember("member", ["keys:manage", "members:manage"]);
    expect((await refused({ scopes: ["members:manage"] }, member.key))[0]).toBe(403);
    expect((await refused({ scopes: ["everything"] }))[0]).toBe(400);
    expect((await make({ scopes: ["posts:read"] }, narrow.value))["scopes"]).toEqual(["posts:read"]);
  });

  test("a key that expires or is bound to addresses never creates a key with fewer restrictions", async () => {
    const bounds = { scopes: ["keys:manage"], expires_at: inHours(5), addresses: ["203.0.113.0/24"] };
    const bound = await make(bounds);
    const ask = async (json: Record<string, unknown>) => {
      const sent: TestRequest = {
        key: bound.value,
        headers: { [clientAddressHeader]: "203.0.113.1" },
        json: { name: "Next", scopes: [], ...json },
      };
      return (await service.call("POST", "/v1/keys", sent)).status;
    };
    expect(await ask({})).toBe(403);
    expect(await ask({ expires_at: inHours(6), addresses: ["203.0.113.4"] })).toBe(403);
    expect(await ask({ expires_at: inHours(4) })).toBe(403);
    expect(await ask({ expires_at: inHours(4), addresses: ["203.0.0.0/16"] })).toBe(403);
    expect(await ask({ expires_at: inHours(4), addresses: ["203.0.113.128/25"] })).toBe(201);
  });

  test("a member has at most 100 keys, also when two are created concurrently", async () => {
    const member = await service.addMember("member");
    await service.database.pool.query(
      `insert into api_keys (id, member_id, name, hash, ending, scopes)
       select gen_random_uuid(), $1, 'k', sha256(n::text::bytea), 'xxxx', '{}' from generate_series(1, 98) n`,
      [member.memberId],
    );
    const ask = () => service.call("POST", "/v1/keys", { key: member.key, json: { name: "a", scopes: [] } });
    const statuses = (await Promise.all([ask(), ask(), ask()])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 400, 400]);
  });
});

describe("the expiry of an API key", () => {
  test("a key stops working at its exact millisecond, even when it was cached just before", async () => {
    onTestFinished(service.clock.hold());
    const { value } = await make({ expires_at: inHours(1) });
    expect(await statusOf(value)).toBe(200);
    service.clock.add(hourMs - 1);
    expect(await statusOf(value)).toBe(200);
    service.clock.add(1);
    expect(await statusOf(value)).toBe(401);
    expect((await service.call("DELETE", "/v1/posts/none", { key: value })).status).toBe(401);
  });
});

describe("revoking an API key", () => {
  test("a revoked key gets 401 on its next request, in every process", async () => {
    const { id, value } = await make({ scopes: ["posts:read", "posts:write"] });
    const there = (method = "GET", path = "/v1/me") => second(createTestRequest(method, path, { key: value }));
    expect([await statusOf(value), (await there()).status]).toEqual([200, 200]);
    await service.call("DELETE", `/v1/keys/${id}`, { key: service.org.key });
    expect(await statusOf(value)).toBe(401);
    // A write asks the database, so the other process refuses the very next one; a read as soon as the notice is there.
    expect((await there("DELETE", "/v1/posts/none")).status).toBe(401);
    await soon(async () => expect((await there()).status).toBe(401));
    expect((await list()).some((key: { id: string }) => key.id === id)).toBe(false);
  });

  test("a key of another member, another organization, a session or nobody is not found", async () => {
    const { id } = await make();
    const peer = await service.addMember("admin");
    const other = await service.addOrganization("Elsewhere");
    const session = await service.addMember("member");
    await service.database.pool.query("update api_keys set kind = 'session' where id = $1", [session.keyId]);
    await service.database.pool.query(
      `with person as (insert into accounts (id, email, name) values ($1, 'signed-in@example.org', 'Grace') returning id)
       insert into sessions (id, key_id, account_id, way, proved_at) select id, $2, id, 'password', $3 from person`,
      [service.clock.newId(), session.keyId, service.clock.now()],
    );
    for (const [target, key] of [
      [id, peer.key],
      [id, other.key],
      [session.keyId, session.key],
      [service.clock.newId(), service.org.key],
      ["x", service.org.key],
    ] as const) {
      const answers = [
        await service.call("DELETE", `/v1/keys/${target}`, { key }),
        await service.call("PATCH", `/v1/keys/${target}`, { key, json: { name: "Mine now" } }),
        await service.call("POST", `/v1/keys/${target}/rotate`, { key, json: { overlap_hours: 0 } }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    expect(await list(session.key)).toEqual([]);
  });
});

describe("rotating an API key", () => {
  const rotate = async (id: string, overlap_hours: number, key = service.org.key) =>
    await service.call("POST", `/v1/keys/${id}/rotate`, { key, json: { overlap_hours } });

  test("the new value has the same rights; the old value works exactly until the overlap ends", async () => {
    onTestFinished(service.clock.hold());
    const old = await make({ name: "CI", scopes: ["posts:read", "media:write"], addresses: ["203.0.113.0/24"] });
    const from = { [clientAddressHeader]: "203.0.113.5" };
    const made = (await rotate(old.id, 24)).wire.data;
    expect(made).toMatchObject({ name: "CI", scopes: old["scopes"], addresses: ["203.0.113.0/24"] });
    expect(made.former.ending).toBe(old.ending);
    expect([await statusOf(old.value, from), await statusOf(made.value, from)]).toEqual([200, 200]);
    expect((await list()).filter((key: { name: string }) => key.name === "CI")).toHaveLength(1);
    service.clock.add(24 * hourMs - 1);
    expect(await statusOf(old.value, from)).toBe(200);
    service.clock.add(1);
    expect([await statusOf(old.value, from), await statusOf(made.value, from)]).toEqual([401, 200]);
    expect((await list()).find((key: { id: string }) => key.id === made.id).former).toBeNull();
  });

  test("a second rotation leaves at most two values, and rotation without overlap leaves one", async () => {
    const first = await make();
    const second = (await rotate(first.id, 168)).wire.data;
    const third = (await rotate(second.id, 1)).wire.data;
    expect(await Promise.all([first.value, second.value, third.value].map((key) => statusOf(key)))).toEqual([
      401, 200, 200,
    ]);
    const fourth = (await rotate(third.id, 0)).wire.data;
    expect(await Promise.all([second.value, third.value, fourth.value].map((key) => statusOf(key)))).toEqual([
      401, 401, 200,
    ]);
  });

  test("an old value's row can't be rotated, and revoking the key ends both values", async () => {
    const first = await make();
    const made = (await rotate(first.id, 24)).wire.data;
    expect((await rotate(first.id, 24)).status).toBe(404);
    expect((await service.call("DELETE", `/v1/keys/${made.id}`, { key: service.org.key })).status).toBe(200);
    expect([await statusOf(first.value), await statusOf(made.value)]).toEqual([401, 401]);
  });

  test("rotation never grants more than the requesting key holds; a key may rotate itself", async () => {
    const wide = await make({ scopes: ["keys:manage", "posts:write"] });
    const narrow = await make({ scopes: ["keys:manage"] });
    expect((await rotate(wide.id, 1, narrow.value)).status).toBe(403);
    expect((await rotate(narrow.id, 1, narrow.value)).status).toBe(200);
  });

  test("the overlap is 0 to 168 whole hours", async () => {
    const { id, value } = await make();
    for (const hours of [-1, 169, 1.5, "24", null]) expect((await rotate(id, hours as number)).status).toBe(400);
    expect(await statusOf(value)).toBe(200);
  });
});

describe("the last use of an API key", () => {
  test("the last use and its route are recorded at most once a minute without clearing the cache", async () => {
    const { id, value } = await make({ scopes: ["posts:read"] });
    const seen = async () => (await list()).find((key: { id: string }) => key.id === id);
    expect((await seen()).last_used_route).toBeNull();
    await service.call("GET", "/v1/posts?limit=1", { key: value });
    await soon(async () => expect((await seen()).last_used_route).toBe("GET /posts"));
    await service.call("GET", "/v1/posts/00000000-0000-7000-8000-000000000000", { key: value });
    expect((await seen()).last_used_route).toBe("GET /posts");
    const { rows } = await service.database.pool.query(
      "select tgattr::text, pg_get_triggerdef(oid) as definition from pg_trigger where tgname = 'api_keys_changed'",
    );
    expect(rows[0].definition).not.toContain("last_used");
    service.clock.add(61_000);
    await service.call("GET", "/v1/posts/00000000-0000-7000-8000-000000000000", { key: value });
    await soon(async () => expect((await seen()).last_used_route).toBe("GET /posts/{id}"));
  });
});
