import { createHash, randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { PlatformAccount } from "#lib/service/channels/core/connector.ts";
import type {
  AccountChoice,
  AccountGrant,
  AppCredentials,
  ConnectProblem,
} from "#lib/service/channels/core/platform.ts";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { createTestIo } from "#lib/service/channels/testing/test-io.ts";
import { mastodon } from "./platform.ts";

const redirectUri = "https://postwright.invalid/channels/connected";
let server: PeerProcess;
beforeAll(async () => {
  server = await startPeerProcess(new URL("./testing/peer.ts", import.meta.url));
});
afterAll(() => server.stop());
afterEach(async () => {
  await server.control({ mode: "ok" });
  await server.command("reset");
});

const { connect } = mastodon;
if (connect.by !== "oauth" || connect.app.from !== "server")
  throw new Error("connected by OAuth, registered by itself");
const { app: registers, authorizeUrl, finish } = connect;

const openIo = (over: Partial<PlatformAccount> = {}, access = "none") => {
  const account: PlatformAccount = {
    channelId: "c",
    username: "",
    remoteId: "",
    host: server.url,
    reportedLimits: {},
    ...over,
  };
  const secret = { access, refresh: null, accessEndsAt: null, more: {} };
  return createTestIo({ platform: mastodon, account, secret, allow: [server.hostPort] });
};
const register = (host = server.url) => registers.register({ host, redirectUri, name: "Postwright" }, openIo().net);

async function needApp(): Promise<AppCredentials> {
  const app = await register();
  if ("problem" in app) throw new Error(app.problem);
  return app;
}

/** A person consents on the server's own page, and the browser returns. */
async function consent(app: AppCredentials, isAnother = false) {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const url = authorizeUrl({ host: server.url, redirectUri, state: "the-state", challenge, app, isAnother });
  const answer = await fetch(url, { redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "about:blank");
  return { back, verifier, code: back.searchParams.get("code") ?? "" };
}

async function connectOnce(): Promise<AccountGrant | AccountChoice | ConnectProblem> {
  const app = await needApp();
  const { code, verifier } = await consent(app);
  return await finish({ host: server.url, redirectUri, code, verifier, app }, openIo().net);
}

test("an account is connected with a registration, PKCE, its profile and the server's limits", async () => {
  await server.command("set", { limit: 777 });
  const connected = await connectOnce();
  if (!("profile" in connected)) throw new Error(JSON.stringify(connected));
  expect(connected.profile).toMatchObject({
    username: "ada@fake.invalid",
    name: "Ada Lovelace",
    verified: false,
    host: server.url,
    told: {
      maxCharacters: 777,
      urlLength: 23,
      maxImages: 4,
      maxAlt: 1_500,
      types: expect.not.arrayContaining(["image/heic"]),
    },
  });
  expect(connected.secret).toMatchObject({ refresh: null, accessEndsAt: null });
  const { profile } = connected;
  const { io } = openIo({ remoteId: profile.remoteId }, connected.secret.access);
  await server.command("set", { limit: 600, name: "Ada, Countess" });
  const account = { channelId: "c", ...profile, reportedLimits: profile.told };
  expect(await mastodon.profile(account, io(new AbortController().signal))).toMatchObject({
    type: "seen",
    profile: { remoteId: profile.remoteId, name: "Ada, Countess", told: { maxCharacters: 600 } },
  });
});

test("the redirect keeps the given state and requests only the permissions that Postwright needs", async () => {
  const { back } = await consent(await needApp());
  expect([back.origin + back.pathname, back.searchParams.get("state")]).toEqual([redirectUri, "the-state"]);
  const asked = (await server.log()).findLast((one) => one.route === "GET /oauth/authorize");
  const scope = new URL(asked?.path ?? "", server.url).searchParams.get("scope");
  expect(scope).toBe("profile read:statuses write:statuses write:media");
});

test("connecting a second account of a server forces a new sign-in there", async () => {
  const app = await needApp();
  await consent(app);
  await consent(app, true);
  const asked = (await server.log()).filter((one) => one.route === "GET /oauth/authorize").slice(-2);
  const forced = asked.map(({ path }) => new URL(path, server.url).searchParams.get("force_login"));
  expect(forced).toEqual([null, "true"]);
});

test.each([{ isPre43: true }, { isPre43: true, isPre4: true }])("an older server is connected: %o", async (age) => {
  await server.command("set", age);
  expect(await needApp()).toMatchObject({ scopes: "read:accounts read:statuses write:statuses write:media" });
  const connected = await connectOnce();
  expect(connected).toMatchObject({ profile: { username: "ada@fake.invalid", told: { maxCharacters: 500 } } });
});

test("a code is valid once, and only with its own verifier", async () => {
  const app = await needApp();
  const { code, verifier } = await consent(app);
  const at = { host: server.url, redirectUri, code, app };
  expect(await finish({ ...at, verifier: "another" }, openIo().net)).toHaveProperty("problem");
  expect(await finish({ ...at, verifier }, openIo().net)).toHaveProperty("problem");
});

test("an application that the server has forgotten is reported, so that it is registered again", async () => {
  const app = await needApp();
  const { code, verifier } = await consent(app);
  await server.command("forgetApps");
  const refused = await finish({ host: server.url, redirectUri, code, verifier, app }, openIo().net);
  expect(refused).toMatchObject({ isAppGone: true });
});

test("an application that the server has forgotten is found out before the person leaves for its pages", async () => {
  const app = await needApp();
  const ask = () => registers.isForgotten({ host: server.url, app }, openIo().net);
  expect(await ask()).toBe(false);
  await server.control({ mode: "5xx-before", on: "POST /oauth/token" });
  expect(await ask()).toBe(false);
  await server.command("forgetApps");
  expect(await ask()).toBe(true);
});

test("access with too few permissions is not connected", async () => {
  await server.control({ mode: "scope-missing", on: "POST /oauth/token" });
  expect(await connectOnce()).toMatchObject({ problem: expect.stringContaining("permissions") });
});

test.each([
  { mode: { mode: "garbage" }, words: "doesn't answer as a Mastodon server" },
  { mode: { mode: "5xx-before" }, words: "has a problem" },
  { mode: { mode: "429" }, words: "slow down" },
  { mode: { mode: "reset-before" }, words: "couldn't be reached" },
])("a server in mode $mode.mode is not connected, with the message: $words", async ({ mode, words }) => {
  await server.control({ ...mode, on: "POST /api/v1/apps" });
  expect(await register()).toEqual({ problem: expect.stringContaining(words), field: "host" });
});

test("a failing server is not mistaken for an older one; a server that answers with a web page is", async () => {
  const on = "GET /.well-known/oauth-authorization-server";
  await server.control({ mode: "5xx-before", on });
  expect(await register()).toEqual({ problem: expect.stringContaining("has a problem"), field: "host" });
  await server.control({ mode: "garbage", on });
  expect(await register()).toMatchObject({ scopes: expect.stringMatching(/^read:accounts /) });
});

test("a server's redirect is not followed, and its own address is requested", async () => {
  await server.control({ mode: "redirect", on: "GET /api/v2/instance", times: "always" });
  expect(await connectOnce()).toMatchObject({ problem: expect.stringContaining("another address") });
});

test("a private address is never contacted", async () => {
  const { net } = openIo();
  const asked = await registers.register({ host: "https://169.254.169.254", redirectUri, name: "Postwright" }, net);
  expect(asked).toMatchObject({ field: "host", problem: expect.stringContaining("private") });
});

test("a signed-out account is reported, and an unreachable server changes nothing", async () => {
  const account = {
    channelId: "c",
    username: "ada",
    remoteId: "1",
    host: server.url,
    reportedLimits: { maxCharacters: 5 },
  };
  const signal = new AbortController().signal;
  expect(await mastodon.profile(account, openIo({}, "gone").io(signal))).toEqual({ type: "signed_out" });
  const { token } = await server.command<{ token: string }>("token");
  await server.control({ mode: "5xx-before", on: "GET /api/v1/accounts/verify_credentials" });
  expect(await mastodon.profile(account, openIo({}, token).io(signal))).toEqual({ type: "cannot_tell" });
  await server.control({ mode: "5xx-before", on: "GET /api/v2/instance" });
  expect(await mastodon.profile(account, openIo({}, token).io(signal))).toMatchObject({
    profile: { told: { maxCharacters: 5 } },
  });
});

test("revoked access is no longer valid, and the server ignores another application's revocation", async () => {
  const app = await needApp();
  const { code, verifier } = await consent(app);
  const connected = await finish({ host: server.url, redirectUri, code, verifier, app }, openIo().net);
  if (!("profile" in connected) || !mastodon.revoke.can) throw new Error(JSON.stringify(connected));
  const account: PlatformAccount = { channelId: "c", ...connected.profile, reportedLimits: connected.profile.told };
  const { io, net } = openIo(account, connected.secret.access);
  const revoke = mastodon.revoke.run;
  const see = () => mastodon.profile(account, io(new AbortController().signal));
  expect(await revoke(connected.secret, { account, app: { ...app, clientSecret: "another" } }, net)).toBe(false);
  expect(await revoke(connected.secret, { account, app: null }, net)).toBe(false);
  expect(await see()).toMatchObject({ type: "seen" });
  expect(await revoke(connected.secret, { account, app }, net)).toBe(true);
  expect(await see()).toEqual({ type: "signed_out" });
});
