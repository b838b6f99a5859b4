import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ConnectionMethod } from "#lib/contract/types.ts";
import { supportedPlatforms } from "#lib/service/channels/platforms/registry.ts";
import {
  type ConnectFixture,
  getOAuthState,
  openConnectFixture,
} from "#lib/service/channels/testing/connect-fixture.ts";
import { addAccount } from "#lib/service/channels/testing/scripted-accounts.ts";
import { connectAccount } from "./connect-account.ts";

let stage: ConnectFixture;
beforeAll(async () => {
  stage = await openConnectFixture();
});
afterAll(() => stage.close());
beforeEach(() => stage.clear());

describe("connect methods", () => {
  test("each platform lists its fields and features, and says when the operator's app credentials are missing", async () => {
    const { wire } = await stage.ask("GET", "/channels/platforms");
    const ways: ConnectionMethod[] = wire.data;
    expect(ways.map(({ platform, by, app, is_set_up: isSetUp }) => [platform, by, app, isSetUp])).toEqual([
      ["x", "oauth", "operator", false],
      ["bluesky", "form", "none", true],
      ["mastodon", "oauth", "server", true],
    ]);
    expect(ways[0]?.missing).toBe("Your administrator hasn't set up X yet.");
    expect(ways[1]?.fields.map(({ name, secret }) => [name, secret])).toEqual([
      ["account", false],
      ["password", true],
    ]);
    expect(ways[1]?.can).toEqual({ chain: true, images: 4, take_down: true, look_up: false, repeat_safe: true });
    expect(ways[2]?.host?.name).toBe("host");
    const refused = await stage.ask("POST", "/channels/connections", { platform: "x" });
    expect([refused.status, refused.wire.error.message]).toEqual([409, ways[0]?.missing]);
  });
});

describe("connecting with a form", () => {
  test("a completed form creates a channel with sealed credentials that no answer contains", async () => {
    addAccount(stage.script, "ada", { verified: true, name: "Ada\nof the Engines" });
    const member = await stage.service.addMember("member");
    const made = await stage.byForm("ada", { members: [member.memberId] });
    expect(made.status).toBe(201);
    expect(made.wire.data).toMatchObject({
      authorize_url: null,
      channel: {
        platform: "bluesky",
        name: "Ada of the Engines",
        username: "ada",
        verified: true,
        practice: false,
        state: "connected",
        restricted: true,
        reported_limits: { characters: 700, images: 6 },
      },
    });
    const { id } = made.wire.data.channel;
    expect((await stage.stored(id))?.secret.access).toBe("the access of ada");
    const { rows } = await stage.service.database.pool.query(
      "select sealed from channel_secrets where channel_id = $1",
      [id],
    );
    expect(rows[0].sealed).not.toContain("access");
    expect(made.text + (await stage.ask("GET", "/channels/details")).text).not.toMatch(/access of|pass word/);
  });

  test.each([
    [{ accessEndsAt: "2027-01-20T00:00:00.000Z" }, "2027-01-20T00:00:00.000Z"],
    [{ accessEndsAt: "2027-01-20T00:00:00.000Z", refresh: "r" }, null],
    [
      { accessEndsAt: "2027-01-20T00:00:00.000Z", refresh: "r", refreshEndsAt: "2027-11-20T00:00:00.000Z" },
      "2027-11-20T00:00:00.000Z",
    ],
  ])("with %j the date of the next sign-in is %s", async (secret, date) => {
    addAccount(stage.script, "ada");
    stage.script.secret = secret;
    expect((await stage.byForm("ada")).wire.data.channel).toMatchObject({ access_ends_at: date });
  });

  test("a rejected form shows the platform's sentence at its field and connects nothing", async () => {
    const refused = await stage.byForm("nobody");
    expect([refused.status, refused.wire.error]).toMatchObject([
      400,
      { message: "Account not found. Nothing was connected.", field: "values.account" },
    ]);
    expect(await stage.real()).toEqual([]);
  });

  test("an empty field is refused by its name before the platform is asked, and an optional one is not", async () => {
    const submit = (values: object) => stage.ask("POST", "/channels/connections", { platform: "bluesky", values });
    for (const values of [{}, { account: " ", password: "x" }]) {
      const { status, wire } = await submit(values);
      expect([status, wire.error.message, wire.error.field]).toEqual([400, "Enter the account.", "values.account"]);
    }
    expect((await submit({ account: "ada" })).wire.error).toMatchObject({ field: "values.password" });
    const optional = supportedPlatforms.flatMap(({ connect }) =>
      connect.by === "form" ? connect.fields.filter((field) => field.isOptional).map(({ label }) => label) : [],
    );
    expect(optional).toEqual(["Server", "Topic"]);
  });

  test("an account that is already connected is refused with its channel's name, also for concurrent requests", async () => {
    addAccount(stage.script, "ada");
    const both = await Promise.all([
      stage.byForm("ada", { name: "Our Ada" }),
      stage.byForm("ada", { name: "Our Ada" }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const { wire } = both.find(({ status }) => status === 409) ?? {};
    expect(wire.error.message).toBe(
      "@ada is already connected as the channel Our Ada. Nothing was changed. Reconnect that channel instead.",
    );
    expect(await stage.real()).toHaveLength(1);
  });
});

describe("connecting on the platform's own page", () => {
  test("a sign-in starts with a challenge, registers once per server, and connects the returned account", async () => {
    const url = await stage.begin();
    expect([url.origin, url.searchParams.get("redirect_uri")]).toEqual([
      "https://social.example.org",
      "http://localhost:3000/channels/connected",
    ]);
    addAccount(stage.script, "grace");
    const done = await stage.finish(getOAuthState(url), { code: "grace" });
    expect([done.status, done.wire.data]).toMatchObject([
      200,
      { channel: { username: "grace", host: "https://social.example.org", state: "connected" }, choice: null },
    ]);
    const sent = stage.script.asked.find(({ what }) => what === "finish")?.at;
    expect(sent).toMatchObject({ redirectUri: "http://localhost:3000/channels/connected", client: "client" });
    const challenge = createHash("sha256").update(String(sent?.["verifier"])).digest("base64url");
    expect(url.searchParams.get("code_challenge")).toBe(challenge);
    await stage.begin();
    expect(stage.script.asked.filter(({ what }) => what === "register")).toHaveLength(1);
  });

  test("a server that forgot our registration, or has an outdated redirect address, registers us again", async () => {
    const state = getOAuthState(await stage.begin());
    stage.script.isAppGone = true;
    expect((await stage.finish(state, { code: "grace" })).status).toBe(400);
    stage.script.isAppGone = false;
    await stage.begin();
    const moved = {
      ...stage.service.context,
      settings: { ...stage.service.context.settings, origin: "https://posts.example.org" },
    };
    const actor = {
      ...stage.service.org,
      role: "owner" as const,
      scopes: new Set<never>(),
      keyId: "",
      credential: { type: "session" as const },
    };
    const json = { platform: "mastodon", host: "social.example.org" };
    const { authorize_url: url } = await connectAccount(moved, actor, json);
    expect(new URL(url ?? "").searchParams.get("redirect_uri")).toBe("https://posts.example.org/channels/connected");
    expect(stage.script.asked.filter(({ what }) => what === "register")).toHaveLength(3);
  });

  test("a forgotten registration is repeated before the person leaves for the server's pages", async () => {
    await stage.begin();
    stage.script.isAppGone = true;
    await stage.begin();
    stage.script.isAppGone = false;
    await stage.begin();
    expect(stage.script.asked.filter(({ what }) => what === "register")).toHaveLength(2);
  });

  test("an OAuth answer is valid once, unchanged, for ten minutes, and only for the member who started", async () => {
    addAccount(stage.script, "grace");
    const spent = getOAuthState(await stage.begin());
    expect((await stage.finish(spent, { code: "grace" })).status).toBe(200);
    const another = await stage.service.addMember("admin");
    const ofAnother = getOAuthState(await stage.begin({}, another.key));
    const elsewhere = await stage.service.addOrganization("Elsewhere");
    const changed = `${getOAuthState(await stage.begin()).split(".")[0]}.${"a".repeat(43)}`;
    const late = getOAuthState(await stage.begin());
    const refused = [
      await stage.finish(spent, { code: "grace" }),
      await stage.finish(ofAnother, { code: "grace" }),
      await stage.finish(ofAnother, { code: "grace" }, elsewhere.key),
      await stage.finish(changed, { code: "grace" }),
      await stage.finish("nothing", { code: "grace" }),
    ];
    stage.service.clock.add(10 * 60_000);
    refused.push(await stage.finish(late, { code: "grace" }));
    for (const { status, wire } of refused) {
      expect([status, wire.error.message]).toEqual([
        404,
        "This sign-in expired, was already used, or was started by someone else. Check whether the account is among the channels; if not, start again.",
      ]);
    }
    expect(await stage.real()).toHaveLength(1);
  });

  test("two requests with the same answer connect the account once", async () => {
    addAccount(stage.script, "grace");
    const state = getOAuthState(await stage.begin());
    const both = await Promise.all([stage.finish(state, { code: "grace" }), stage.finish(state, { code: "grace" })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  test("a declined sign-in is reported and uses up the answer", async () => {
    addAccount(stage.script, "grace");
    const state = getOAuthState(await stage.begin());
    const declined = await stage.finish(state, { error: "access_denied" });
    expect([declined.status, declined.wire.error.message]).toEqual([
      409,
      "You declined access at Mastodon, so nothing was connected.",
    ]);
    expect((await stage.finish(state, { code: "grace" })).status).toBe(404);
    expect(await stage.real()).toEqual([]);
  });

  test("from several accounts, only the member who started can connect the chosen one, once", async () => {
    for (const name of ["ada", "grace", "acme"]) addAccount(stage.script, name);
    await stage.finish(getOAuthState(await stage.begin({ name: "Our Ada" })), { code: "ada" });
    const member = await stage.service.addMember("member");
    const begun = getOAuthState(await stage.begin({ members: [member.memberId] }));
    const came = await stage.finish(begun, { code: "ada+grace+acme" });
    expect([came.status, came.wire.data.channel]).toEqual([200, null]);
    const { state, accounts } = came.wire.data.choice;
    expect(accounts).toEqual([
      { id: "id-of-ada", name: "The ada", username: "ada", what: "Page", channel: "Our Ada" },
      { id: "id-of-grace", name: "The grace", username: "grace", what: "Page", channel: null },
      { id: "id-of-acme", name: "The acme", username: "acme", what: "Page", channel: null },
    ]);
    const { rows } = await stage.service.database.pool.query("select sealed from channel_connections");
    expect(came.text + JSON.stringify(rows)).not.toMatch(/the access of/);
    const another = await stage.service.addMember("admin");
    expect((await stage.finish(state, { account: "id-of-acme" }, another.key)).status).toBe(404);
    const picked = await stage.finish(state, { account: "id-of-acme" });
    expect([picked.status, picked.wire.data]).toMatchObject([
      200,
      { channel: { username: "acme", restricted: true }, choice: null },
    ]);
    expect((await stage.stored(picked.wire.data.channel.id))?.secret.access).toBe("the access of acme");
    expect((await stage.finish(state, { account: "id-of-grace" })).status).toBe(404);
    const unknown = await stage.finish(getOAuthState(await stage.begin()), { code: "ada+grace" });
    expect((await stage.finish(unknown.wire.data.choice.state, { account: "id-of-acme" })).status).toBe(404);
    expect(await stage.real()).toHaveLength(2);
  });

  test("a second account of a server is requested as another one; the first and its reconnect are not", async () => {
    addAccount(stage.script, "ada");
    const asked = () => stage.script.asked.findLast(({ what }) => what === "authorize")?.at["isAnother"];
    const { channel } = (await stage.finish(getOAuthState(await stage.begin()), { code: "ada" })).wire.data;
    expect(asked()).toBe(false);
    await stage.begin();
    expect(asked()).toBe(true);
    await stage.begin({ channel_id: channel.id });
    expect(asked()).toBe(false);
    await stage.begin({ host: "other.example.org" });
    expect(asked()).toBe(false);
  });

  test.each(["", "localhost", "http://social.example.org", "https://a:b@social.example.org", "ht tp://x"])(
    "no sign-in starts for the invalid server %j",
    async (host) => {
      const refused = await stage.ask("POST", "/channels/connections", { platform: "mastodon", ...(host && { host }) });
      expect([refused.status, refused.wire.error.field]).toEqual([400, "host"]);
    },
  );
});
