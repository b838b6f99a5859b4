import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { OpenedSession } from "#lib/embedded-service.ts";
import { registerAppClient, removeExpiredAppAccess } from "#lib/service/auth/connected-apps/app-clients.ts";
import { addTestAccount } from "#lib/service/auth/testing/test-account.ts";
import { hourMs, minuteMs } from "#lib/time/time-units.ts";
import { createAppRequests } from "./testing/app-requests.ts";
import { callTool, type McpFixture, openMcpFixture } from "./testing/mcp-fixture.ts";
import { createOauthClient, redirectUri } from "./testing/oauth-client.ts";

let mcp: McpFixture;
let app: ReturnType<typeof createAppRequests>;
let session: OpenedSession;
beforeAll(async () => {
  mcp = await openMcpFixture({}, { isPublicOrigin: true });
  app = createAppRequests(mcp);
  session = (await addTestAccount(mcp.service)).session;
});
afterAll(() => mcp.close());

const auditTypes = async () =>
  (await mcp.service.database.pool.query("select type, outcome, detail from audit_log order by id desc limit 1"))
    .rows[0];

describe("codes and tokens in wrong hands", () => {
  test.for([
    ["a wrong verifier", { code_verifier: "a".repeat(43) }],
    ["no verifier", { code_verifier: undefined }],
    ["another redirect address", { redirect_uri: "http://127.0.0.1:7778/callback" }],
    ["another app", { client_id: "00000000-0000-4000-8000-000000000000" }],
  ] as const)("a code with %s gives nothing, and ends the connection", async ([, changes]) => {
    const allowed = await app.allow(session);
    const { status, body, headers } = await app.redeem(allowed, changes);
    expect([status, body.error, headers.get("cache-control")]).toEqual([400, "invalid_grant", "no-store"]);
    expect((await app.redeem(allowed)).body.error).toBe("invalid_grant");
  });

  test("a code counts once: its second use ends the tokens of the first", async () => {
    const allowed = await app.allow(session);
    const { body } = await app.redeem(allowed);
    expect(await app.call(body.access_token)).toBe(200);
    expect((await app.redeem(allowed)).body.error).toBe("invalid_grant");
    expect(await app.call(body.access_token)).toBe(401);
    expect((await app.refresh(allowed.clientId, body.refresh_token)).body.error).toBe("invalid_grant");
    expect(await auditTypes()).toMatchObject({ type: "key.revoke", detail: { reason: "code_reused" } });
  });

  test("of ten uses of one code at once, at most one gives tokens, and they stop working", async () => {
    const allowed = await app.allow(session);
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.redeem(allowed)));
    const given = answers.filter(({ status }) => status === 200);
    expect(given).toHaveLength(1);
    expect(await app.call(given[0]?.body.access_token)).toBe(401);
  });

  test("a code counts for 60 seconds", async () => {
    const allowed = await app.allow(session);
    mcp.service.clock.add(minuteMs + 1);
    onTestFinished(() => mcp.service.clock.add(-minuteMs - 1));
    expect((await app.redeem(allowed)).body.error).toBe("invalid_grant");
  });

  test("a refresh token that comes again after 30 seconds ends the connection", async () => {
    const { clientId, access, refresh } = await app.connect(session);
    const next = await app.refresh(clientId, refresh);
    expect(next.status).toBe(200);
    expect([await app.call(access), await app.call(next.body.access_token)]).toEqual([200, 200]);
    mcp.service.clock.add(30_000);
    onTestFinished(() => mcp.service.clock.add(-30_000));
    expect((await app.refresh(clientId, refresh)).body.error).toBe("invalid_grant");
    expect([await app.call(access), await app.call(next.body.access_token)]).toEqual([401, 401]);
    expect((await app.refresh(clientId, next.body.refresh_token)).body.error).toBe("invalid_grant");
    expect(await auditTypes()).toMatchObject({ type: "key.revoke", detail: { reason: "refresh_reused" } });
  });

  test("calls of one app at the same time after an hour all succeed, and the app stays connected", async () => {
    const oauth = createOauthClient(mcp);
    const client = await oauth.signIn(session);
    for (const _ of [1, 2]) {
      mcp.service.clock.add(hourMs);
      onTestFinished(() => mcp.service.clock.add(-hourMs));
      const answers = await Promise.all([1, 2, 3].map(() => callTool(client, "list_channels")));
      expect(answers.map(({ isError }) => isError)).toEqual([false, false, false]);
    }
    await client.close();
  });

  test("twenty refreshes with one token at once give one successor", async () => {
    const { clientId, refresh } = await app.connect(session);
    const countTokens = async () =>
      (await mcp.service.database.pool.query("select count(*)::int as tokens from app_tokens")).rows[0].tokens;
    const before = await countTokens();
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.refresh(clientId, refresh)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const name of ["access_token", "refresh_token"] as const) {
      expect(new Set(answers.map(({ body }) => body[name])).size).toBe(1);
    }
    const [one] = answers;
    expect(one?.body.expires_in).toBeGreaterThan(3_590);
    expect(await app.call(one?.body.access_token)).toBe(200);
    expect((await countTokens()) - before).toBe(2);
  });

  test("a connection ends 180 days after it was made, however often its app refreshes", async () => {
    const { clientId, refresh } = await app.connect(session);
    let token = refresh;
    for (let day = 29; day <= 174; day += 29) {
      mcp.service.clock.add(29 * 24 * hourMs);
      onTestFinished(() => mcp.service.clock.add(-29 * 24 * hourMs));
      const { status, body } = await app.refresh(clientId, token);
      expect([day, status]).toEqual([day, 200]);
      token = body.refresh_token;
    }
    mcp.service.clock.add(6 * 24 * hourMs - 30 * minuteMs);
    onTestFinished(() => mcp.service.clock.add(-6 * 24 * hourMs + 30 * minuteMs));
    const last = await app.refresh(clientId, token);
    // The last access token ends with the connection.
    expect(last.body.expires_in).toBeLessThanOrEqual(1_800);
    mcp.service.clock.add(30 * minuteMs);
    onTestFinished(() => mcp.service.clock.add(-30 * minuteMs));
    expect((await app.refresh(clientId, last.body.refresh_token)).body.error).toBe("invalid_grant");
    expect(await app.call(last.body.access_token)).toBe(401);
  });

  test.for(["app", "thief"] as const)(
    "a refresh token that was copied within those 30 seconds ends the connection once both were used, the %s first",
    async (first) => {
      const { clientId, refresh } = await app.connect(session);
      const held = {
        app: (await app.refresh(clientId, refresh)).body.refresh_token,
        thief: (await app.refresh(clientId, refresh)).body.refresh_token,
      };
      mcp.service.clock.add(hourMs);
      onTestFinished(() => mcp.service.clock.add(-hourMs));
      const { status, body } = await app.refresh(clientId, held[first]);
      expect(status).toBe(200);
      mcp.service.clock.add(minuteMs);
      onTestFinished(() => mcp.service.clock.add(-minuteMs));
      const second = held[first === "app" ? "thief" : "app"];
      expect((await app.refresh(clientId, second)).body.error).toBe("invalid_grant");
      expect(await app.call(body.access_token)).toBe(401);
    },
  );

  test("a refresh token of one app is worth nothing to another, and ends", async () => {
    const { clientId, refresh } = await app.connect(session);
    expect((await app.refresh(await app.getClientId(), refresh)).body.error).toBe("invalid_grant");
    expect((await app.refresh(clientId, refresh)).body.error).toBe("invalid_grant");
  });

  test("an access token stops after an hour, a connection after thirty days without use", async () => {
    const { access, refresh, clientId } = await app.connect(session);
    mcp.service.clock.add(hourMs);
    expect(await app.call(access)).toBe(401);
    mcp.service.clock.add(30 * 24 * hourMs);
    onTestFinished(() => mcp.service.clock.add(-(30 * 24 + 1) * hourMs));
    expect((await app.refresh(clientId, refresh)).body.error).toBe("invalid_grant");
  });

  test("one app can't revoke another's connection; an unknown token is no error", async () => {
    const { access, refresh, clientId } = await app.connect(session);
    const other = await app.getClientId();
    const { status, body } = await app.post("/oauth/revoke", { token: refresh, client_id: other });
    expect([status, body.error]).toEqual([400, "invalid_client"]);
    expect(await app.call(access)).toBe(200);
    expect((await app.post("/oauth/revoke", { token: "unknown", client_id: clientId })).status).toBe(200);
    expect((await app.post("/oauth/revoke", { token: access, client_id: clientId })).status).toBe(200);
    expect(await app.call(access)).toBe(401);
  });
});

describe("the metadata and endpoints that apps find", () => {
  test("both documents name this origin, PKCE by S256 and clients without secret", async () => {
    const read = async (path: string) => (await fetch(`${mcp.origin}/.well-known/${path}`)).json();
    const resource = await read("oauth-protected-resource/mcp");
    expect(resource).toMatchObject({ resource: `${mcp.origin}/mcp`, authorization_servers: [mcp.origin] });
    expect(await read("oauth-protected-resource")).toEqual(resource);
    expect(await read("oauth-authorization-server")).toMatchObject({
      issuer: mcp.origin,
      authorization_endpoint: `${mcp.origin}/authorize`,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    expect((await fetch(`${mcp.origin}/.well-known/oauth-other`)).status).toBe(404);
  });

  test("on plain http no app can sign in, because tokens would travel openly", async () => {
    const plain = await openMcpFixture({ origin: "http://posts.example.org" });
    onTestFinished(() => plain.close());
    const at = (path: string, init = {}) => fetch(`${plain.origin}${path}`, init);
    expect(await (await at("/.well-known/oauth-protected-resource/mcp")).json()).not.toHaveProperty(
      "authorization_servers",
    );
    expect((await at("/.well-known/oauth-authorization-server")).status).toBe(404);
    expect((await at("/oauth/register", { method: "POST", body: "{}" })).status).toBe(404);
  });

  test("a registration keeps the addresses that can be used, and gets no secret", async () => {
    const { status, body } = await app.register({
      client_name: "Editor",
      redirect_uris: ["cursor://anysphere.cursor-mcp/oauth/callback", "javascript:alert(1)", "http://evil.example/"],
      token_endpoint_auth_method: "client_secret_basic",
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      redirect_uris: ["cursor://anysphere.cursor-mcp/oauth/callback"],
      token_endpoint_auth_method: "none",
    });
    expect(body).not.toHaveProperty("client_secret");
    for (const [metadata, error] of [
      [{ redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri"],
      [{ redirect_uris: [] }, "invalid_client_metadata"],
      [{ redirect_uris: [redirectUri], grant_types: ["client_credentials"] }, "invalid_client_metadata"],
      ["text", "invalid_client_metadata"],
    ] as const) {
      expect((await app.register(metadata as object)).body.error).toBe(error);
    }
  });

  test("wrong requests for tokens get an error of RFC 6749 and change nothing", async () => {
    const ask = async (values: Record<string, string>) => (await app.post("/oauth/token", values)).body.error;
    expect(await ask({})).toBe("invalid_request");
    expect(await ask({ client_id: "a", grant_type: "password" })).toBe("unsupported_grant_type");
    expect(await ask({ client_id: "a", grant_type: "authorization_code", code: "no\u0000" })).toBe("invalid_grant");
    expect(await ask({ client_id: "a", grant_type: "refresh_token", refresh_token: "x".repeat(9_999) })).toBe(
      "invalid_grant",
    );
    const twice = await fetch(`${mcp.origin}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams("client_id=a&client_id=b"),
    });
    expect(twice.status).toBe(400);
    expect((await fetch(`${mcp.origin}/oauth/token`, { method: "POST", body: "{}" })).status).toBe(400);
    expect((await fetch(`${mcp.origin}/oauth/token`)).status).toBe(405);
  });

  test("a flood of registrations is limited by address, and unused ones are few and expire", async () => {
    const flooded = await openMcpFixture({}, { isPublicOrigin: true });
    onTestFinished(() => flooded.close());
    const { register } = createAppRequests(flooded);
    const { pool } = flooded.service.database;
    const statuses: number[] = [];
    for (let at = 0; at < 31; at += 1) statuses.push((await register({ redirect_uris: [redirectUri] })).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
    const count = async () => Number((await pool.query("select count(*) from app_clients")).rows[0].count);
    expect(await count()).toBe(30);
    await pool.query(
      `insert into app_clients (id, name, redirect_uris, created_at)
       select gen_random_uuid(), '', '{}', now() - interval '1 day' from generate_series(1, 5000)`,
    );
    const body = { client_name: "The newest", redirect_uris: [redirectUri] };
    const deps = flooded.service.context;
    expect(await registerAppClient(deps, body)).toHaveProperty("ok");
    expect(await count()).toBe(5_000);
    expect((await pool.query("select 1 from app_clients where name = 'The newest'")).rowCount).toBe(1);
    flooded.service.clock.add(31 * 24 * hourMs);
    await removeExpiredAppAccess(deps);
    expect(await count()).toBe(0);
  });
});

test("a connection that another process ended is refused as soon as the database notifies this one", async () => {
  const { access } = await app.connect(session);
  expect(await app.call(access)).toBe(200);
  await mcp.service.database.pool.query("update api_keys set revoked_at = now() where kind = 'app'");
  await vi.waitFor(async () => expect(await app.call(access)).toBe(401), { timeout: 15_000, interval: 5 });
});

describe("bodies of strangers", () => {
  const send = (path: string, type: string, body: string) =>
    fetch(`${mcp.origin}${path}`, { method: "POST", headers: { "content-type": type }, body });
  const form = "application/x-www-form-urlencoded";

  test.each([
    ["/oauth/token", form],
    ["/oauth/revoke", form],
    ["/oauth/register", "application/json"],
  ])("%s refuses a body of more than 16 KB with 413", async (path, type) => {
    const answer = await send(path, type, "a=b&".repeat(4_097));
    expect([answer.status, await answer.json()]).toMatchObject([413, { error: "invalid_request" }]);
  });
});
