import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PlatformAccount } from "#lib/service/channels/core/connector.ts";
import {
  getAccountSecret,
  replaceAccountSecret,
  type StoredSecret,
} from "#lib/service/channels/credentials/account-secrets.ts";
import type { PeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { createClientMetadataHandler } from "#lib/service/http/public/oauth-client-metadata.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { createTestAccount, type TestAccount } from "./testing/account.ts";
import { giveConsent } from "./testing/give-consent.ts";
import { createOAuthFixture, type OAuthFixture, publicOrigin } from "./testing/oauth-fixture.ts";
import { startPdsBehindProxy } from "./testing/pds.ts";

let pds: PeerProcess;
let proxy: PeerProcess;
let signingIn: OAuthFixture;
let service: TestService;
let owner: TestAccount;
// The first run on a machine installs the server.
beforeAll(async () => {
  const server = await startPdsBehindProxy();
  ({ pds, proxy } = server);
  signingIn = createOAuthFixture(server);
  const { platform, hosts } = signingIn;
  const settings = { origin: publicOrigin, outboundAllow: new Set(hosts) };
  service = await openTestService(settings, { platformOf: (slug) => (slug === "bluesky" ? platform : null) });
}, 300_000);
beforeEach(async () => {
  owner = await createTestAccount(pds);
});
afterAll(async () => {
  await service.close();
  await proxy.stop();
  await pds.stop();
});

const address = `${publicOrigin}/oauth/bluesky/client-metadata.json`;
const readDocument = (url = address, over = {}) =>
  createClientMetadataHandler({ ...service.context, ...over })(new Request(url));
const ask = (path: string, json: unknown) =>
  service.call("POST", `/v1/channels/connections${path}`, { key: service.org.key, json });
const begin = (more: object = {}) => ask("", { platform: "bluesky", account: owner.handle, ...more });
const finish = (back: URL, more: object = {}) => ask("/finish", { ...Object.fromEntries(back.searchParams), ...more });

/** Walks the sign-in: the server reads our client document, and its owner consents. */
async function walk(more: object = {}, as = owner): Promise<URL> {
  await pds.command("document", { url: address, json: await (await readDocument()).json() });
  const { status, text, wire } = await begin(more);
  if (status !== 201) throw new Error(text);
  return await giveConsent(wire.data.authorize_url, signingIn.ownerOf(as), String(pds.said["pds"]));
}

const stored = (id: string) => getAccountSecret(service.database.pool, service.context.sealer, id);

describe("signing in on a real Bluesky server's own page", () => {
  test("a sign-in with an unreachable client document is refused, naming the document's address", async () => {
    const { status, text } = await begin();
    expect({ status, text }).toMatchObject({ status: 400, text: expect.stringContaining(`couldn't read ${address}`) });
  });

  test("a completed sign-in creates a channel with sealed credentials, and its answer is valid once", async () => {
    const back = await walk();
    expect(`${back.origin}${back.pathname}`).toBe(`${publicOrigin}/channels/connected`);
    const { status, wire, text } = await finish(back);
    expect([status, text]).toMatchObject([200, expect.stringContaining(owner.handle)]);
    const { id, username, state } = wire.data.channel;
    expect({ username, state }).toEqual({ username: owner.handle, state: "connected" });
    const kept = await stored(id);
    expect(kept?.secret).toMatchObject({ refresh: expect.any(String), accessEndsAt: expect.any(String) });
    const { rows } = await service.database.pool.query("select sealed from channel_secrets where channel_id = $1", [
      id,
    ]);
    expect(rows[0].sealed).not.toContain(kept?.secret.access);
    expect(await finish(back)).toMatchObject({ status: 404 });
  });

  test("the browser gets only the name of the request, and the server only the S256 hash of the verifier", async () => {
    await pds.command("document", { url: address, json: await (await readDocument()).json() });
    const { wire } = await begin();
    expect([...new URL(wire.data.authorize_url).searchParams.keys()]).toEqual(["client_id", "request_uri"]);
    const pushed = (await proxy.log()).findLast(({ path, status }) => path.startsWith("/oauth/par") && status === 201);
    const fields = new URLSearchParams(pushed?.body);
    expect(Object.fromEntries(fields)).toMatchObject({
      code_challenge_method: "S256",
      redirect_uri: `${publicOrigin}/channels/connected`,
      scope: "atproto transition:generic",
      login_hint: owner.handle,
      client_id: address,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    });
    expect(fields.get("code_verifier")).toBeNull();
  });

  test("an answer from another or an unnamed server connects nothing and is used up", async () => {
    for (const iss of ["https://evil.example", undefined]) {
      const back = await walk();
      expect(await finish(back, { iss })).toMatchObject({
        status: 400,
        text: expect.stringContaining("different server"),
      });
      expect(await finish(back)).toMatchObject({ status: 404 });
    }
  });

  test("the code of another sign-in is refused, because each code needs its own verifier", async () => {
    const [one, other] = [await walk(), await walk()];
    const mixed = await finish(one, { code: other.searchParams.get("code") });
    expect(mixed).toMatchObject({ status: 400, text: expect.stringContaining("Start again") });
  });

  test("a declined sign-in is reported and changes nothing", async () => {
    const back = await walk();
    const state = back.searchParams.get("state");
    const { status, text } = await ask("/finish", { state, error: "access_denied", iss: back.searchParams.get("iss") });
    expect({ status, text }).toMatchObject({ status: 409, text: expect.stringContaining("declined") });
  });

  test("a channel keeps its id between app password and sign-in; another account is refused with both names", async () => {
    const { password } = await pds.command<{ password: string }>("appPassword", { did: owner.did });
    const values = { handle: owner.handle, password, server: signingIn.directories.handles };
    const first = await ask("", { platform: "bluesky", values });
    expect(first).toMatchObject({ status: 201 });
    const channel_id = first.wire.data.channel.id;
    const again = await finish(await walk({ channel_id }));
    expect(again).toMatchObject({ status: 200, wire: { data: { channel: { id: channel_id, state: "connected" } } } });
    expect((await stored(channel_id))?.secret.more["dpop"]).toBeDefined();
    const other = await createTestAccount(pds);
    const refused = await finish(await walk({ channel_id }, other));
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.text).toContain(owner.handle);
    expect(refused.text).toContain(other.handle);
    const back = await ask("", { platform: "bluesky", values, channel_id });
    expect(back).toMatchObject({ status: 201, wire: { data: { channel: { id: channel_id } } } });
    expect((await stored(channel_id))?.secret.more).toEqual({});
  });

  /** Connects a channel by sign-in; `see` reads its profile as the service does. */
  async function connectToSee() {
    const { wire } = await finish(await walk());
    const { id: channelId, username } = wire.data.channel;
    const { pool } = service.database;
    const { rows } = await pool.query("select host from channels where id = $1", [channelId]);
    const account: PlatformAccount = {
      channelId,
      username,
      remoteId: owner.did,
      host: rows[0].host,
      reportedLimits: {},
    };
    const { signal } = new AbortController();
    const at = { platform: "bluesky", practice: false, account, signal, savePrepared: async () => {} };
    const see = () => signingIn.platform.profile(account, service.context.ioFor(at));
    async function endAccess(): Promise<StoredSecret> {
      const before = (await stored(channelId)) as StoredSecret;
      const { access } = await pds.command<{ access: string }>("expired", before.secret);
      const ended = { secret: { ...before.secret, access }, isSpent: false, of: before.version };
      expect(await replaceAccountSecret(pool, service.context.sealer, channelId, ended)).toBe(true);
      return before;
    }
    return { channelId, see, endAccess };
  }

  test("expired access is refreshed once with a new refresh token; withdrawn access signs the account out", async () => {
    const { channelId, see, endAccess } = await connectToSee();
    expect(await see()).toMatchObject({ type: "seen", profile: { username: owner.handle } });
    const before = await endAccess();
    // Two processes find the access expired: one refreshes it, and gets a new refresh token.
    expect(await Promise.all([see(), see()])).toMatchObject([{ type: "seen" }, { type: "seen" }]);
    const fresh = (await stored(channelId)) as StoredSecret;
    expect(fresh.version).toBe(before.version + 2);
    expect(fresh.secret.refresh).not.toBe(before.secret.refresh);
    expect(fresh.secret.more).toEqual(before.secret.more);
    await pds.command("withdraw", { did: owner.did });
    expect(await see()).toEqual({ type: "signed_out" });
  });

  test("a refresh whose first request (for the DPoP nonce) gets no answer uses up nothing and can be retried", async () => {
    const { channelId, see, endAccess } = await connectToSee();
    const before = await endAccess();
    await proxy.control({ mode: "body-cut", on: "POST /oauth/token" });
    expect(await see()).toEqual({ type: "cannot_tell" });
    expect(await stored(channelId)).toMatchObject({ version: before.version + 1, isSpent: false });
    expect(await see()).toMatchObject({ type: "seen" });
  });

  test("disconnecting signs the account out on its server, however it was connected", async () => {
    const { password } = await pds.command<{ password: string }>("appPassword", { did: owner.did });
    const values = { handle: owner.handle, password, server: signingIn.directories.handles };
    const { refresh } = signingIn.platform;
    if (!refresh.can) throw new Error("refreshed");
    const ways = [async () => finish(await walk()), () => ask("", { platform: "bluesky", values })];
    for (const connect of ways) {
      const { id } = (await connect()).wire.data.channel;
      const { host } = (await service.database.pool.query("select host from channels where id = $1", [id])).rows[0];
      const { secret } = (await stored(id)) as StoredSecret;
      const gone = await service.call("POST", `/v1/channels/${id}/disconnect`, { key: service.org.key, json: {} });
      expect(gone.status).toBe(200);
      // The disconnect did not wait for the revocation, so the test does: a refresh before it would use the sign-in's
      // refresh token up.
      const isAsked = async () =>
        (await proxy.log()).some(({ path, status }) => path === "/oauth/revoke" && status === 200);
      await expect.poll(isAsked, { timeout: 15_000 }).toBe(true);
      const account = { channelId: id, username: owner.handle, remoteId: owner.did, host, reportedLimits: {} };
      const app = await service.context.appKeys.find({ platform: "bluesky", host: "", orgId: null });
      const net = service.context.netFor(signingIn.platform, host);
      const refreshed = () => refresh.run(secret, { account, app }, net);
      await expect.poll(refreshed, { timeout: 15_000 }).toEqual({ type: "refused" });
    }
  });

  test.for([
    { account: "no handle", says: /isn't a handle/ },
    { account: "nobody.test", says: /No account/ },
    { account: "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa", says: /directory|lists no server/ },
  ])("a sign-in for $account is refused before the redirect", async ({ account, says }) => {
    expect(await begin({ account })).toMatchObject({ status: 400, text: expect.stringMatching(says) });
  });

  test("a sign-in on localhost needs no client document", async () => {
    const { back, connected, begun } = await signingIn.connect(owner, "http://localhost:3000");
    expect(`${back.origin}${back.pathname}`).toBe("http://127.0.0.1:3000/channels/connected");
    expect(new URL(begun.url).searchParams.get("client_id")).toMatch(/^http:\/\/localhost\?scope=/);
    expect(connected).toMatchObject({ profile: { remoteId: owner.did } });
  });
});

describe("client metadata document", () => {
  test("the document contains the public half of a key that is created once and kept", async () => {
    const [one, other] = await Promise.all([readDocument(), readDocument()]);
    const [document, again] = [await one.json(), await other.json()];
    expect(again).toEqual(document);
    expect(document).toMatchObject({
      client_id: address,
      application_type: "web",
      dpop_bound_access_tokens: true,
      redirect_uris: [`${publicOrigin}/channels/connected`],
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys: [{ kty: "EC", crv: "P-256", kid: expect.any(String) }] },
    });
    expect(JSON.stringify(document)).not.toContain('"d"');
    expect(one.headers.get("content-type")).toBe("application/json");
  });

  test.for(["http://localhost:3000", "http://10.0.0.7:3000", "https://10.0.0.7", "https://desk"])(
    "%s serves no document",
    async (origin) => {
      const settings = { ...service.context.settings, origin };
      const url = `${origin}/oauth/bluesky/client-metadata.json`;
      expect((await readDocument(url, { settings })).status).toBe(404);
    },
  );

  test("an installation without a public address reports that and still offers the app password", async () => {
    const { signIn } = signingIn;
    for (const origin of ["http://10.0.0.7:3000", "https://10.0.0.7", "https://desk", "http://posts.example.org"]) {
      expect(signIn.client({ origin, backPath: "/b" })).toEqual({ missing: expect.stringContaining(origin) });
    }
    for (const origin of [
      "http://localhost:3000",
      "http://127.0.0.1:80",
      "http://[::1]:3000",
      "https://posts.example.org",
    ]) {
      expect(signIn.client({ origin, backPath: "/b" })).toMatchObject({ redirectUri: expect.stringMatching(/\/b$/) });
    }
  });

  test("the list of platforms includes both connect methods", async () => {
    const { wire } = await service.call("GET", "/v1/channels/platforms", { key: service.org.key });
    expect(wire.data[0]).toMatchObject({
      by: "form",
      sign_in: { is_set_up: true, missing: null, field: { name: "account" } },
    });
  });
});
