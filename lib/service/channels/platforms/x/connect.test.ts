import { createHash, randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { PlatformAccount } from "#lib/service/channels/core/connector.ts";
import type { AccountSecret } from "#lib/service/channels/core/platform.ts";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { createTestIo } from "#lib/service/channels/testing/test-io.ts";
import { x } from "./platform.ts";

const redirectUri = "https://postwright.invalid/channels/connected";
const app = { clientId: "the-client", clientSecret: "the-secret" };
const token = "POST /2/oauth2/token";
let server: PeerProcess;
beforeAll(async () => {
  server = await startPeerProcess(new URL("./testing/peer.ts", import.meta.url));
});
afterAll(() => server.stop());
afterEach(async () => {
  await server.control({ mode: "ok" });
  await server.clock(0);
  await server.command("reset");
});

const { connect, refresh } = x;
if (connect.by !== "oauth" || !refresh.can) throw new Error("connected by OAuth, and refreshed");
const { authorizeUrl, finish } = connect;

const accountAt = (host: string): PlatformAccount => ({
  channelId: "c",
  username: "ada",
  remoteId: "2244994945",
  host,
  reportedLimits: {},
});
const openIo = (secret: AccountSecret = { access: "none", refresh: null, accessEndsAt: null, more: {} }) =>
  createTestIo({
    platform: x,
    account: accountAt(server.url),
    secret,
    allow: [server.hostPort],
    app,
    base: server.url,
  });

async function consent() {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const url = authorizeUrl({ host: server.url, redirectUri, state: "the-state", challenge, app, isAnother: false });
  const answer = await fetch(url, { redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "about:blank");
  return { code: back.searchParams.get("code") ?? "", verifier, state: back.searchParams.get("state") };
}

async function connectOnce(keys = app) {
  const { code, verifier } = await consent();
  return await finish({ host: server.url, redirectUri, code, verifier, app: keys }, openIo().net);
}

async function needSecret(): Promise<AccountSecret> {
  const connected = await connectOnce();
  if (!("profile" in connected)) throw new Error(JSON.stringify(connected));
  return connected.secret;
}

const refreshed = (secret: AccountSecret) => refresh.run(secret, { account: accountAt(server.url), app }, openIo().net);

test("an account is connected with its profile and with access that expires and can be refreshed", async () => {
  const connected = await connectOnce();
  if (!("profile" in connected)) throw new Error(JSON.stringify(connected));
  expect(connected.profile).toMatchObject({ remoteId: "2244994945", username: "ada", verified: true });
  expect(connected.secret.refresh).not.toBeNull();
  const left = Date.parse(connected.secret.accessEndsAt ?? "") - Date.now();
  expect(left).toBeGreaterThan(7_000_000);
  const io = openIo(connected.secret).io(new AbortController().signal);
  expect(await x.profile(accountAt(server.url), io)).toMatchObject({ type: "seen", profile: { username: "ada" } });
});

test("the redirect goes to X itself, with PKCE and the permissions that Postwright needs", () => {
  const url = new URL(
    authorizeUrl({ host: x.base ?? "", redirectUri, state: "s", challenge: "c", app, isAnother: true }),
  );
  expect(url.origin + url.pathname).toBe("https://x.com/i/oauth2/authorize");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: "code",
    client_id: app.clientId,
    redirect_uri: redirectUri,
    state: "s",
    code_challenge: "c",
    code_challenge_method: "S256",
    scope: "tweet.read tweet.write users.read media.write offline.access",
  });
});

test.each([
  { why: "wrong keys", keys: { clientId: "the-client", clientSecret: "another" }, mode: null, words: "credentials" },
  { why: "too few permissions", keys: app, mode: { mode: "few-scopes", on: token }, words: "permissions" },
  { why: "X has a problem", keys: app, mode: { mode: "5xx-before", on: token }, words: "has a problem" },
  { why: "X limits", keys: app, mode: { mode: "429", on: token }, words: "slow down" },
  {
    why: "X is not paid",
    keys: app,
    mode: { mode: "spend-cap-type", on: "GET /2/users/me" },
    words: "the spend cap of Postwright's application",
  },
  { why: "no answer", keys: app, mode: { mode: "reset-after", on: token }, words: "couldn't be reached" },
])("an account is not connected, with a message: $why", async ({ keys, mode, words }) => {
  if (mode) await server.control(mode);
  expect(await connectOnce(keys)).toEqual({ problem: expect.stringContaining(words) });
});

test("a code is valid once, for half a minute, and only with its own verifier", async () => {
  const first = await consent();
  const at = { host: server.url, redirectUri, app };
  expect(await finish({ ...at, ...first, verifier: "another" }, openIo().net)).toHaveProperty("problem");
  expect(await finish({ ...at, ...first }, openIo().net)).toHaveProperty("problem");
  const late = await consent();
  await server.clock(31_000);
  expect(await finish({ ...at, ...late }, openIo().net)).toHaveProperty("problem");
});

test("each refresh returns a new pair of tokens that the next refresh uses", async () => {
  const secret = await needSecret();
  const first = await refreshed(secret);
  if (first.type !== "refreshed") throw new Error(first.type);
  expect(first.secret.refresh).not.toBe(secret.refresh);
  expect((await refreshed(first.secret)).type).toBe("refreshed");
});

test.each(["reset-after", "5xx-after", "5xx-before", "garbage", "body-cut"])(
  "a refresh without a clear answer (%s) never reports the token as invalid",
  async (mode) => {
    const secret = await needSecret();
    await server.control({ mode, on: token });
    expect(await refreshed(secret)).toEqual({ type: "unclear" });
    // If X has not used the token up, the same token gives access again.
    expect((await refreshed(secret)).type).toBe(mode === "5xx-before" ? "refreshed" : "refused");
  },
);

test.each([
  { status: 401, error: "unauthorized_client", type: "unclear", why: /accept the credentials/ },
  { status: 403, error: "", type: "unclear", why: /enroll it/ },
  { status: 400, error: "invalid_grant", type: "refused" },
  { status: 400, error: "invalid_request", type: "refused" },
])("a refresh that X answers with $status $error is $type", async ({ status, error, type, why }) => {
  const secret = await needSecret();
  await server.control({ mode: "answer", on: token, status, json: { error } });
  expect(await refreshed(secret)).toEqual({ type, ...(why && { why: expect.stringMatching(why) }) });
});

test("an application whose credentials are temporarily missing ends no connection", async () => {
  const at = { account: accountAt(server.url), app: null };
  expect(await refresh.run(await needSecret(), at, openIo().net)).toMatchObject({ type: "unclear" });
});

test("a refresh token used a second time invalidates the whole token family", async () => {
  const secret = await needSecret();
  const first = await refreshed(secret);
  if (first.type !== "refreshed") throw new Error(first.type);
  const signal = new AbortController().signal;
  expect((await x.profile(accountAt(server.url), openIo(first.secret).io(signal))).type).toBe("seen");
  expect(await refreshed(secret)).toEqual({ type: "refused" });
  expect((await x.profile(accountAt(server.url), openIo(first.secret).io(signal))).type).toBe("signed_out");
});

test("a refresh that X postpones has not used up the token", async () => {
  const secret = await needSecret();
  await server.control({ mode: "429", on: token, seconds: 60 });
  expect(await refreshed(secret)).toEqual({ type: "unsent" });
  expect((await refreshed(secret)).type).toBe("refreshed");
});

test("withdrawn access signs the account out, and an outage of X changes nothing", async () => {
  const secret = await needSecret();
  await server.control({ mode: "5xx-before", on: "GET /2/users/me" });
  const io = () => openIo(secret).io(new AbortController().signal);
  expect(await x.profile(accountAt(server.url), io())).toEqual({ type: "cannot_tell" });
  await server.command("revoke");
  expect(await x.profile(accountAt(server.url), io())).toEqual({ type: "signed_out" });
});

test("revoked access is no longer valid, neither its access token nor its refresh token", async () => {
  const secret = await needSecret();
  const account = accountAt(server.url);
  if (!x.revoke.can) throw new Error("revoke is available");
  const { io, net } = openIo(secret);
  expect(await x.revoke.run(secret, { account, app: { ...app, clientSecret: "another" } }, net)).toBe(false);
  expect(await x.revoke.run(secret, { account, app }, net)).toBe(true);
  expect(await refreshed(secret)).toEqual({ type: "refused" });
  expect(await x.profile(account, io(new AbortController().signal))).toEqual({ type: "signed_out" });
});
