import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ConnectWay } from "#lib/contract/types";
import { openTestService, type TestService } from "#lib/service/http/testing";
import { connectAccount } from "./connect-account.ts";
import { addAccount, makeScript, type Script, scriptedByForm, scriptedByOAuth } from "./testing-accounts.ts";
import { readSecret } from "./vault.ts";

let service: TestService;
let script: Script;
beforeAll(async () => {
  script = makeScript();
  const platforms = new Map([
    ["bluesky", scriptedByForm(script, "bluesky")],
    ["mastodon", scriptedByOAuth(script, "mastodon", "server")],
    ["x", scriptedByOAuth(script, "x", "operator")],
  ]);
  service = await openTestService({}, { platformOf: (slug) => platforms.get(slug) ?? null });
});
afterAll(() => service.close());
beforeEach(async () => {
  script.accounts.clear();
  script.asked.length = 0;
  await service.database.pool.query("update channels set removed_at = now() where not practice");
  await service.database.pool.query("delete from platform_apps");
});

const ask = (method: string, path: string, json?: unknown, key = service.org.key) =>
  service.call(method, `/v1${path}`, { key, ...(json !== undefined && { json }) });
const byForm = (account: string, more: Record<string, unknown> = {}) =>
  ask("POST", "/channels/connections", { platform: "bluesky", values: { account, password: "pass word" }, ...more });
const begin = async (more: Record<string, unknown> = {}, key = service.org.key) => {
  const json = { platform: "mastodon", host: "Social.Example.org", ...more };
  const { status, text, wire } = await ask("POST", "/channels/connections", json, key);
  if (status !== 201) throw new Error(text);
  return new URL(wire.data.authorize_url);
};
const finish = (state: string, more: Record<string, unknown>, key = service.org.key) =>
  ask("POST", "/channels/connections/finish", { state, ...more }, key);
const stateOf = (url: URL) => url.searchParams.get("state") ?? "";
const details = async () => (await ask("GET", "/channels/details")).wire.data as { id: string; practice: boolean }[];
const real = async () => (await details()).filter(({ practice }) => !practice);
const stored = (id: string) => readSecret(service.database.pool, service.context.sealer, id);

describe("the ways to connect", () => {
  test("say what each platform asks for and can do, and that keys of the operator are missing", async () => {
    const { wire } = await ask("GET", "/channels/platforms");
    const ways: ConnectWay[] = wire.data;
    expect(ways.map(({ platform, by, app, is_set_up: isSetUp }) => [platform, by, app, isSetUp])).toEqual([
      ["x", "oauth", "operator", false],
      ["bluesky", "form", "none", true],
      ["mastodon", "oauth", "server", true],
    ]);
    expect(ways[0]?.missing).toBe("X is not set up by your administrator yet.");
    expect(ways[1]?.fields.map(({ name, secret }) => [name, secret])).toEqual([
      ["account", false],
      ["password", true],
    ]);
    expect(ways[1]?.can).toEqual({ chain: true, images: 4, take_down: true, look_up: false });
    expect(ways[2]?.host?.name).toBe("host");
    const refused = await ask("POST", "/channels/connections", { platform: "x" });
    expect([refused.status, refused.wire.error.message]).toEqual([409, ways[0]?.missing]);
  });
});

describe("connecting by what is filled in", () => {
  test("makes a channel of the account, with its keys sealed and in no answer", async () => {
    addAccount(script, "ada", { verified: true, name: "Ada\nof the Engines" });
    const member = await service.addMember("member");
    const made = await byForm("ada", { members: [member.memberId] });
    expect(made.status).toBe(201);
    expect(made.wire.data).toMatchObject({
      authorize_url: null,
      channel: {
        ...{ platform: "bluesky", name: "Ada of the Engines", username: "ada", verified: true, practice: false },
        ...{ state: "connected", restricted: true, told: { characters: 700, images: 6 } },
      },
    });
    const { id } = made.wire.data.channel;
    expect((await stored(id))?.secret.access).toBe("the access of ada");
    const { rows } = await service.database.pool.query("select sealed from channel_secrets where channel_id = $1", [
      id,
    ]);
    expect(rows[0].sealed).not.toContain("access");
    expect(made.text + (await ask("GET", "/channels/details")).text).not.toMatch(/access of|pass word/);
  });

  test("refuses with the platform's sentence at its field, and connects nothing", async () => {
    const refused = await byForm("nobody");
    expect([refused.status, refused.wire.error]).toMatchObject([
      400,
      { message: "There is no such account. Nothing was connected.", field: "values.account" },
    ]);
    expect(await real()).toEqual([]);
  });

  test("an account that is a channel already is refused by that channel's name, also when two come at once", async () => {
    addAccount(script, "ada");
    const both = await Promise.all([byForm("ada", { name: "Our Ada" }), byForm("ada", { name: "Our Ada" })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const { wire } = both.find(({ status }) => status === 409) ?? {};
    expect(wire.error.message).toBe(
      "@ada is connected already: it is the channel Our Ada. Nothing was changed. Reconnect that one instead.",
    );
    expect(await real()).toHaveLength(1);
  });
});

describe("connecting on the platform's own page", () => {
  test("leads there with a challenge, registers once a server, and connects what comes back", async () => {
    const url = await begin();
    expect([url.origin, url.searchParams.get("redirect_uri")]).toEqual([
      "https://social.example.org",
      "http://localhost:3000/channels/connected",
    ]);
    addAccount(script, "grace");
    const done = await finish(stateOf(url), { code: "grace" });
    expect([done.status, done.wire.data]).toMatchObject([
      200,
      { username: "grace", host: "https://social.example.org", state: "connected" },
    ]);
    const sent = script.asked.find(({ what }) => what === "finish")?.at;
    expect(sent).toMatchObject({ redirectUri: "http://localhost:3000/channels/connected", client: "client" });
    const challenge = createHash("sha256").update(String(sent?.["verifier"])).digest("base64url");
    expect(url.searchParams.get("code_challenge")).toBe(challenge);
    await begin();
    expect(script.asked.filter(({ what }) => what === "register")).toHaveLength(1);
  });

  test("a server that has forgotten us is asked to register us anew, and so is one that knows another address", async () => {
    const state = stateOf(await begin());
    script.isAppGone = true;
    expect((await finish(state, { code: "grace" })).status).toBe(400);
    script.isAppGone = false;
    await begin();
    const moved = {
      ...service.context,
      settings: { ...service.context.settings, origin: "https://posts.example.org" },
    };
    const actor = { ...service.org, role: "owner" as const, scopes: new Set<never>(), keyId: "" };
    const json = { platform: "mastodon", host: "social.example.org" };
    const { authorize_url: url } = await connectAccount(moved, actor, json);
    expect(new URL(url ?? "").searchParams.get("redirect_uri")).toBe("https://posts.example.org/channels/connected");
    expect(script.asked.filter(({ what }) => what === "register")).toHaveLength(3);
  });

  test("an answer counts once, for the member who began, for ten minutes, and as it was given out", async () => {
    addAccount(script, "grace");
    const spent = stateOf(await begin());
    expect((await finish(spent, { code: "grace" })).status).toBe(200);
    const another = await service.addMember("admin");
    const ofAnother = stateOf(await begin({}, another.key));
    const elsewhere = await service.addOrganization("Elsewhere");
    const changed = `${stateOf(await begin()).split(".")[0]}.${"a".repeat(43)}`;
    const late = stateOf(await begin());
    const refused = [
      await finish(spent, { code: "grace" }),
      await finish(ofAnother, { code: "grace" }),
      await finish(ofAnother, { code: "grace" }, elsewhere.key),
      await finish(changed, { code: "grace" }),
      await finish("nothing", { code: "grace" }),
    ];
    service.clock.add(10 * 60_000);
    refused.push(await finish(late, { code: "grace" }));
    for (const { status, wire } of refused) {
      expect([status, wire.error.message]).toEqual([
        404,
        "This connection took too long, was answered already, or was begun by somebody else. Nothing was changed: start again.",
      ]);
    }
    expect(await real()).toHaveLength(1);
  });

  test("of two that bring the same answer at once one connects", async () => {
    addAccount(script, "grace");
    const state = stateOf(await begin());
    const both = await Promise.all([finish(state, { code: "grace" }), finish(state, { code: "grace" })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  test("a no there is said as one, and spends the answer", async () => {
    addAccount(script, "grace");
    const state = stateOf(await begin());
    const declined = await finish(state, { error: "access_denied" });
    expect([declined.status, declined.wire.error.message]).toEqual([
      409,
      "You were not connected: it was declined at Mastodon. Nothing was changed. Start again if that was not meant.",
    ]);
    expect((await finish(state, { code: "grace" })).status).toBe(404);
    expect(await real()).toEqual([]);
  });

  test.each(["", "localhost", "http://social.example.org", "https://a:b@social.example.org", "ht tp://x"])(
    "leads to no such server: %j",
    async (host) => {
      const refused = await ask("POST", "/channels/connections", { platform: "mastodon", ...(host && { host }) });
      expect([refused.status, refused.wire.error.field]).toEqual([400, "host"]);
    },
  );
});

describe("connecting a channel again", () => {
  const asking = async (id: string) =>
    service.database.pool.query("update channels set state = 'reconnect' where id = $1", [id]);
  const plan = async (id: string) => {
    const scheduled = new Date(service.clock.now().getTime() + 86_400_000).toISOString();
    const [post] = await service.create({ channels: [id], text: "Planned words", scheduled_for: scheduled });
    return post?.id ?? "";
  };

  test("keeps its id, its name and its planned posts, and wakes what waits", async () => {
    addAccount(script, "ada");
    const { id } = (await byForm("ada", { name: "Our Ada" })).wire.data.channel;
    const post = await plan(id);
    await asking(id);
    script.accounts.clear();
    // Renamed meanwhile: it is the account that counts.
    addAccount(script, "ada_l", { remoteId: "id-of-ada", name: "Another name" });
    service.woken.length = 0;
    const again = await byForm("ada_l", { channel_id: id });
    expect([again.status, again.wire.data.channel]).toMatchObject([
      201,
      { id, name: "Our Ada", username: "ada_l", state: "connected", scheduled: 1 },
    ]);
    expect((await stored(id))?.secret.access).toBe("the access of ada_l");
    expect(service.woken).toEqual([]);
    service.clock.add(2 * 86_400_000);
    await asking(id);
    expect((await byForm("ada_l", { channel_id: id })).status).toBe(201);
    expect(service.woken.map(({ postId }) => postId)).toEqual([post]);
    expect((await ask("GET", `/posts/${post}`)).wire.data.channel_id).toBe(id);
  });

  test("goes to the server it lives on, and refuses another account with both names", async () => {
    addAccount(script, "ada");
    addAccount(script, "grace");
    const { id } = (await finish(stateOf(await begin({ name: "Our Ada" })), { code: "ada" })).wire.data;
    await asking(id);
    const url = await begin({ channel_id: id, host: "elsewhere.example.org" });
    expect(url.origin).toBe("https://social.example.org");
    const refused = await finish(stateOf(url), { code: "grace" });
    expect([refused.status, refused.wire.error.message]).toEqual([
      409,
      "Our Ada is the account @ada, and you signed in as @grace. Nothing was changed. Sign in as @ada, or connect @grace as a channel of its own.",
    ]);
    expect((await ask("GET", `/channels/${id}`)).wire.data).toMatchObject({ username: "ada", state: "reconnect" });
    expect((await stored(id))?.secret.access).toBe("the access of ada");
    expect((await finish(stateOf(await begin({ channel_id: id })), { code: "ada" })).wire.data.id).toBe(id);
  });

  test("follows an account that moved to another server, where its id is its own everywhere, and not where each has its ids", async () => {
    addAccount(script, "ada", { host: "https://one.example.org" });
    const { id } = (await byForm("ada")).wire.data.channel;
    addAccount(script, "ada", { host: "https://two.example.org" });
    expect((await byForm("ada")).status).toBe(409);
    const again = await byForm("ada", { channel_id: id });
    expect(again.wire.data.channel).toMatchObject({ id, host: "https://two.example.org" });
    await finish(stateOf(await begin()), { code: "ada" });
    expect((await finish(stateOf(await begin({ host: "other.example.org" })), { code: "ada" })).status).toBe(200);
  });

  test("of a practice channel, of another platform or of another organization is refused", async () => {
    const [practice] = service.org.channelIds;
    expect((await byForm("ada", { channel_id: practice })).status).toBe(409);
    addAccount(script, "ada");
    const { id } = (await byForm("ada")).wire.data.channel;
    const other = await ask("POST", "/channels/connections", { platform: "mastodon", host: "a.org", channel_id: id });
    expect([other.status, other.wire.error.field]).toEqual([400, "channel_id"]);
    const { key } = await service.addOrganization("Yet elsewhere");
    const stranger = await ask(
      "POST",
      "/channels/connections",
      { platform: "bluesky", values: { account: "ada" }, channel_id: id },
      key,
    );
    expect(stranger.status).toBe(404);
  });
});

test("disconnecting a channel takes its keys away, and the account can be connected anew", async () => {
  addAccount(script, "ada");
  const { id } = (await byForm("ada")).wire.data.channel;
  expect(await stored(id)).not.toBeNull();
  expect((await ask("POST", `/channels/${id}/disconnect`, {})).status).toBe(200);
  expect(await stored(id)).toBeNull();
  const again = await byForm("ada");
  expect(again.status).toBe(201);
  expect(again.wire.data.channel.id).not.toBe(id);
});

describe("the application's keys", () => {
  const given = { client_id: "our client", client_secret: "our very secret" };

  test("are set by administrators for their organization, shown without the secret, and taken away", async () => {
    expect((await ask("GET", "/channels/platforms/x/app")).wire.data).toEqual({
      ...{ platform: "x", client_id: null, has_secret: false, from: null },
      redirect_uri: "http://localhost:3000/channels/connected",
    });
    const set = await ask("PUT", "/channels/platforms/x/app", given);
    expect(set.wire.data).toMatchObject({ client_id: "our client", has_secret: true, from: "here" });
    const { rows } = await service.database.pool.query("select sealed from platform_apps");
    expect(set.text + rows[0].sealed).not.toContain("very secret");
    await begin({ platform: "x", host: undefined });
    expect(script.asked.at(-1)?.at["client"]).toBe("our client");
    const elsewhere = await service.addOrganization("Without keys");
    expect((await ask("GET", "/channels/platforms/x/app", undefined, elsewhere.key)).wire.data.client_id).toBeNull();
    const member = await service.addMember("member");
    expect((await ask("GET", "/channels/platforms/x/app", undefined, member.key)).status).toBe(403);
    expect((await ask("DELETE", "/channels/platforms/x/app")).wire.data.client_id).toBeNull();
    expect((await ask("GET", "/channels/platforms")).wire.data[0].is_set_up).toBe(false);
  });

  test("are asked for nowhere else", async () => {
    for (const platform of ["bluesky", "mastodon", "nowhere"]) {
      expect((await ask("PUT", `/channels/platforms/${platform}/app`, given)).status).toBe(404);
    }
  });
});
