import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { waitUntil } from "#lib/service/publishing/testing/publishing-fixture.ts";
import {
  closeNotificationFixture,
  createTestNotifications,
  failTestPost,
  listOpenInbox,
  mailSink,
  notificationService,
  openNotificationFixture,
  queryDatabase,
  resetNotificationFixture,
  stopNotificationWorkers,
  waitForEmails,
} from "./testing/notification-fixture.ts";

beforeAll(openNotificationFixture);
afterAll(closeNotificationFixture);
beforeEach(resetNotificationFixture);
afterEach(stopNotificationWorkers);

describe("web push", () => {
  const subscribe = (path: string, key = notificationService.org.key, keys = mailSink.keys) =>
    notificationService.call("POST", "/v1/push/subscriptions", {
      key,
      json: { endpoint: `http://127.0.0.1:${mailSink.ports.push}/${path}`, keys },
    });

  async function openPush() {
    notificationService.context.settings.outboundAllow = new Set([`127.0.0.1:${mailSink.ports.push}`]);
    await queryDatabase("insert into member_settings (member_id, settings) values ($1, $2)", [
      notificationService.org.memberId,
      JSON.stringify({ notices: { post_failed: { app: true, email: false, push: true } } }),
    ]);
  }

  test("a push is encrypted for its browser, signed by the server, and links to the post", async () => {
    await openPush();
    expect((await subscribe("browser")).status).toBe(201);
    const teller = createTestNotifications();
    const id = await failTestPost("missed");
    await teller.tell();
    await teller.send();
    await waitUntil("a push came", async () => mailSink.pushes.length > 0, 5_000);
    expect(mailSink.pushes).toMatchObject([
      {
        path: "/browser",
        signed: true,
        payload: { title: "A post missed its time on X: Practice X", path: `/posts/${id}` },
      },
    ]);
    const { wire } = await notificationService.call("GET", "/v1/push/key", { key: notificationService.org.key });
    expect(Buffer.from(wire.data.public_key, "base64url").length).toBe(65);
  });

  test.each([404, 410])("an answer of %i removes the browser without an error", async (status) => {
    await openPush();
    await subscribe(`status-${status}`);
    const teller = createTestNotifications();
    await failTestPost("missed");
    await teller.tell();
    await teller.send();
    expect(await queryDatabase("select 1 from push_subscriptions")).toEqual([]);
    expect(await queryDatabase("select 1 from notice_sendings")).toEqual([]);
    expect((await listOpenInbox()).length).toBe(1);
  });

  test("a failing push service is tried again, and the inbox reports it until it works", async () => {
    await openPush();
    await subscribe("status-503");
    const teller = createTestNotifications();
    await failTestPost("missed");
    await teller.tell();
    await teller.send();
    const kinds = async () =>
      (await listOpenInbox()).map((item: { kind: string; cause: string }) => [item.kind, item.cause]);
    expect(await kinds()).toContainEqual(["notice_failed", "push"]);
    // A failure of one channel is reported by the other.
    expect(await queryDatabase("select way from notice_sendings where way = 'email'")).toEqual([]);
    await queryDatabase("update push_subscriptions set endpoint = replace(endpoint, 'status-503', 'again')");
    await teller.send();
    expect(await kinds()).toEqual([["post_failed", "missed"]]);
  });

  test.each([
    ["http://127.0.0.1:1/x", "https"],
    ["https://127.0.0.1/x", "private"],
    ["https://169.254.169.254/latest", "private"],
    ["https://user:pw@push.example.org/x", "user name"],
    ["nowhere", "isn't a valid address"],
  ])("the address %s is rejected", async (endpoint, words) => {
    const json = { endpoint, keys: mailSink.keys };
    const { status, wire } = await notificationService.call("POST", "/v1/push/subscriptions", {
      key: notificationService.org.key,
      json,
    });
    expect([status, wire.error.code]).toEqual([400, "invalid_request"]);
    expect(wire.error.message).toContain(words);
  });

  test("invalid keys are rejected", async () => {
    await openPush();
    for (const keys of [
      { p256dh: "AAAA", auth: mailSink.keys.auth },
      { p256dh: mailSink.keys.p256dh, auth: "AAAA" },
      { p256dh: "!", auth: mailSink.keys.auth },
    ]) {
      expect((await subscribe("keys", notificationService.org.key, keys)).status).toBe(400);
    }
    expect(await queryDatabase("select 1 from push_subscriptions")).toEqual([]);
  });

  test("a browser belongs to its latest subscriber, and only that member removes it", async () => {
    await openPush();
    const peer = await notificationService.addMember("member");
    await subscribe("shared");
    const { wire } = await subscribe("shared", peer.key);
    expect(await queryDatabase("select member_id from push_subscriptions")).toEqual([{ member_id: peer.memberId }]);
    const path = `/v1/push/subscriptions/${wire.data.id}`;
    expect((await notificationService.call("DELETE", path, { key: notificationService.org.key })).status).toBe(404);
    expect((await notificationService.call("DELETE", path, { key: peer.key })).status).toBe(200);
  });
});

describe("a test notification", () => {
  test("a test e-mail is delivered or says why not", async () => {
    const teller = createTestNotifications();
    expect(await teller.notices.sendTestNotification(notificationService.org.memberId, "email")).toEqual({
      sent: true,
      why: null,
    });
    await waitForEmails(1);
    expect(mailSink.mails[0]?.subject).toBe("Test e-mail from Postwright");
    const none = await createTestNotifications(0).notices.sendTestNotification(
      notificationService.org.memberId,
      "email",
    );
    expect(none).toEqual({ sent: false, why: "E-mail isn't set up: the server needs SMTP_URL." });
  });

  test("a member gets five test e-mails an hour, then 429 with the time to wait", async () => {
    const { notices } = createTestNotifications();
    notificationService.context.sendTestNotification = notices.sendTestNotification;
    const { key } = await notificationService.addMember("member");
    const ask = () => notificationService.call("POST", "/v1/notices/test", { key, json: { way: "email" } });
    const before = mailSink.mails.length;
    for (let sent = 0; sent < 5; sent += 1) expect((await ask()).wire.data.sent).toBe(true);
    const { status, wire, headers } = await ask();
    expect([status, wire.error]).toEqual([
      429,
      {
        code: "rate_limited",
        message: "Too many e-mails of this type were sent lately. Nothing was sent or changed. Try again in 60 min.",
      },
    ]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(3_500);
    await waitForEmails(before + 5);
    expect(mailSink.mails).toHaveLength(before + 5);
  });

  test("a test push says when no browser accepts it", async () => {
    const tried = await createTestNotifications().notices.sendTestNotification(
      notificationService.org.memberId,
      "push",
    );
    expect(tried.why).toMatch(/^No browser has/);
  });
});

describe("a channel whose access ends within a week", () => {
  test("the member is notified once, with the number of posts planned after the end, until there are none", async () => {
    const { notices, tell } = createTestNotifications();
    const sweep = notices.recurringTasks.find((task) => task.name === "ending channels");
    const [, , linkedin] = notificationService.org.channelIds;
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    await queryDatabase("update channels set access_ends_at = $2 where id = $1", [linkedin, inDays(6)]);
    await sweep?.run();
    expect(await listOpenInbox()).toEqual([]);
    const ids: string[] = [];
    for (const days of [5, 7, 8, 9]) {
      const [post] = await notificationService.create({
        channels: [linkedin],
        text: `In ${days}`,
        scheduled_for: inDays(days),
      });
      ids.push(post?.id ?? "");
    }
    await sweep?.run();
    await sweep?.run();
    await tell();
    const items = await listOpenInbox();
    expect(items).toMatchObject([
      { kind: "channel_ending", count: 3, unread: true, channel: { platform: "linkedin" } },
    ]);
    expect(await queryDatabase("select count(*)::int as told from notice_sendings")).toEqual([{ told: 1 }]);
    await notificationService.call("POST", "/v1/inbox/marks", {
      key: notificationService.org.key,
      json: { keys: [items[0].key], mark: "done" },
    });
    await sweep?.run();
    expect(await listOpenInbox()).toEqual([]);
    const channels = (await notificationService.call("GET", "/v1/channels", { key: notificationService.org.key })).wire
      .data;
    expect(channels.find((channel: { id: string }) => channel.id === linkedin).access_ends_at).toMatch(/Z$/);
    await queryDatabase("update channels set access_ends_at = null");
  });

  test("reminders follow 7 days and 1 day before the end, each once, also after the item was set aside", async () => {
    const { notices } = createTestNotifications();
    const sweep = notices.recurringTasks.find((task) => task.name === "ending channels");
    const [, , linkedin] = notificationService.org.channelIds;
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    await notificationService.create({ channels: [linkedin], text: "Much later", scheduled_for: inDays(40) });
    await queryDatabase("update channels set access_ends_at = $2 where id = $1", [linkedin, inDays(14.5)]);
    /** Simulates that this many days have passed: future times come nearer, and past ones move back. */
    const pass = async (days: number) => {
      await queryDatabase("update channels set access_ends_at = access_ends_at - $2 * interval '1 day' where id = $1", [
        ...[linkedin, days],
      ]);
      await queryDatabase(
        `update notices n set created_at = n.created_at - $1 * interval '1 day',
           cause_key = 'channel_ending:' || c.id || ':' || extract(epoch from c.access_ends_at)::bigint
         from channels c where c.id = n.channel_id`,
        [days],
      );
    };
    const told: number[] = [];
    for (const days of [0, 1, 3, 3, 4, 2, 1]) {
      await pass(days);
      await sweep?.run();
      await sweep?.run();
      const items = await listOpenInbox();
      told.push(items.length);
      const keys = items.map(({ key }: { key: string }) => key);
      if (keys.length > 0) {
        await notificationService.call("POST", "/v1/inbox/marks", {
          key: notificationService.org.key,
          json: { keys, mark: "done" },
        });
      }
    }
    // 14.5, 13.5, 10.5, 7.5, 3.5, 1.5 and 0.5 days before.
    expect(told).toEqual([0, 1, 0, 0, 1, 0, 1]);
    await queryDatabase("update channels set access_ends_at = null");
  });
});
