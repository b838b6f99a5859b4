import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ConnectFixture, openConnectFixture } from "#lib/service/channels/testing/connect-fixture.ts";
import { addAccount } from "#lib/service/channels/testing/scripted-accounts.ts";
import { probeConnectedChannel } from "./probe-connected-channel.ts";

let stage: ConnectFixture;
beforeAll(async () => {
  stage = await openConnectFixture();
});
afterAll(() => stage.close());
beforeEach(() => stage.clear());

async function connect(username: string): Promise<string> {
  addAccount(stage.script, username);
  return (await stage.byForm(username)).wire.data.channel.id;
}
const runTest = (id: string, key?: string) => stage.ask("POST", `/channels/${id}/test`, undefined, key);

test("an administrator tests an account over the API, which the audit log records", async () => {
  const id = await connect("ada");
  const { status, wire } = await runTest(id);
  expect(status).toBe(200);
  const steps = wire.data.steps.map((step: { name: string; outcome: string }) => `${step.name}: ${step.outcome}`);
  expect(steps).toEqual([
    "text: published",
    "reply: published",
    "image: published",
    ...Array(3).fill("take_down: removed"),
  ]);
  expect(wire.data).toMatchObject({ platform: "bluesky", still_public: [] });
  const { rows } = await stage.service.database.pool.query(
    "select member_id, target_name, detail from audit_log where type = 'channel.test' and target_id = $1",
    [id],
  );
  expect(rows).toEqual([{ member_id: stage.service.org.memberId, target_name: "The ada", detail: {} }]);
});

test("a practice channel is tested too, and a second test is refused while the first one runs", async () => {
  const made = await stage.ask("POST", "/channels", { platform: "mastodon", name: "Practice" });
  const { id } = made.wire.data;
  const asked: Awaited<ReturnType<typeof runTest>>[] = [];
  // The first test runs for as long as this callback does.
  await probeConnectedChannel(stage.service.context, id, { publishMs: 40_000, takeDownMs: 15_000 }, async () => {
    asked.push(await runTest(id));
  });
  expect(asked).toMatchObject([{ status: 409 }]);
  expect(asked[0]?.wire.error.message).toContain("Another test of this channel");
  expect((await runTest(id)).status).toBe(200);
});

test("a test is refused to members, while sending is paused, before a reconnect, and the seventh time in an hour", async () => {
  const id = await connect("grace");
  const { key } = await stage.service.addMember("member");
  expect((await runTest(id, key)).status).toBe(403);
  const { wire } = await stage.ask("POST", "/pauses", { channel_id: id, reason: "Wrong prices" });
  expect((await runTest(id)).wire.error).toMatchObject({
    code: "sending_paused",
    message: "Sending is paused: Wrong prices.",
  });
  await stage.ask("POST", `/pauses/${wire.data.id}/resume`, {});
  const { pool } = stage.service.database;
  await pool.query("update channels set state = 'reconnect' where id = $1", [id]);
  expect((await runTest(id)).wire.error.code).toBe("conflict");
  await pool.query("update channels set state = 'connected' where id = $1", [id]);
  for (let times = 0; times < 6; times += 1) expect((await runTest(id)).status).toBe(200);
  expect((await runTest(id)).wire.error.code).toBe("rate_limited");
});
