import { Buffer } from "node:buffer";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { OpenedSession } from "#lib/embedded-service.ts";
import { registerAppClient, removeExpiredAppAccess } from "#lib/service/auth/connected-apps/app-clients.ts";
import { openKeySession } from "#lib/service/auth/sessions/session-store.ts";
import { testVisitor } from "#lib/service/auth/testing/account-fixture.ts";
import { addTestAccount } from "#lib/service/auth/testing/test-account.ts";
import { hourMs, minuteMs } from "#lib/time/time-units.ts";
import { createAppRequests } from "./testing/app-requests.ts";
import { callTool, type McpFixture, openMcpFixture } from "./testing/mcp-fixture.ts";
import { createOauthClient, redirectUri } from "./testing/oauth-client.ts";

let mcp: McpFixture;
let app: ReturnType<typeof createAppRequests>;
let session: OpenedSession;
/** The document of each app that is described at an address. */
const documents = new Map<string, unknown>();
beforeAll(async () => {
  const readOutside = async (url: string) =>
    documents.has(url) ? { bytes: Buffer.from(JSON.stringify(documents.get(url))) } : { why: "Nobody answers." };
  mcp = await openMcpFixture({}, { isPublicOrigin: true, readOutside });
  app = createAppRequests(mcp);
  session = (await addTestAccount(mcp.service)).session;
});
afterAll(() => mcp.close());

const asSession = ({ key, sessionId }: OpenedSession) => ({ key, headers: { "x-postwright-session": sessionId } });
const listKeys = async (of = session) => (await mcp.service.call("GET", "/v1/keys", asSession(of))).wire.data;
const memberOf = async (of: OpenedSession) =>
  (await mcp.service.call("GET", "/v1/me", asSession(of))).wire.data.membership.id as string;
const channelIds = () => mcp.service.org.channelIds;
const auditTypes = async () =>
  (await mcp.service.database.pool.query("select type, outcome, detail from audit_log order by id desc limit 1"))
    .rows[0];

describe("an app that a person connects in the browser", () => {
  test("the official client finds, registers, signs in, calls, refreshes and is revoked, without a key", async () => {
    const oauth = createOauthClient(mcp);
    const client = await oauth.signIn(session);
    const who = await callTool(client, "who_am_i");
    expect(who.data.org.name).toBe("Analytical Engines");
    const first = oauth.stored.tokens;
    expect(first).toMatchObject({ token_type: "Bearer", expires_in: 3600 });
    expect(first?.scope?.split(" ").sort()).toEqual([
      "channels:read",
      "leaderboard:read",
      "media:write",
      "posts:read",
      "posts:write",
    ]);

    // After an hour the client refreshes by itself.
    mcp.service.clock.add(hourMs + minuteMs);
    onTestFinished(() => mcp.service.clock.add(-hourMs - minuteMs));
    expect((await callTool(client, "list_channels")).data.channels).toHaveLength(channelIds().length);
    expect(oauth.stored.tokens?.access_token).not.toBe(first?.access_token);
    expect(oauth.stored.tokens?.refresh_token).not.toBe(first?.refresh_token);

    const { client_id: id } = oauth.stored.client ?? { client_id: "" };
    const token = oauth.stored.tokens?.refresh_token ?? "";
    expect((await app.post("/oauth/revoke", { token, client_id: id })).status).toBe(200);
    expect(await app.call(oauth.stored.tokens?.access_token ?? "")).toBe(401);
    await client.close();
    expect(oauth.transcript).toEqual([
      "POST /mcp 401",
      "GET /.well-known/oauth-protected-resource/mcp 200",
      "GET /.well-known/oauth-authorization-server 200",
      "POST /oauth/register 201",
      "a person allows it on /authorize",
      "POST /oauth/token 200",
      "POST /mcp 200",
      "POST /mcp 202",
      "GET /mcp 405",
      "POST /mcp 200",
      "POST /mcp 401",
      "POST /oauth/token 200",
      "POST /mcp 200",
    ]);
  });

  test("an app that is described by a document at its address needs no registration", async () => {
    const url = "https://assistant.example/oauth/client.json";
    documents.set(url, { client_id: url, client_name: "Described", redirect_uris: ["http://127.0.0.1/callback"] });
    const oauth = createOauthClient(mcp, { url });
    await (await oauth.signIn(session)).close();
    expect(oauth.transcript).not.toContain("POST /oauth/register 201");
    const [key] = await listKeys();
    expect(key).toMatchObject({ name: "Described", app: { redirect_uri: redirectUri } });
  });

  test("a document that names another address, has a secret or can't be read describes no app", async () => {
    const right = { redirect_uris: [redirectUri] };
    const wrong: object[] = [
      { ...right, client_id: "https://assistant.example/oauth/client.json" },
      { ...right, token_endpoint_auth_method: "private_key_jwt" },
      { redirect_uris: ["https://assistant.example/other"] },
      { redirect_uris: "no list" },
    ];
    for (const [at, document] of wrong.entries()) {
      const url = `https://liar${at}.example/client.json`;
      documents.set(url, { client_id: url, ...document });
      const { search } = await app.begin({ client_id: url });
      expect([at, (await mcp.apps.read(session, search)).error?.code]).toEqual([at, "invalid_request"]);
    }
    for (const id of [
      "https://nobody.example/client.json",
      "http://assistant.example/c",
      "https://assistant.example/",
      "https://a.example/b/../c",
      "https://a:b@c.example/d",
    ]) {
      const { search } = await app.begin({ client_id: id });
      expect((await mcp.apps.read(session, search)).error?.code).toBe("invalid_request");
    }
  });

  test("the person sees the app's claims, the organization and what it may do before anything is given", async () => {
    const before = (await listKeys()).length;
    const { search } = await app.begin({ scope: "posts:read channels:read keys:manage" });
    expect((await mcp.apps.read(session, search)).ok).toMatchObject({
      type: "request",
      name: "Test assistant",
      redirectUri,
      publisher: null,
      organization: "Analytical Engines",
      scopes: ["posts:read", "channels:read"],
      cancelUrl: `${redirectUri}?error=access_denied&state=a+state&iss=${encodeURIComponent(mcp.origin)}`,
    });
    expect(await listKeys()).toHaveLength(before);
  });

  test("a name can't hide, reorder or lengthen the text around it", async () => {
    const name = `Evil\u202e\u200b\n  app ${"x".repeat(200)}`;
    const { body } = await app.register({ client_name: name, redirect_uris: [redirectUri] });
    expect(body.client_name).toBe(`Evil app ${"x".repeat(51)}`);
  });

  test("a connection is an API key: it is listed, renamed, revoked and in the audit log, and can't be rotated", async () => {
    const { access } = await app.connect(session);
    const [key] = await listKeys();
    expect(key).toMatchObject({ name: "Test assistant", drafts_only: true, app: { redirect_uri: redirectUri } });
    expect(await auditTypes()).toMatchObject({
      type: "key.create",
      detail: { app: "127.0.0.1:7777", drafts_only: true },
    });
    const path = `/v1/keys/${key.id}`;
    const rotated = await mcp.service.call("POST", `${path}/rotate`, {
      ...asSession(session),
      json: { overlap_hours: 0 },
    });
    expect([rotated.status, rotated.wire.error.code]).toEqual([400, "invalid_request"]);
    expect(
      (await mcp.service.call("PATCH", path, { ...asSession(session), json: { name: "Mine" } })).wire.data.name,
    ).toBe("Mine");
    expect(await app.call(access)).toBe(200);
    expect((await mcp.service.call("DELETE", path, asSession(session))).status).toBe(200);
    expect(await app.call(access)).toBe(401);
    expect((await listKeys()).some(({ id }: { id: string }) => id === key.id)).toBe(false);
  });

  test("tokens, codes and keys of apps are stored as hashes only", async () => {
    const { code, access, refresh } = await app.connect(session);
    const { rows } = await mcp.service.database.pool.query(
      "select (select json_agg(t)::text from app_tokens t) || (select json_agg(k)::text from api_keys k) || (select json_agg(l)::text from audit_log l) as all",
    );
    for (const secret of [code, access, refresh]) {
      expect(secret.length).toBeGreaterThan(40);
      expect(rows[0].all).not.toContain(secret);
    }
  });
});

describe("a connected app can do no more than the person allowed", () => {
  const post = { text: "Hello", channels: [] as string[] };
  test("with drafts only it writes drafts and can't publish or schedule; otherwise it schedules, and the post says so", async () => {
    const drafting = await createOauthClient(mcp).signIn(session);
    const input = { ...post, channels: channelIds().slice(0, 1) };
    const at = new Date(Date.now() + 24 * hourMs).toISOString();
    const refused = await callTool(drafting, "create_post", { ...input, scheduled_for: at });
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining("drafts only")]);
    expect((await callTool(drafting, "create_post", { ...input, publish_now: true })).isError).toBe(true);
    const draft = await callTool(drafting, "create_post", { ...input, draft: true });
    const [{ id, version }] = draft.data.posts;
    expect((await callTool(drafting, "schedule_post", { id, version, scheduled_for: at })).isError).toBe(true);
    await drafting.close();

    const scheduling = await createOauthClient(mcp).signIn(session, { draftsOnly: false });
    const done = await callTool(scheduling, "create_post", { ...input, text: "Tomorrow", scheduled_for: at });
    expect(done.data.posts[0]).toMatchObject({ status: "scheduled" });
    const stored = await mcp.service.call("GET", `/v1/posts/${done.data.posts[0].id}`, asSession(session));
    expect(stored.wire.data.created_via).toBe("mcp");
    await scheduling.close();
  });

  test("an access token counts for /mcp only: not for /v1, the dashboard's sign-in or the refresh of tokens", async () => {
    const { access, refresh, code, clientId } = await app.connect(session);
    expect(await app.call(access)).toBe(200);
    const attempts: Record<string, string>[] = [
      { authorization: `Bearer ${access}` },
      { "x-api-key": access },
      { authorization: `Bearer ${access}`, "x-postwright-via": "mcp" },
    ];
    for (const headers of attempts) expect((await fetch(`${mcp.origin}/v1/me`, { headers })).status).toBe(401);
    const { db, clock } = mcp.service.context;
    expect(await openKeySession(db, access, clock)).toBeNull();
    expect((await app.refresh(clientId, access)).body.error).toBe("invalid_grant");
    for (const other of [refresh, code]) expect(await app.call(other)).toBe(401);
  });

  test("a token for another resource is never given", async () => {
    for (const resource of [`${mcp.origin}/v1`, "https://other.example/mcp", `${mcp.origin}/mcp/more`, "no address"]) {
      const { search } = await app.begin({ resource });
      const read = await mcp.apps.read(session, search);
      expect(read.ok).toMatchObject({ type: "invalid", returnUrl: expect.stringContaining("error=invalid_target") });
      expect((await mcp.apps.allow(session, { search, draftsOnly: true }, testVisitor)).error?.code).toBe(
        "invalid_request",
      );
      const allowed = await app.allow(session);
      expect((await app.redeem(allowed, { resource })).body.error).toBe("invalid_target");
    }
  });

  test("it has at most the scopes of its member's role, and never keys, members, channels or review", async () => {
    const { search } = await app.begin({ scope: "keys:manage members:manage claims:review channels:write" });
    expect((await mcp.apps.read(session, search)).ok).toMatchObject({ type: "invalid" });
    const { clientId, verifier, code } = await app.allow(session, { changes: { scope: "posts:read keys:manage" } });
    const { body } = await app.redeem({ clientId, verifier, code });
    expect(body.scope).toBe("posts:read");
  });
});

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

describe("who may connect an app, and until when", () => {
  test("nobody who is signed out or signed in with an API key", async () => {
    const { search } = await app.begin();
    const { db, clock } = mcp.service.context;
    const { key } = mcp.service.org;
    const byKey = { key, sessionId: (await openKeySession(db, key, clock)) ?? "" };
    const ask = (of: OpenedSession) => mcp.apps.allow(of, { search, draftsOnly: true }, testVisitor);
    expect((await ask(byKey)).error?.code).toBe("forbidden");
    expect((await ask({ ...session, sessionId: clock.newId() })).error?.code).toBe("unauthorized");
    expect((await ask({ ...session, key: `${session.key}x` })).error?.code).toBe("unauthorized");
  });

  test("a sign-in older than ten minutes has to be confirmed, as for an API key", async () => {
    const { search } = await app.begin();
    mcp.service.clock.add(10 * minuteMs);
    onTestFinished(() => mcp.service.clock.add(-10 * minuteMs));
    const { error } = await mcp.apps.allow(session, { search, draftsOnly: true }, testVisitor);
    expect(error?.code).toBe("confirmation_required");
  });

  test("a deactivated member's apps end at once, and don't come back with the member", async () => {
    const person = await addTestAccount(mcp.service);
    const memberId = await memberOf(person.session);
    const { access, refresh, clientId } = await app.connect(person.session);
    const pending = await app.allow(person.session);
    const act = (name: string) =>
      mcp.service.call("POST", `/v1/members/${memberId}/${name}`, { key: mcp.service.org.key });
    expect((await act("deactivate")).status).toBe(200);
    expect(await app.call(access)).toBe(401);
    expect((await app.refresh(clientId, refresh)).body.error).toBe("invalid_grant");
    expect((await app.redeem(pending)).body.error).toBe("invalid_grant");
    expect((await act("reactivate")).status).toBe(200);
    expect(await app.call(access)).toBe(401);
  });

  test("a member of another organization sees neither the app nor the posts, and can't disconnect it", async () => {
    const { access } = await app.connect(session);
    const [{ id }] = await listKeys();
    const other = await mcp.service.addOrganization("Difference Engines");
    expect((await mcp.service.call("GET", "/v1/keys", { key: other.key })).wire.data).toHaveLength(1);
    expect((await mcp.service.call("DELETE", `/v1/keys/${id}`, { key: other.key })).status).toBe(404);
    expect(await app.call(access)).toBe(200);
  });

  test("a member who loses a role keeps no scope of it in an app", async () => {
    const { access } = await app.connect(session);
    await mcp.service.database.pool.query(
      "update api_keys set scopes = scopes || '{members:manage}' where kind = 'app'",
    );
    mcp.service.http.flushKeys();
    const client = await mcp.connect(access);
    expect((await callTool(client, "who_am_i")).data.scopes).not.toContain("members:manage");
  });
});

describe("requests that lead elsewhere", () => {
  test("nothing is sent to an address that no known app registered, and the page redirects by itself never", async () => {
    for (const changes of [
      { redirect_uri: "https://evil.example/callback" },
      { redirect_uri: "https://127.0.0.1:7777/callback" },
      { redirect_uri: `${redirectUri}/../other` },
      { redirect_uri: `${redirectUri}@evil.example` },
      { redirect_uri: undefined },
      { client_id: undefined },
      { client_id: "00000000-0000-4000-8000-000000000000" },
      { state: "x".repeat(2_000) },
    ]) {
      const { search } = await app.begin(changes);
      const read = await mcp.apps.read(session, search);
      expect([changes, read.error?.code]).toEqual([changes, "invalid_request"]);
      expect(JSON.stringify(read)).not.toContain("evil");
    }
    const { search } = await app.begin();
    const twice = `${search}&redirect_uri=https%3A%2F%2Fevil.example`;
    expect((await mcp.apps.read(session, twice)).error?.code).toBe("invalid_request");
  });

  test.for([
    ["plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["no PKCE method", { code_challenge_method: undefined }, "invalid_request"],
    ["no challenge", { code_challenge: undefined }, "invalid_request"],
    ["a token instead of a code", { response_type: "token" }, "unsupported_response_type"],
  ] as const)("%s is refused, and the app can be told with state and issuer", async ([, changes, error]) => {
    const { search } = await app.begin(changes);
    const read = await mcp.apps.read(session, search);
    if (read.ok?.type !== "invalid") throw new Error("The request was accepted.");
    const url = new URL(read.ok.returnUrl);
    expect(Object.fromEntries(url.searchParams)).toEqual({ error, state: "a state", iss: mcp.origin });
    expect((await mcp.apps.allow(session, { search, draftsOnly: true }, testVisitor)).error?.code).toBe(
      "invalid_request",
    );
  });

  test("the answer goes to the registered address, with the state unchanged and the issuer", async () => {
    const { url, code } = await app.allow(session, { changes: { state: "a=b&c d%20é" } });
    expect(url.startsWith(`${redirectUri}?`)).toBe(true);
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({ code, state: "a=b&c d%20é", iss: mcp.origin });
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
