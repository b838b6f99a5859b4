import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { quickTiming } from "./testing/webhook-fixture.ts";
import { startWebhookSenderProcess } from "./testing/webhook-receiver.ts";
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

describe("webhook events", () => {
  test("an event reaches the subscribed webhooks of its organization, signed, without post text or secrets", async () => {
    const [name, other] = [createEndpointName(), createEndpointName()];
    const made = await webhookFixture.add(name, ["post.published"]);
    await webhookFixture.add(other, ["post.failed"]);
    await webhookFixture.startSender();
    const post = await webhookFixture.post();
    await waitForDeliveryState(made.id, "delivered");
    const [received, ...more] = await webhookFixture.receiver.received(name);
    expect(more).toEqual([]);
    expect(received).toMatchObject({ verified: true, signatures: 1, id: expect.stringMatching(/^msg_[0-9a-f]{32}$/) });
    const body = JSON.parse(received?.body ?? "");
    expect(body).toEqual({
      type: "post.published",
      timestamp: expect.stringMatching(/Z$/),
      data: {
        id: post.id,
        submission_id: post.submission_id,
        membership_id: webhookFixture.service.org.memberId,
        channel: post.channel,
        channel_id: post.channel_id,
        status: "published",
        scheduled_for: null,
        published_at: expect.stringMatching(/Z$/),
        urls: ["https://example.org/1"],
      },
    });
    expect(received?.body).not.toContain("the words of the post");
    expect(await webhookFixture.receiver.received(other)).toEqual([]);
    const [delivery] = await webhookFixture.deliveries(made.id);
    expect(delivery).toMatchObject({
      event: "post.published",
      state: "delivered",
      attempts: 1,
      status: 204,
      error: null,
      next_attempt_at: null,
      message_id: received?.id,
      payload: received?.body,
    });
    expect(await webhookFixture.webhook(made.id)).toMatchObject({
      last_delivery: { ok: true, status: 204, error: null },
    });
  });

  test("an event of another organization is never sent", async () => {
    const name = createEndpointName();
    const made = await webhookFixture.add(name, ["post.published", "post.deleted"]);
    await webhookFixture.startSender();
    const other = await webhookFixture.service.addOrganization("Others");
    const foreign = await webhookFixture.post("published", other.key, other.channelIds[0]);
    await webhookFixture.service.call("DELETE", `/v1/posts/${foreign.id}`, { key: other.key });
    const own = await webhookFixture.post();
    await waitForDeliveryState(made.id, "delivered");
    const bodies = (await webhookFixture.receiver.received(name)).map(({ body }) => body);
    expect(bodies.length).toBe(1);
    expect(bodies[0]).toContain(own.id);
  });

  test("a failure event has its reason, and a deletion event its post", async () => {
    const name = createEndpointName();
    await webhookFixture.add(name);
    await webhookFixture.startSender();
    const failed = await webhookFixture.post("failed");
    await waitForReceived(name, 1);
    await webhookFixture.ask("DELETE", `/posts/${failed.id}`);
    await waitForReceived(name, 2);
    const [first, second] = (await webhookFixture.receiver.received(name)).map(({ body }) => JSON.parse(body));
    expect(first).toMatchObject({
      type: "post.failed",
      data: { id: failed.id, status: "failed", cause: "rejected", error: "It was refused." },
    });
    expect(second).toMatchObject({ type: "post.deleted", data: { id: failed.id, channel: failed.channel } });
  });

  test("a deleted draft sends no event, because its existence was never announced", async () => {
    const name = createEndpointName();
    await webhookFixture.add(name, ["post.deleted"]);
    await webhookFixture.startSender();
    const [draft] = await webhookFixture.service.create({
      channels: [webhookFixture.service.org.channelIds[0]],
      text: "a",
      draft: true,
    });
    await webhookFixture.ask("DELETE", `/posts/${draft?.id}`);
    const post = await webhookFixture.post();
    await webhookFixture.ask("DELETE", `/posts/${post.id}`);
    await waitForReceived(name, 1);
    const bodies = (await webhookFixture.receiver.received(name)).map(({ body }) => JSON.parse(body).data.id);
    expect(bodies).toEqual([post.id]);
  });

  test("an event is sent to an endpoint once, however many workers run", async () => {
    const name = createEndpointName();
    await webhookFixture.add(name);
    await Promise.all([webhookFixture.startSender(), webhookFixture.startSender(), webhookFixture.startSender()]);
    for (let index = 0; index < 20; index += 1) await webhookFixture.post();
    await waitForReceived(name, 20);
    await webhookFixture.passTime();
    const ids = (await webhookFixture.receiver.received(name)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(20);
    expect(ids.length).toBe(20);
  });
});

describe("a failing receiver", () => {
  test.each(["error", "hang", "redirect", "reset"] as const)(
    "a delivery answered with %s is retried with the same id and body until it is acknowledged, once",
    async (behaviour) => {
      const name = createEndpointName();
      const made = await webhookFixture.add(name);
      await webhookFixture.receiver.behave(name, [behaviour, behaviour]);
      await webhookFixture.startSender(behaviour === "hang" ? { attemptMs: 1_500 } : {});
      await webhookFixture.post();
      for (const attempts of [1, 2]) {
        await webhookFixture.until(`attempt ${attempts} ended`, async () => {
          const [delivery] = await webhookFixture.deliveries(made.id);
          return delivery?.attempts === attempts && delivery.next_attempt_at !== null;
        });
        const [delivery] = await webhookFixture.deliveries(made.id);
        expect(delivery?.error).toMatch(/\.$/);
        if (attempts === 2) {
          // The last delivery may take long.
          await webhookFixture.stopSenders();
          await webhookFixture.startSender();
        }
        await webhookFixture.passTime();
      }
      await waitForDeliveryState(made.id, "delivered");
      const received = await webhookFixture.receiver.received(name);
      expect(received.map(({ answered }) => answered)).toEqual([behaviour, behaviour, "ok"]);
      expect(new Set(received.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
      expect(received.every(({ verified }) => verified)).toBe(true);
      expect((await webhookFixture.deliveries(made.id))[0]).toMatchObject({ attempts: 3, error: null });
    },
  );

  test("an answer of 200 MB acknowledges the delivery and costs no memory", async () => {
    const name = createEndpointName();
    const made = await webhookFixture.add(name);
    await webhookFixture.receiver.behave(name, [], "flood");
    await webhookFixture.startSender({ attemptMs: 10_000 });
    const before = process.memoryUsage().rss;
    for (let index = 0; index < 5; index += 1) await webhookFixture.post();
    await webhookFixture.until("all events are delivered", async () => {
      const states = (await webhookFixture.deliveries(made.id)).map(({ state }) => state);
      return states.length === 5 && states.every((state) => state === "delivered");
    });
    // Five times 200 MB would be a gigabyte.
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  test("a hanging receiver delays neither other deliveries nor posts", async () => {
    const [slow, swift] = [createEndpointName(), createEndpointName()];
    const [hanging, working] = [await webhookFixture.add(slow), await webhookFixture.add(swift)];
    await webhookFixture.receiver.behave(slow, [], "hang");
    // Far longer than the test: slots of a hanging receiver are not released here.
    await webhookFixture.startSender({ attemptMs: 60_000, leaseMs: 120_000 });
    for (let index = 0; index < 30; index += 1) await webhookFixture.post();
    await waitForReceived(swift, 30);
    await webhookFixture.until("all events are delivered", async () => {
      const states = (await webhookFixture.deliveries(working.id)).map(({ state }) => state);
      return states.length === 30 && states.every((state) => state === "delivered");
    });
    expect((await webhookFixture.receiver.received(slow)).length).toBe(2);
    expect((await webhookFixture.deliveries(hanging.id)).length).toBe(30);
  });

  test("after 24 h a message is given up, and administrators are notified once until one arrives", async () => {
    const name = createEndpointName();
    const made = await webhookFixture.add(name);
    await webhookFixture.receiver.behave(name, [], "error");
    const { pool } = webhookFixture.service.database;
    const member = await webhookFixture.service.addMember("admin");
    await webhookFixture.startSender();
    const tell = async () => {
      const before = (await webhookFixture.deliveries(made.id)).length;
      await webhookFixture.post();
      await webhookFixture.until("its first attempt ended", async () => {
        const [newest, ...others] = await webhookFixture.deliveries(made.id);
        return others.length === before && newest?.attempts === 1 && newest.next_attempt_at !== null;
      });
      await pool.query("update webhook_deliveries set give_up_at = now() where state = 'waiting'");
      await webhookFixture.passTime();
      await waitForDeliveryState(made.id, "failed");
    };
    const { told } = webhookFixture;
    await tell();
    await webhookFixture.until("both administrators are notified", async () => told.length === 2);
    expect(told.map((row) => row.memberId).toSorted()).toEqual(
      [webhookFixture.service.org.memberId, member.memberId].toSorted(),
    );
    expect(told[0]?.detail).toEqual({
      way: "webhook",
      webhook_id: made.id,
      host: webhookFixture.receiver.host,
      event: "post.published",
      message: "The receiver answered 500: it has a problem.",
    });
    type Item = { cause: string; reason: string };
    const inbox = async () =>
      (await webhookFixture.ask<Item[]>("GET", "/inbox")).filter(({ cause }) => cause === "webhook");
    // The notification is written in the same transaction.
    await webhookFixture.until("the notification is in the inbox", async () => (await inbox()).length > 0);
    expect(await inbox()).toMatchObject([{ reason: expect.stringContaining("The receiver answered 500") }]);
    await tell();
    await webhookFixture.receiver.behave(name, [], "ok");
    await webhookFixture.post();
    await waitForDeliveryState(made.id, "delivered");
    expect(told.length).toBe(2);
    expect(await inbox()).toEqual([]);
    await webhookFixture.receiver.behave(name, [], "error");
    await tell();
    await webhookFixture.until("both administrators are notified again", async () => told.length === 4);
  });

  test("an answer of 410 switches the webhook off, with the reason", async () => {
    const name = createEndpointName();
    const made = await webhookFixture.add(name);
    await webhookFixture.receiver.behave(name, [], "gone");
    await webhookFixture.startSender();
    await webhookFixture.post();
    await waitForDeliveryState(made.id, "failed");
    expect(await webhookFixture.webhook(made.id)).toMatchObject({
      enabled: false,
      off_reason: expect.stringContaining("410"),
    });
    await webhookFixture.ask("PATCH", `/webhooks/${made.id}`, { enabled: true });
    expect(await webhookFixture.webhook(made.id)).toMatchObject({ enabled: true, off_reason: null });
  });
});

describe("a webhook worker", () => {
  test("a delivery of a killed worker is made again with the same id", async () => {
    const name = createEndpointName();
    const made = await webhookFixture.add(name);
    await webhookFixture.receiver.behave(name, ["hang"]);
    const worker = await startWebhookSenderProcess({
      connection: webhookFixture.service.database.connection,
      secret: "the secret that seals in tests, 32 and more",
      allow: [webhookFixture.receiver.host],
      timing: { ...quickTiming, attemptMs: 60_000, leaseMs: 3_000 },
    });
    await webhookFixture.post();
    await waitForReceived(name, 1);
    worker.kill();
    expect(await worker.ended).toBe("SIGKILL");
    await webhookFixture.startSender();
    await waitForDeliveryState(made.id, "delivered");
    const received = await webhookFixture.receiver.received(name);
    expect(received.map(({ answered }) => answered)).toEqual(["hang", "ok"]);
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
    expect((await webhookFixture.deliveries(made.id))[0]).toMatchObject({ attempts: 2, state: "delivered" });
  });

  test("a stopping worker cancels hanging deliveries, and they are sent again", async () => {
    const name = createEndpointName();
    const made = await webhookFixture.add(name);
    await webhookFixture.receiver.behave(name, ["hang"]);
    const sender = await webhookFixture.startSender({ attemptMs: 60_000, leaseMs: 120_000 });
    await webhookFixture.post();
    await waitForReceived(name, 1);
    await sender.stop();
    expect((await webhookFixture.deliveries(made.id))[0]).toMatchObject({ state: "waiting", attempts: 1 });
    await webhookFixture.startSender();
    await webhookFixture.passTime();
    await waitForDeliveryState(made.id, "delivered");
  });
});
