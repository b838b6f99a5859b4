import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  closeWebhookSuite,
  createEndpointName,
  openWebhookSuite,
  resetWebhookSuite,
  waitForDeliveryState,
  waitForReceived,
  webhookFixture,
} from "./testing/webhook-suite.ts";

beforeAll(openWebhookSuite);
afterAll(closeWebhookSuite);
afterEach(resetWebhookSuite);

describe("a rotation", () => {
  test("lets both secrets sign for a day, and then only the new one", async () => {
    const name = createEndpointName();
    const made = await webhookFixture.add(name);
    const renewed = await webhookFixture.ask<typeof made>("POST", `/webhooks/${made.id}/rotate`);
    expect(renewed.secret).not.toBe(made.secret);
    const hours = (Date.parse(renewed.former_secret_until ?? "") - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    await webhookFixture.startSender();
    // The receiver still has the former secret; then the new one.
    await webhookFixture.post();
    await waitForReceived(name, 1);
    await webhookFixture.receiver.know(name, renewed.secret);
    await webhookFixture.post();
    await waitForReceived(name, 2);
    await webhookFixture.service.database.pool.query(
      "update webhooks set former_secret_until = now() - interval '1 s'",
    );
    await webhookFixture.post();
    await waitForReceived(name, 3);
    await webhookFixture.receiver.know(name, made.secret);
    await webhookFixture.post();
    await waitForReceived(name, 4);
    const seen = (await webhookFixture.receiver.received(name)).map(({ verified, signatures }) => ({
      verified,
      signatures,
    }));
    expect(seen).toEqual([
      { verified: true, signatures: 2 },
      { verified: true, signatures: 2 },
      { verified: true, signatures: 1 },
      { verified: false, signatures: 1 },
    ]);
    expect(await webhookFixture.webhook(made.id)).toMatchObject({ former_secret_until: null });
  });
});

describe("by hand", () => {
  test("a test is sent once, whether the webhook is on or off, and its result is seen", async () => {
    const name = createEndpointName();
    const made = await webhookFixture.add(name);
    await webhookFixture.ask("PATCH", `/webhooks/${made.id}`, { enabled: false });
    await webhookFixture.receiver.behave(name, ["error"]);
    await webhookFixture.startSender();
    expect(await webhookFixture.ask("POST", `/webhooks/${made.id}/test`)).toMatchObject({
      event: "test",
      state: "waiting",
      attempts: 0,
    });
    await waitForDeliveryState(made.id, "failed");
    expect((await webhookFixture.deliveries(made.id))[0]).toMatchObject({
      attempts: 1,
      status: 500,
      error: expect.any(String),
    });
    await webhookFixture.ask("POST", `/webhooks/${made.id}/test`);
    await waitForDeliveryState(made.id, "delivered");
    const received = await webhookFixture.receiver.received(name);
    expect(received.length).toBe(2);
    expect(JSON.parse(received[1]?.body ?? "")).toMatchObject({ type: "test", data: { id: made.id } });
    expect(received[1]?.verified).toBe(true);
  });

  test("a delivery is sent again with the same id and body, and its attempts are counted on", async () => {
    const name = createEndpointName();
    const made = await webhookFixture.add(name);
    await webhookFixture.startSender();
    await webhookFixture.post();
    await waitForDeliveryState(made.id, "delivered");
    const [first] = await webhookFixture.deliveries(made.id);
    await webhookFixture.ask("POST", `/webhooks/${made.id}/deliveries/${first?.id}/resend`);
    await waitForReceived(name, 2);
    await waitForDeliveryState(made.id, "delivered");
    const received = await webhookFixture.receiver.received(name);
    expect(received[1]).toEqual(received[0]);
    expect(await webhookFixture.deliveries(made.id)).toMatchObject([
      { id: first?.id, attempts: 2, state: "delivered" },
    ]);
  });

  test("what waits when the webhook is switched off is not sent later, unless somebody asks for it", async () => {
    const name = createEndpointName();
    const made = await webhookFixture.add(name);
    await webhookFixture.post();
    await webhookFixture.until("it waits", async () => (await webhookFixture.deliveries(made.id)).length === 1);
    await webhookFixture.ask("PATCH", `/webhooks/${made.id}`, { enabled: false });
    await webhookFixture.startSender();
    await webhookFixture.post();
    const { pool } = webhookFixture.service.database;
    await webhookFixture.until(
      "it was passed over",
      async () => (await pool.query("select 1 from outbox")).rowCount === 0,
    );
    await webhookFixture.ask("PATCH", `/webhooks/${made.id}`, { enabled: true });
    const later = await webhookFixture.post();
    await waitForDeliveryState(made.id, "delivered");
    const [newest, dropped] = await webhookFixture.deliveries(made.id);
    expect(JSON.parse(newest?.payload ?? "").data.id).toBe(later.id);
    expect(dropped).toMatchObject({ state: "failed", error: expect.stringContaining("switched off"), attempts: 0 });
    expect((await webhookFixture.receiver.received(name)).length).toBe(1);
    await webhookFixture.ask("POST", `/webhooks/${made.id}/deliveries/${dropped?.id}/resend`);
    await waitForReceived(name, 2);
  });

  test("a removed webhook is told nothing more, also of what waited", async () => {
    const name = createEndpointName();
    const made = await webhookFixture.add(name);
    await webhookFixture.post();
    await webhookFixture.until("it waits", async () => (await webhookFixture.deliveries(made.id)).length === 1);
    await webhookFixture.ask("DELETE", `/webhooks/${made.id}`);
    const other = createEndpointName();
    const kept = await webhookFixture.add(other);
    await webhookFixture.startSender();
    await webhookFixture.post();
    await waitForDeliveryState(kept.id, "delivered");
    expect(await webhookFixture.receiver.received(name)).toEqual([]);
  });
});

test("an address that turned private since it was saved is not reached, and the log says why", async () => {
  const name = createEndpointName();
  const made = await webhookFixture.add(name);
  const { host } = webhookFixture.receiver;
  await webhookFixture.service.database.pool.query("update webhooks set url = $1", [
    `https://${host}/hook/${name}`.replace(/:\d+/, ":1"),
  ]);
  await webhookFixture.startSender();
  await webhookFixture.post();
  await webhookFixture.until(
    "it was tried",
    async () => ((await webhookFixture.deliveries(made.id))[0]?.attempts ?? 0) > 0,
  );
  await webhookFixture.until(
    "it was refused",
    async () => (await webhookFixture.deliveries(made.id))[0]?.error?.includes("private") ?? false,
  );
  expect(await webhookFixture.receiver.received(name)).toEqual([]);
});

test("a secret that was sealed under another SECRET fails the delivery with what to do, and a new one mends it", async () => {
  const name = createEndpointName();
  const made = await webhookFixture.add(name);
  await webhookFixture.service.database.pool.query("update webhooks set secret = 'v1.AAAA'");
  await webhookFixture.startSender();
  await webhookFixture.post();
  await waitForDeliveryState(made.id, "failed");
  expect((await webhookFixture.deliveries(made.id))[0]?.error).toContain("SECRET");
  const { secret } = await webhookFixture.ask<typeof made>("POST", `/webhooks/${made.id}/rotate`);
  await webhookFixture.receiver.know(name, secret);
  await webhookFixture.post();
  await waitForDeliveryState(made.id, "delivered");
  expect((await webhookFixture.receiver.received(name))[0]?.verified).toBe(true);
});
