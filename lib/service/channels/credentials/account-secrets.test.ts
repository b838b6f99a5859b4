import { afterEach, beforeEach, expect, test } from "vitest";
import { type ConnectorIoFixture, openConnectorIoFixture } from "#lib/service/channels/testing/connector-io-fixture.ts";
import { connectScriptedAccount, createScriptedPlatform } from "#lib/service/channels/testing/scripted-platform.ts";
import { getAccountSecret } from "./account-secrets.ts";

let stage: ConnectorIoFixture;
beforeEach(async () => {
  stage = await openConnectorIoFixture();
});
afterEach(() => stage.close());

test("credentials are sealed for their own channel, and no log line or response contains them", async () => {
  const { context, org } = stage.service;
  await stage.store({ more: { webhook: "hush-webhook" } });
  const secrets = /access-\d|refresh-\d|hush-webhook/;
  const sealed = async () => (await context.pool.query("select sealed from channel_secrets")).rows[0].sealed;
  expect(await sealed()).not.toMatch(secrets);

  const io = stage.ioOf(stage.outside());
  stage.server.endAccess();
  const throwing = createScriptedPlatform();
  const thrown = stage.ioOf(
    stage.outside({
      platform: {
        ...throwing,
        authorize: (_request, { access }) => {
          throw new Error(`it failed over ${access}`);
        },
      },
    }),
  );
  stage.server.state.after = ({ path }) => (path === "/token" ? null : "cut");
  const answers = [await thrown.call(stage.post()), await io.call(stage.post()), await io.call(stage.post())];
  stage.server.state.before = () => ({ status: 400, json: { error: "invalid_grant" } });
  answers.push(await stage.ioOf(stage.outside({ hosts: [] })).call(stage.post()));
  expect(stage.lines.length).toBeGreaterThan(0);
  expect(stage.lines.join("")).not.toMatch(secrets);
  expect(JSON.stringify(answers)).not.toMatch(secrets);
  const listed = await stage.service.call("GET", "/v1/channels", { key: org.key });
  expect(listed.text).toContain(stage.account.channelId);
  expect(listed.text).not.toMatch(secrets);
  expect(listed.text).not.toContain(await sealed());

  // A sealed secret does not open for another channel.
  const other = await connectScriptedAccount(context, stage.server, {
    id: context.clock.newId(),
    orgId: org.orgId,
    platform: "bluesky",
  });
  await context.pool.query(
    "insert into channel_secrets (channel_id, sealed) select $1, sealed from channel_secrets where channel_id = $2",
    [other.channelId, stage.account.channelId],
  );
  expect(await getAccountSecret(context.pool, context.sealer, other.channelId)).toBeNull();
});
