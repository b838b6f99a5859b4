import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { close, end, fresh, open, receivedAt, settled, stage } from "./testing/webhook-suite.ts";

beforeAll(open);
afterAll(close);
afterEach(end);

describe("a rotation", () => {
  test("lets both secrets sign for a day, and then only the new one", async () => {
    const name = fresh();
    const made = await stage.add(name);
    const renewed = await stage.ask<typeof made>("POST", `/webhooks/${made.id}/rotate`);
    expect(renewed.secret).not.toBe(made.secret);
    const hours = (Date.parse(renewed.former_secret_until ?? "") - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    await stage.startSender();
    // The receiver still knows the former one; then the new one.
    await stage.post();
    await receivedAt(name, 1);
    await stage.receiver.know(name, renewed.secret);
    await stage.post();
    await receivedAt(name, 2);
    await stage.service.database.pool.query("update webhooks set former_secret_until = now() - interval '1 s'");
    await stage.post();
    await receivedAt(name, 3);
    await stage.receiver.know(name, made.secret);
    await stage.post();
    await receivedAt(name, 4);
    const seen = (await stage.receiver.received(name)).map(({ verified, signatures }) => ({ verified, signatures }));
    expect(seen).toEqual([
      { verified: true, signatures: 2 },
      { verified: true, signatures: 2 },
      { verified: true, signatures: 1 },
      { verified: false, signatures: 1 },
    ]);
    expect(await stage.webhook(made.id)).toMatchObject({ former_secret_until: null });
  });
});

describe("by hand", () => {
  test("a test is sent once, whether the webhook is on or off, and its result is seen", async () => {
    const name = fresh();
    const made = await stage.add(name);
    await stage.ask("PATCH", `/webhooks/${made.id}`, { enabled: false });
    await stage.receiver.behave(name, ["error"]);
    await stage.startSender();
    expect(await stage.ask("POST", `/webhooks/${made.id}/test`)).toMatchObject({
      event: "test",
      state: "waiting",
      attempts: 0,
    });
    await settled(made.id, "failed");
    expect((await stage.deliveries(made.id))[0]).toMatchObject({ attempts: 1, status: 500, error: expect.any(String) });
    await stage.ask("POST", `/webhooks/${made.id}/test`);
    await settled(made.id, "delivered");
    const received = await stage.receiver.received(name);
    expect(received.length).toBe(2);
    expect(JSON.parse(received[1]?.body ?? "")).toMatchObject({ type: "test", data: { id: made.id } });
    expect(received[1]?.verified).toBe(true);
  });

  test("a delivery is sent again with the same id and body, and its attempts are counted on", async () => {
    const name = fresh();
    const made = await stage.add(name);
    await stage.startSender();
    await stage.post();
    await settled(made.id, "delivered");
    const [first] = await stage.deliveries(made.id);
    await stage.ask("POST", `/webhooks/${made.id}/deliveries/${first?.id}/resend`);
    await receivedAt(name, 2);
    await settled(made.id, "delivered");
    const received = await stage.receiver.received(name);
    expect(received[1]).toEqual(received[0]);
    expect(await stage.deliveries(made.id)).toMatchObject([{ id: first?.id, attempts: 2, state: "delivered" }]);
  });

  test("what waits when the webhook is switched off is not sent later, unless somebody asks for it", async () => {
    const name = fresh();
    const made = await stage.add(name);
    await stage.post();
    await stage.until("it waits", async () => (await stage.deliveries(made.id)).length === 1);
    await stage.ask("PATCH", `/webhooks/${made.id}`, { enabled: false });
    await stage.startSender();
    await stage.post();
    const { pool } = stage.service.database;
    await stage.until("it was passed over", async () => (await pool.query("select 1 from outbox")).rowCount === 0);
    await stage.ask("PATCH", `/webhooks/${made.id}`, { enabled: true });
    const later = await stage.post();
    await settled(made.id, "delivered");
    const [newest, dropped] = await stage.deliveries(made.id);
    expect(JSON.parse(newest?.payload ?? "").data.id).toBe(later.id);
    expect(dropped).toMatchObject({ state: "failed", error: expect.stringContaining("switched off"), attempts: 0 });
    expect((await stage.receiver.received(name)).length).toBe(1);
    await stage.ask("POST", `/webhooks/${made.id}/deliveries/${dropped?.id}/resend`);
    await receivedAt(name, 2);
  });

  test("a removed webhook is told nothing more, also of what waited", async () => {
    const name = fresh();
    const made = await stage.add(name);
    await stage.post();
    await stage.until("it waits", async () => (await stage.deliveries(made.id)).length === 1);
    await stage.ask("DELETE", `/webhooks/${made.id}`);
    const other = fresh();
    const kept = await stage.add(other);
    await stage.startSender();
    await stage.post();
    await settled(kept.id, "delivered");
    expect(await stage.receiver.received(name)).toEqual([]);
  });
});

test("an address that turned private since it was saved is not reached, and the log says why", async () => {
  const name = fresh();
  const made = await stage.add(name);
  const { host } = stage.receiver;
  await stage.service.database.pool.query("update webhooks set url = $1", [
    `https://${host}/hook/${name}`.replace(/:\d+/, ":1"),
  ]);
  await stage.startSender();
  await stage.post();
  await stage.until("it was tried", async () => ((await stage.deliveries(made.id))[0]?.attempts ?? 0) > 0);
  await stage.until(
    "it was refused",
    async () => (await stage.deliveries(made.id))[0]?.error?.includes("private") ?? false,
  );
  expect(await stage.receiver.received(name)).toEqual([]);
});

test("a secret that was sealed under another SECRET fails the delivery with what to do, and a new one mends it", async () => {
  const name = fresh();
  const made = await stage.add(name);
  await stage.service.database.pool.query("update webhooks set secret = 'v1.AAAA'");
  await stage.startSender();
  await stage.post();
  await settled(made.id, "failed");
  expect((await stage.deliveries(made.id))[0]?.error).toContain("SECRET");
  const { secret } = await stage.ask<typeof made>("POST", `/webhooks/${made.id}/rotate`);
  await stage.receiver.know(name, secret);
  await stage.post();
  await settled(made.id, "delivered");
  expect((await stage.receiver.received(name))[0]?.verified).toBe(true);
});
