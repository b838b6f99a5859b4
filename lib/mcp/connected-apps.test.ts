import { Buffer } from "node:buffer";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { OpenedSession } from "#lib/embedded-service.ts";
import { openKeySession } from "#lib/service/auth/sessions/open-session.ts";
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
      "plan:read",
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
      role: "member",
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
