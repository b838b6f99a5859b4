import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConnectFixture, openConnectFixture } from "#lib/service/channels/testing/connect-fixture.ts";

let stage: ConnectFixture;
beforeAll(async () => {
  stage = await openConnectFixture();
});
afterAll(() => stage.close());

/** Runs `work` and gives the events that it wrote. */
async function eventsOf(work: () => Promise<unknown>) {
  const { pool } = stage.service.database;
  const { rows: before } = await pool.query("select coalesce(max(id), 0) as id from audit_log");
  await work();
  const { rows } = await pool.query("select * from audit_log where id > $1 order by id", [before[0].id]);
  for (const row of rows) expect(row).toMatchObject({ org_id: stage.service.org.orgId, member_id: memberId() });
  return rows.map(({ type, target_type, target_name, detail, outcome }) => {
    return { type, outcome, target: target_type && `${target_type} ${target_name}`, detail };
  });
}
const memberId = () => stage.service.org.memberId;
const ask = async (method: string, path: string, json?: unknown) => {
  const answer = await stage.ask(method, path, json);
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
  return answer.wire?.data;
};
const done = { outcome: "success" };

test("creating, changing or deleting a webhook, or replacing its secret, is recorded without path or secret", async () => {
  const webhook = { ...done, target: "webhook hooks.example.org" };
  let secrets = "";
  const events = await eventsOf(async () => {
    const made = await ask("POST", "/webhooks", {
      url: "https://hooks.example.org/T0/secret",
      events: ["post.failed"],
    });
    await ask("PATCH", `/webhooks/${made.id}`, { enabled: false });
    const { secret } = await ask("POST", `/webhooks/${made.id}/rotate`);
    await ask("DELETE", `/webhooks/${made.id}`);
    secrets = `${made.secret} ${secret}`;
  });
  expect(events).toEqual([
    { ...webhook, type: "webhook.create", detail: {} },
    { ...webhook, type: "webhook.update", detail: { enabled: false } },
    { ...webhook, type: "webhook.rotate_secret", detail: {} },
    { ...webhook, type: "webhook.delete", detail: {} },
  ]);
  for (const secret of ["/T0/secret", ...secrets.split(" ")]) expect(JSON.stringify(events)).not.toContain(secret);
});

test("connecting, changing or disconnecting a channel is recorded", async () => {
  const events = await eventsOf(async () => {
    const { id } = await ask("POST", "/channels", { platform: "x", name: "Rehearsal" });
    await ask("PATCH", `/channels/${id}`, { name: "Stage", members: [memberId()] });
    await ask("POST", `/channels/${id}/reconnect`);
    await ask("POST", `/channels/${id}/disconnect`, {});
  });
  expect(events).toMatchObject([
    { ...done, type: "channel.connect", target: "channel Rehearsal", detail: { platform: "x", practice: true } },
    { ...done, type: "channel.update", target: "channel Stage", detail: { members: [memberId()] } },
    { ...done, type: "channel.connect", target: "channel Stage", detail: { again: true } },
    { ...done, type: "channel.disconnect", target: "channel Stage", detail: { platform: "x" } },
  ]);
});

test("setting or removing an application's credentials is recorded without the credentials", async () => {
  const events = await eventsOf(async () => {
    await ask("PUT", "/channels/platforms/x/app", { client_id: "our client", client_secret: "our very secret" });
    await ask("DELETE", "/channels/platforms/x/app");
  });
  expect(events).toEqual([
    { ...done, type: "app_credentials.set", target: "platform X", detail: {} },
    { ...done, type: "app_credentials.remove", target: "platform X", detail: {} },
  ]);
});

test("an export of posts, ledger or calendar is recorded, and a HEAD request is not", async () => {
  const events = await eventsOf(async () => {
    for (const path of ["/posts/export?format=csv", "/ledger/export"]) {
      await stage.ask("HEAD", path);
      expect((await stage.ask("GET", path)).status).toBe(200);
    }
    await ask("POST", "/calendar/feed");
    await ask("DELETE", "/calendar/feed");
    await ask("DELETE", "/calendar/feed");
  });
  expect(events.map(({ type }) => type)).toEqual([
    "posts.export",
    "ledger.export",
    "calendar_feed.create",
    "calendar_feed.remove",
  ]);
});
