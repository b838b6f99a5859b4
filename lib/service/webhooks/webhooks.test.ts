import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { quick } from "./testing/webhook-fixture.ts";
import { startSenderProcess } from "./testing/webhook-receiver.ts";
import { close, end, fresh, open, receivedAt, settled, stage } from "./testing/webhook-suite.ts";

beforeAll(open);
afterAll(close);
afterEach(end);

describe("an event", () => {
  test("reaches the organization's webhooks that asked for it, signed, and tells no words and no secrets", async () => {
    const [name, other] = [fresh(), fresh()];
    const made = await stage.add(name, ["post.published"]);
    await stage.add(other, ["post.failed"]);
    await stage.startSender();
    const post = await stage.post();
    await settled(made.id, "delivered");
    const [received, ...more] = await stage.receiver.received(name);
    expect(more).toEqual([]);
    expect(received).toMatchObject({ verified: true, signatures: 1, id: expect.stringMatching(/^msg_[0-9a-f]{32}$/) });
    const body = JSON.parse(received?.body ?? "");
    expect(body).toEqual({
      type: "post.published",
      timestamp: expect.stringMatching(/Z$/),
      data: {
        ...{ id: post.id, submission_id: post.submission_id, membership_id: stage.service.org.memberId },
        ...{ channel: post.channel, channel_id: post.channel_id, status: "published" },
        ...{ scheduled_for: null, published_at: expect.stringMatching(/Z$/), urls: ["https://example.org/1"] },
      },
    });
    expect(received?.body).not.toContain("the words of the post");
    expect(await stage.receiver.received(other)).toEqual([]);
    const [delivery] = await stage.deliveries(made.id);
    expect(delivery).toMatchObject({
      ...{ event: "post.published", state: "delivered", attempts: 1, status: 204, error: null, next_attempt_at: null },
      ...{ message_id: received?.id, payload: received?.body },
    });
    expect(await stage.webhook(made.id)).toMatchObject({ last_delivery: { ok: true, status: 204, error: null } });
  });

  test("of another organization is never told", async () => {
    const name = fresh();
    const made = await stage.add(name, ["post.published", "post.deleted"]);
    await stage.startSender();
    const other = await stage.service.addOrganization("Others");
    const foreign = await stage.post("published", other.key, other.channelIds[0]);
    await stage.service.call("DELETE", `/v1/posts/${foreign.id}`, { key: other.key });
    const own = await stage.post();
    await settled(made.id, "delivered");
    const bodies = (await stage.receiver.received(name)).map(({ body }) => body);
    expect(bodies.length).toBe(1);
    expect(bodies[0]).toContain(own.id);
  });

  test("of a failure says why, and of a deletion which post it was", async () => {
    const name = fresh();
    await stage.add(name);
    await stage.startSender();
    const failed = await stage.post("failed");
    await receivedAt(name, 1);
    await stage.ask("DELETE", `/posts/${failed.id}`);
    await receivedAt(name, 2);
    const [first, second] = (await stage.receiver.received(name)).map(({ body }) => JSON.parse(body));
    expect(first).toMatchObject({
      type: "post.failed",
      data: { id: failed.id, status: "failed", cause: "rejected", error: "It was refused." },
    });
    expect(second).toMatchObject({ type: "post.deleted", data: { id: failed.id, channel: failed.channel } });
  });

  test("of a draft that is deleted is not told: nobody outside ever heard of it", async () => {
    const name = fresh();
    await stage.add(name, ["post.deleted"]);
    await stage.startSender();
    const [draft] = await stage.service.create({ channels: [stage.service.org.channelIds[0]], text: "a", draft: true });
    await stage.ask("DELETE", `/posts/${draft?.id}`);
    const post = await stage.post();
    await stage.ask("DELETE", `/posts/${post.id}`);
    await receivedAt(name, 1);
    const bodies = (await stage.receiver.received(name)).map(({ body }) => JSON.parse(body).data.id);
    expect(bodies).toEqual([post.id]);
  });

  test("goes to one endpoint once, however many workers run", async () => {
    const name = fresh();
    await stage.add(name);
    await Promise.all([stage.startSender(), stage.startSender(), stage.startSender()]);
    for (let index = 0; index < 20; index += 1) await stage.post();
    await receivedAt(name, 20);
    await stage.passTime();
    const ids = (await stage.receiver.received(name)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(20);
    expect(ids.length).toBe(20);
  });
});

describe("a receiver that fails", () => {
  test.each(["error", "hang", "redirect", "reset"] as const)(
    "with %s is tried again with the same id and body until it acknowledges, once",
    async (behaviour) => {
      const name = fresh();
      const made = await stage.add(name);
      await stage.receiver.behave(name, [behaviour, behaviour]);
      await stage.startSender(behaviour === "hang" ? { attemptMs: 1_500 } : {});
      await stage.post();
      for (const attempts of [1, 2]) {
        await stage.until(`attempt ${attempts} ended`, async () => {
          const [delivery] = await stage.deliveries(made.id);
          return delivery?.attempts === attempts && delivery.next_attempt_at !== null;
        });
        const [delivery] = await stage.deliveries(made.id);
        expect(delivery?.error).toMatch(/\.$/);
        if (attempts === 2) {
          // The last one may take its time.
          await stage.stopSenders();
          await stage.startSender();
        }
        await stage.passTime();
      }
      await settled(made.id, "delivered");
      const received = await stage.receiver.received(name);
      expect(received.map(({ answered }) => answered)).toEqual([behaviour, behaviour, "ok"]);
      expect(new Set(received.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
      expect(received.every(({ verified }) => verified)).toBe(true);
      expect((await stage.deliveries(made.id))[0]).toMatchObject({ attempts: 3, error: null });
    },
  );

  test("by answering 200 MB has acknowledged, and costs no memory", async () => {
    const name = fresh();
    const made = await stage.add(name);
    await stage.receiver.behave(name, [], "flood");
    await stage.startSender({ attemptMs: 10_000 });
    const before = process.memoryUsage().rss;
    for (let index = 0; index < 5; index += 1) await stage.post();
    await stage.until("all are delivered", async () => {
      const states = (await stage.deliveries(made.id)).map(({ state }) => state);
      return states.length === 5 && states.every((state) => state === "delivered");
    });
    // Five times 200 MB would be a gigabyte.
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  test("holds up nobody else's deliveries, and no post", async () => {
    const [slow, swift] = [fresh(), fresh()];
    const [hanging, working] = [await stage.add(slow), await stage.add(swift)];
    await stage.receiver.behave(slow, [], "hang");
    // Far longer than the test: places that a hanging receiver takes are not given back here.
    await stage.startSender({ attemptMs: 60_000, leaseMs: 120_000 });
    for (let index = 0; index < 30; index += 1) await stage.post();
    await receivedAt(swift, 30);
    await stage.until("all are delivered", async () => {
      const states = (await stage.deliveries(working.id)).map(({ state }) => state);
      return states.length === 30 && states.every((state) => state === "delivered");
    });
    expect((await stage.receiver.received(slow)).length).toBe(2);
    expect((await stage.deliveries(hanging.id)).length).toBe(30);
  });

  test("for 24 h has its message given up, and administrators are told once until something arrives", async () => {
    const name = fresh();
    const made = await stage.add(name);
    await stage.receiver.behave(name, [], "error");
    const { pool } = stage.service.database;
    const member = await stage.service.addMember("admin");
    await stage.startSender();
    const tell = async () => {
      const before = (await stage.deliveries(made.id)).length;
      await stage.post();
      await stage.until("its first attempt ended", async () => {
        const [newest, ...others] = await stage.deliveries(made.id);
        return others.length === before && newest?.attempts === 1 && newest.next_attempt_at !== null;
      });
      await pool.query("update webhook_deliveries set give_up_at = now() where state = 'waiting'");
      await stage.passTime();
      await settled(made.id, "failed");
    };
    const { told } = stage;
    await tell();
    await stage.until("both administrators are told", async () => told.length === 2);
    expect(told.map((row) => row.memberId).toSorted()).toEqual(
      [stage.service.org.memberId, member.memberId].toSorted(),
    );
    expect(told[0]?.detail).toEqual({
      ...{ way: "webhook", webhook_id: made.id, host: stage.receiver.host, event: "post.published" },
      message: "It answered 500: something is wrong on its side.",
    });
    type Item = { cause: string; reason: string };
    const inbox = async () => (await stage.ask<Item[]>("GET", "/inbox")).filter(({ cause }) => cause === "webhook");
    // Heard of in the transaction that writes it.
    await stage.until("it is in the inbox", async () => (await inbox()).length > 0);
    expect(await inbox()).toMatchObject([{ reason: expect.stringContaining("It answered 500") }]);
    await tell();
    await stage.receiver.behave(name, [], "ok");
    await stage.post();
    await settled(made.id, "delivered");
    expect(told.length).toBe(2);
    expect(await inbox()).toEqual([]);
    await stage.receiver.behave(name, [], "error");
    await tell();
    await stage.until("both are told anew", async () => told.length === 4);
  });

  test("with 410 wants no more: the webhook is switched off and says why", async () => {
    const name = fresh();
    const made = await stage.add(name);
    await stage.receiver.behave(name, [], "gone");
    await stage.startSender();
    await stage.post();
    await settled(made.id, "failed");
    expect(await stage.webhook(made.id)).toMatchObject({ enabled: false, off_reason: expect.stringContaining("410") });
    await stage.ask("PATCH", `/webhooks/${made.id}`, { enabled: true });
    expect(await stage.webhook(made.id)).toMatchObject({ enabled: true, off_reason: null });
  });
});

describe("a worker", () => {
  test("that is killed in the middle of a delivery has it made again, with the same id", async () => {
    const name = fresh();
    const made = await stage.add(name);
    await stage.receiver.behave(name, ["hang"]);
    const worker = await startSenderProcess({
      connection: stage.service.database.connection,
      secret: "the secret that seals in tests, 32 and more",
      allow: [stage.receiver.host],
      timing: { ...quick, attemptMs: 60_000, leaseMs: 3_000 },
    });
    await stage.post();
    await receivedAt(name, 1);
    worker.kill();
    expect(await worker.ended).toBe("SIGKILL");
    await stage.startSender();
    await settled(made.id, "delivered");
    const received = await stage.receiver.received(name);
    expect(received.map(({ answered }) => answered)).toEqual(["hang", "ok"]);
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
    expect((await stage.deliveries(made.id))[0]).toMatchObject({ attempts: 2, state: "delivered" });
  });

  test("that stops breaks off what hangs, and it is sent again", async () => {
    const name = fresh();
    const made = await stage.add(name);
    await stage.receiver.behave(name, ["hang"]);
    const sender = await stage.startSender({ attemptMs: 60_000, leaseMs: 120_000 });
    await stage.post();
    await receivedAt(name, 1);
    await sender.stop();
    expect((await stage.deliveries(made.id))[0]).toMatchObject({ state: "waiting", attempts: 1 });
    await stage.startSender();
    await stage.passTime();
    await settled(made.id, "delivered");
  });
});
