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

describe("secret rotation", () => {
  test("both secrets sign for a day, then only the new one", async () => {
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

describe("manual delivery", () => {
  test("a test is sent once, whether the webhook is on or off, and its result is shown", async () => {
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

  test("a resend has the same id and body, and continues the count of attempts", async () => {
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

  test("a delivery waiting when the webhook is switched off is sent later only on request", async () => {
    const name = createEndpointName();
    const made = await webhookFixture.add(name);
    await webhookFixture.post();
    await webhookFixture.until(
      "the delivery waits",
      async () => (await webhookFixture.deliveries(made.id)).length === 1,
    );
    await webhookFixture.ask("PATCH", `/webhooks/${made.id}`, { enabled: false });
    await webhookFixture.startSender();
    await webhookFixture.post();
    const { pool } = webhookFixture.service.database;
    await webhookFixture.until(
      "the delivery was skipped",
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

  test("a removed webhook receives nothing more, not even waiting deliveries", async () => {
    const name = createEndpointName();
    const made = await webhookFixture.add(name);
    await webhookFixture.post();
    await webhookFixture.until(
      "the delivery waits",
      async () => (await webhookFixture.deliveries(made.id)).length === 1,
    );
    await webhookFixture.ask("DELETE", `/webhooks/${made.id}`);
    const other = createEndpointName();
    const kept = await webhookFixture.add(other);
    await webhookFixture.startSender();
    await webhookFixture.post();
    await waitForDeliveryState(kept.id, "delivered");
    expect(await webhookFixture.receiver.received(name)).toEqual([]);
  });
});

test("a saved address that became private is not contacted, and the log says why", async () => {
  const name = createEndpointName();
  const made = await webhookFixture.add(name);
  const { host } = webhookFixture.receiver;
  await webhookFixture.service.database.pool.query("update webhooks set url = $1", [
    `https://${host}/hook/${name}`.replace(/:\d+/, ":1"),
  ]);
  await webhookFixture.startSender();
  await webhookFixture.post();
  await webhookFixture.until(
    "the delivery was attempted",
    async () => ((await webhookFixture.deliveries(made.id))[0]?.attempts ?? 0) > 0,
  );
  await webhookFixture.until(
    "the delivery was refused",
    async () => (await webhookFixture.deliveries(made.id))[0]?.error?.includes("private") ?? false,
  );
  expect(await webhookFixture.receiver.received(name)).toEqual([]);
});

test("a secret sealed under another SECRET fails the delivery with a next step, and a new secret fixes it", async () => {
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
