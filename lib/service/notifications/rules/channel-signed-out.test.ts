import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addAccount,
  createFormPlatform,
  createPlatformScript,
} from "#lib/service/channels/testing/scripted-accounts.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { renderWebhookPayload } from "#lib/service/webhooks/webhook-payload.ts";
import { notifySignedOutChannels } from "./channel-signed-out.ts";

let service: TestService;
const script = createPlatformScript();
beforeAll(async () => {
  const platform = createFormPlatform(script, "bluesky");
  service = await openTestService({}, { platformOf: (slug) => (slug === "bluesky" ? platform : null) });
});
afterAll(() => service.close());

const connect = (more: object = {}) =>
  service.call("POST", "/v1/channels/connections", {
    key: service.org.key,
    json: { platform: "bluesky", values: { account: "ada", password: "pass word" }, ...more },
  });
const told = async (key: string): Promise<{ cause: string; count: number; channel: { id: string } }[]> =>
  (await service.call("GET", "/v1/inbox", { key })).wire.data;
const tell = () => notifySignedOutChannels(service.context, false);

test("administrators and authors with planned posts are notified once each time an account needs reconnecting", async () => {
  addAccount(script, "ada");
  const { id } = (await connect()).wire.data.channel;
  const author = await service.addMember("member");
  const bystander = await service.addMember("member");
  const scheduled = new Date(service.clock.now().getTime() + 86_400_000).toISOString();
  await service.create({ channels: [id], text: "Planned words", scheduled_for: scheduled }, author.key);
  expect(await tell()).toBe(0);

  const signOut = () => service.database.pool.query("update channels set state = 'reconnect' where id = $1", [id]);
  await signOut();
  expect(await tell()).toBe(2);
  expect(await tell()).toBe(0);
  const messages = async () =>
    (await service.database.pool.query("select * from outbox where kind = 'channel.reconnect' order by id")).rows;
  const [message, ...more] = await messages();
  expect(more).toEqual([]);
  const sent = JSON.parse(
    renderWebhookPayload({ kind: message.kind, at: message.at, detail: message.detail, postId: null }, null),
  );
  expect(sent).toMatchObject({ type: "channel.reconnect", data: { id, channel: "bluesky", waiting: 1 } });
  for (const key of [author.key, service.org.key]) {
    expect(await told(key)).toMatchObject([
      { kind: "channel_ending", cause: "reconnect", count: 1, channel: { id }, fix: "none" },
    ]);
  }
  expect(await told(bystander.key)).toEqual([]);

  expect((await connect({ channel_id: id })).status).toBe(201);
  expect(await told(author.key)).toEqual([]);
  await signOut();
  expect(await tell()).toBe(2);
  expect(await messages()).toHaveLength(2);
  const leave = { scheduled: "cancel" };
  await service.call("POST", `/v1/channels/${id}/disconnect`, { key: service.org.key, json: leave });
  expect((await told(author.key)).filter(({ cause }) => cause === "reconnect")).toEqual([]);
});
