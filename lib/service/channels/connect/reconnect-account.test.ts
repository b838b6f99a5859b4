import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type ConnectFixture,
  getOAuthState,
  openConnectFixture,
} from "#lib/service/channels/testing/connect-fixture.ts";
import { addAccount } from "#lib/service/channels/testing/scripted-accounts.ts";

let stage: ConnectFixture;
beforeAll(async () => {
  stage = await openConnectFixture();
});
afterAll(() => stage.close());
beforeEach(() => stage.clear());

describe("reconnecting a channel", () => {
  const asking = async (id: string) =>
    stage.service.database.pool.query("update channels set state = 'reconnect' where id = $1", [id]);
  const plan = async (id: string) => {
    const scheduled = new Date(stage.service.clock.now().getTime() + 86_400_000).toISOString();
    const [post] = await stage.service.create({ channels: [id], text: "Planned words", scheduled_for: scheduled });
    return post?.id ?? "";
  };

  test("a post in its retry delay is due right after a reconnect, one planned for later is not", async () => {
    addAccount(stage.script, "ada");
    const { id } = (await stage.byForm("ada")).wire.data.channel;
    const { pool } = stage.service.database;
    const planned = await plan(id);
    const delayed = await plan(id);
    const { clock } = stage.service;
    // The worker postpones a post whose refresh or lookup the account refused.
    await pool.query(
      `update posts set status = 'publishing', scheduled_for = now() - interval '1 minute',
         due_at = greatest(now(), $2) + interval '1 hour' where id = $1`,
      [delayed, clock.now()],
    );
    await asking(id);
    stage.service.woken.length = 0;
    expect((await stage.byForm("ada", { channel_id: id })).status).toBe(201);
    expect(stage.service.woken.map(({ postId }) => postId)).toEqual([delayed]);
    const { rows } = await pool.query("select id from posts where channel_id = $1 and due_at <= now()", [id]);
    expect(rows).toEqual([{ id: delayed }]);
    expect((await stage.ask("GET", `/posts/${planned}`)).wire.data.status).toBe("scheduled");
  });

  test("a reconnected channel keeps its id, name and scheduled posts, and waiting posts continue", async () => {
    addAccount(stage.script, "ada");
    const { id } = (await stage.byForm("ada", { name: "Our Ada" })).wire.data.channel;
    const post = await plan(id);
    await asking(id);
    stage.script.accounts.clear();
    // The account was renamed meanwhile; only its id counts.
    addAccount(stage.script, "ada_l", { remoteId: "id-of-ada", name: "Another name" });
    stage.service.woken.length = 0;
    const again = await stage.byForm("ada_l", { channel_id: id });
    expect([again.status, again.wire.data.channel]).toMatchObject([
      201,
      { id, name: "Our Ada", username: "ada_l", state: "connected", scheduled: 1 },
    ]);
    expect((await stage.stored(id))?.secret.access).toBe("the access of ada_l");
    expect(stage.service.woken).toEqual([]);
    stage.service.clock.add(2 * 86_400_000);
    await asking(id);
    expect((await stage.byForm("ada_l", { channel_id: id })).status).toBe(201);
    expect(stage.service.woken.map(({ postId }) => postId)).toEqual([post]);
    expect((await stage.ask("GET", `/posts/${post}`)).wire.data.channel_id).toBe(id);
  });

  test("a reconnect uses the channel's server and refuses another account, naming both", async () => {
    addAccount(stage.script, "ada");
    addAccount(stage.script, "grace");
    const first = getOAuthState(await stage.begin({ name: "Our Ada" }));
    const { id } = (await stage.finish(first, { code: "ada" })).wire.data.channel;
    await asking(id);
    const url = await stage.begin({ channel_id: id, host: "elsewhere.example.org" });
    expect(url.origin).toBe("https://social.example.org");
    const refused = await stage.finish(getOAuthState(url), { code: "grace" });
    expect([refused.status, refused.wire.error.message]).toEqual([
      409,
      "Our Ada is the account @ada, but you signed in as @grace. Nothing was changed. Sign in as @ada, or connect @grace as a separate channel.",
    ]);
    expect((await stage.ask("GET", `/channels/${id}`)).wire.data).toMatchObject({
      username: "ada",
      state: "reconnect",
    });
    expect((await stage.stored(id))?.secret.access).toBe("the access of ada");
    const own = await stage.finish(getOAuthState(await stage.begin({ channel_id: id })), { code: "ada" });
    expect(own.wire.data.channel.id).toBe(id);
  });

  test("a reconnect picks the same account among several and refuses others, naming all", async () => {
    for (const name of ["ada", "grace", "acme", "eve"]) addAccount(stage.script, name);
    const first = getOAuthState(await stage.begin({ name: "Our Ada" }));
    const { id } = (await stage.finish(first, { code: "ada" })).wire.data.channel;
    await asking(id);
    const refused = await stage.finish(getOAuthState(await stage.begin({ channel_id: id })), { code: "grace+acme" });
    expect([refused.status, refused.wire.error.message]).toEqual([
      409,
      "Our Ada is the account @ada, but you signed in as @grace, @acme. Nothing was changed. Sign in as @ada, or connect @grace, @acme as a separate channel.",
    ]);
    const again = await stage.finish(getOAuthState(await stage.begin({ channel_id: id })), { code: "grace+ada+acme" });
    expect(again.wire.data).toMatchObject({ channel: { id, state: "connected", name: "Our Ada" }, choice: null });
  });

  test("a reconnect follows an account to a new server only where account ids are valid across servers", async () => {
    addAccount(stage.script, "ada", { host: "https://one.example.org" });
    const { id } = (await stage.byForm("ada")).wire.data.channel;
    addAccount(stage.script, "ada", { host: "https://two.example.org" });
    expect((await stage.byForm("ada")).status).toBe(409);
    const again = await stage.byForm("ada", { channel_id: id });
    expect(again.wire.data.channel).toMatchObject({ id, host: "https://two.example.org" });
    await stage.finish(getOAuthState(await stage.begin()), { code: "ada" });
    const elsewhere = getOAuthState(await stage.begin({ host: "other.example.org" }));
    expect((await stage.finish(elsewhere, { code: "ada" })).status).toBe(200);
  });

  test("a reconnect of a practice channel, another platform or another organization is refused", async () => {
    const [practice] = stage.service.org.channelIds;
    expect((await stage.byForm("ada", { channel_id: practice })).status).toBe(409);
    addAccount(stage.script, "ada");
    const { id } = (await stage.byForm("ada")).wire.data.channel;
    const onMastodon = { platform: "mastodon", host: "a.org", channel_id: id };
    const other = await stage.ask("POST", "/channels/connections", onMastodon);
    expect([other.status, other.wire.error.field]).toEqual([400, "channel_id"]);
    const { key } = await stage.service.addOrganization("Yet elsewhere");
    const stranger = await stage.ask(
      "POST",
      "/channels/connections",
      { platform: "bluesky", values: { account: "ada", password: "pass word" }, channel_id: id },
      key,
    );
    expect(stranger.status).toBe(404);
  });
});

test("disconnecting a channel deletes its credentials, and the account can be connected again", async () => {
  addAccount(stage.script, "ada");
  const { id } = (await stage.byForm("ada")).wire.data.channel;
  expect(await stage.stored(id)).not.toBeNull();
  expect((await stage.ask("POST", `/channels/${id}/disconnect`, {})).status).toBe(200);
  expect(await stage.stored(id)).toBeNull();
  const again = await stage.byForm("ada");
  expect(again.status).toBe(201);
  expect(again.wire.data.channel.id).not.toBe(id);
});
