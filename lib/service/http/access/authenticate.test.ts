import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { insertApiKey } from "#lib/service/api-keys/insert-api-key.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { openTestService, type TestRequest, type TestService } from "#lib/service/http/testing/test-service.ts";
import { clientAddressHeader, sessionHeader, viaHeader } from "./authenticate.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const me = (sent: TestRequest) => service.call("GET", "/v1/me", sent);
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const sql = (text: string, values: unknown[] = []) => service.database.pool.query(text, values);
/**
 * Notifications from another connection and writes after the response take a moment, and on a stalled machine seconds.
 */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 2 });
const soonIs = (key: string, status: number, headers = {}) =>
  soon(async () => expect((await me({ key, headers })).status).toBe(status));

describe("API key authentication", () => {
  test("a key is accepted as a bearer token and in x-api-key", async () => {
    const { key } = service.org;
    expect((await me({ headers: bearer(key) })).status).toBe(200);
    expect((await me({ headers: { authorization: `bearer  ${key}` } })).status).toBe(200);
    expect((await me({ headers: { "x-api-key": key } })).status).toBe(200);
    expect((await me({ headers: { ...bearer(key), "x-api-key": key } })).status).toBe(200);
  });

  test("missing, malformed, unknown, revoked and conflicting keys get the same response", async () => {
    const peer = await service.addMember("member");
    await sql("update api_keys set revoked_at = now() where id = $1", [peer.keyId]);
    const { key } = service.org;
    const wrong: Record<string, string>[] = [
      {},
      { authorization: "" },
      { authorization: "Bearer" },
      { authorization: `Basic ${key}` },
      { authorization: key },
      { authorization: `Bearer ${key} ${key}` },
      bearer(`${key}x`),
      bearer("pw_short"),
      bearer(`pw_${"a".repeat(43)}`),
      bearer(peer.key),
      bearer(`pw_${"é".repeat(43)}`),
      { ...bearer(key), "x-api-key": peer.key },
      { authorization: "Basic x", "x-api-key": key },
    ];
    const answers = [];
    for (const headers of wrong) answers.push(await me({ headers }));
    const texts = answers.map(({ status, text }) => `${status} ${text}`);
    const message = "The API key is missing, invalid or revoked.";
    expect([...new Set(texts)]).toEqual([`401 ${JSON.stringify({ error: { code: "unauthorized", message } })}`]);
    expect(answers[0]?.headers.get("www-authenticate")).toBe("Bearer");
  });

  test("a revoked key gets 401 at once for writes and after the notification for reads", async () => {
    const peer = await service.addMember("member");
    expect((await me({ key: peer.key })).status).toBe(200);
    await sql("update api_keys set revoked_at = now() where id = $1", [peer.keyId]);
    const write = await service.call("DELETE", "/v1/posts/none", { key: peer.key });
    expect(write.status).toBe(401);
    await soonIs(peer.key, 401);
  });

  test("a key of a removed member gets 401", async () => {
    const peer = await service.addMember("member");
    expect((await me({ key: peer.key })).status).toBe(200);
    await sql("update members set removed_at = now() where id = $1", [peer.memberId]);
    await soonIs(peer.key, 401);
  });

  test("a key never has more scopes than its member's current role", async () => {
    const admin = await service.addMember("admin");
    const scopesOf = async () => (await me({ key: admin.key })).wire.data.scopes as string[];
    expect(await scopesOf()).toContain("members:manage");
    await sql("update members set role = 'member' where id = $1", [admin.memberId]);
    await soon(async () => expect(await scopesOf()).not.toContain("members:manage"));
    const peer = await service.addMember("member", ["posts:read", "members:manage"]);
    expect((await me({ key: peer.key })).wire.data.scopes).toEqual(["posts:read"]);
  });

  test("a key is stored only as a hash", async () => {
    const { rows } = await sql("select row_to_json(k)::text as row from api_keys k");
    for (const { row } of rows) expect(row).not.toContain(service.org.key.slice(3, 20));
    expect(rows.some(({ row }) => row.includes(`"ending":"${service.org.key.slice(-4)}"`))).toBe(true);
  });

  test("the last use of a key is stored at most once a minute", async () => {
    onTestFinished(service.clock.hold());
    const peer = await service.addMember("member");
    const used = async () =>
      (await sql("select last_used_at from api_keys where id = $1", [peer.keyId])).rows[0].last_used_at;
    expect(await used()).toBeNull();
    await me({ key: peer.key });
    await soon(async () => expect(await used()).not.toBeNull());
    const first = await used();
    service.clock.add(59_000);
    await me({ key: peer.key });
    await me({ key: service.org.key });
    expect(await used()).toEqual(first);
    service.clock.add(2000);
    await me({ key: peer.key });
    await soon(async () => expect(await used()).not.toEqual(first));
  });
});

describe("cached keys", () => {
  test("cached keys are not used while change notifications are interrupted", async () => {
    const peer = await service.addMember("member");
    expect((await me({ key: peer.key })).status).toBe(200);
    // The listener's connection is cut at the moment the key is revoked, so no notification arrives.
    await sql(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'postwright process'
      and backend_type = 'client backend' and datname = current_database()`);
    await sql("update api_keys set revoked_at = now() where id = $1", [peer.keyId]);
    await soonIs(peer.key, 401);
    await service.http.listening();
    const next = await service.addMember("member");
    expect((await me({ key: next.key })).status).toBe(200);
    await sql("update api_keys set revoked_at = now() where id = $1", [next.keyId]);
    await soonIs(next.key, 401);
  });
});

describe("session authentication", () => {
  const open = async (keyId: string) => {
    const id = service.clock.newId();
    await sql("insert into sessions (id, key_id) values ($1, $2)", [id, keyId]);
    return id;
  };

  test("closing a session rejects its requests and leaves its key valid", async () => {
    const { key, keyId } = service.org;
    const headers = { [sessionHeader]: await open(keyId) };
    expect((await me({ key, headers })).status).toBe(200);
    await sql("update sessions set closed_at = now() where id = $1", [headers[sessionHeader]]);
    await soonIs(key, 401, headers);
    expect((await me({ key })).status).toBe(200);
  });

  test("a session of another key, an unknown one and a malformed one get 401", async () => {
    const peer = await service.addMember("member");
    const { key } = service.org;
    const ids = [await open(peer.keyId), service.clock.newId(), "x", "' or 1=1", "api", "mcp"];
    for (const id of ids) {
      // The key is cached without a session, for programs and for assistants.
      for (const via of ["api", "mcp"]) expect((await me({ key, headers: { [viaHeader]: via } })).status).toBe(200);
      expect((await me({ key, headers: { [sessionHeader]: id } })).status).toBe(401);
    }
  });
});

describe("request limits", () => {
  test("1,000 guessed keys from one address end in 429 without blocking valid keys or other addresses", async () => {
    const here = { [clientAddressHeader]: "203.0.113.9" };
    expect((await me({ key: service.org.key, headers: here })).status).toBe(200);
    const statuses = new Map<number, number>();
    for (let guess = 0; guess < 1000; guess += 1) {
      const { status } = await me({ key: `pw_${String(guess).padStart(43, "0")}`, headers: here });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 401: 100, 429: 900 });
    const locked = await me({ key: `pw_${"x".repeat(43)}`, headers: here });
    expect(locked.wire.error.code).toBe("rate_limited");
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(0);
    const mapped = { [clientAddressHeader]: "::ffff:203.0.113.9" };
    expect((await me({ key: `pw_${"x".repeat(43)}`, headers: mapped })).status).toBe(429);
    expect((await me({ key: service.org.key, headers: here })).status).toBe(200);
    expect((await me({ key: `pw_${"x".repeat(43)}`, headers: { [clientAddressHeader]: "203.0.113.10" } })).status).toBe(
      401,
    );
  });

  test("250 guessed keys from different addresses of one /64 end in 429", async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 250; guess += 1) {
      const headers = { [clientAddressHeader]: `2001:db8:64:1::${guess.toString(16)}` };
      statuses.push((await me({ key: `pw_${String(guess).padStart(43, "1")}`, headers })).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(150);
  });

  test("public endpoints are limited per address and send a time to wait with 429", async () => {
    const limited = await openTestService({ rateLimit: 5 });
    try {
      const ask = (address: string) =>
        limited.call("GET", "/v1/openapi.json", { headers: { [clientAddressHeader]: address } });
      for (let n = 0; n < 300; n += 1) expect((await ask("203.0.113.9")).status).toBe(200);
      const refused = await ask("203.0.113.9");
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await ask("203.0.113.10")).status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  test("all keys of a member share one limit per minute and other members are not affected", async () => {
    const limited = await openTestService({ rateLimit: 5 });
    try {
      const peer = await limited.addMember("member");
      const second = await inTransaction(limited.database.pool, (tx) =>
        insertApiKey(tx, { memberId: limited.org.memberId, name: "Second", scopes: ["posts:read"] }, limited.clock),
      );
      const keys = [limited.org.key, second.key];
      const answers = [];
      for (let n = 0; n < 6; n += 1) answers.push(await limited.call("GET", "/v1/me", { key: keys[n % 2] }));
      expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200, 200, 429]);
      expect(answers.map((one) => one.headers.get("ratelimit-remaining"))).toEqual(["4", "3", "2", "1", "0", "0"]);
      const last = answers[5];
      expect(last?.wire.error.code).toBe("rate_limited");
      expect(last?.headers.get("ratelimit-limit")).toBe("5");
      expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await limited.call("GET", "/v1/me", { key: peer.key })).status).toBe(200);
      // The dashboard has a limit of its own: a member's script does not lock the member out of the dashboard.
      const sessionId = limited.clock.newId();
      await limited.database.pool.query("insert into sessions (id, key_id) values ($1, $2)", [
        sessionId,
        limited.org.keyId,
      ]);
      const headers = { [sessionHeader]: sessionId };
      expect((await limited.call("GET", "/v1/me", { key: limited.org.key, headers })).status).toBe(200);
    } finally {
      await limited.close();
    }
  });
});
