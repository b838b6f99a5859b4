import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { formatInboxItem } from "#lib/contract/messages/inbox-messages.ts";
import {
  closeNotificationFixture,
  createTestNotifications,
  listOpenInbox,
  mailSink,
  notificationService,
  openNotificationFixture,
  queryDatabase,
  resetNotificationFixture,
  stopNotificationWorkers,
  waitForEmails,
} from "#lib/service/notifications/testing/notification-fixture.ts";

beforeAll(openNotificationFixture);
beforeEach(resetNotificationFixture);
afterEach(stopNotificationWorkers);
afterAll(closeNotificationFixture);

const times = { day: (iso: string) => iso, at: (iso: string) => iso };
const ask = async (path: string, json: unknown) => {
  const { status, wire } = await notificationService.call("POST", `/v1${path}`, {
    key: notificationService.org.key,
    json,
  });
  expect(status).toBeLessThan(300);
  return wire.data;
};
const connect = (name: string): Promise<{ id: string; username: string }> => ask("/channels", { platform: "x", name });
const plan = (channel: string, key: string) =>
  notificationService.create(
    { channels: [channel], text: "Planned", scheduled_for: new Date(Date.now() + 86_400_000).toISOString() },
    key,
  );

test("authors of posts planned on a disconnected channel are notified once each, in the inbox and by e-mail", async () => {
  const teller = createTestNotifications();
  const [one, two, idle] = [
    await notificationService.addMember("member"),
    await notificationService.addMember("member"),
    await notificationService.addMember("member"),
  ];
  const [going, other] = [await connect("Going"), await connect("Other")];
  await plan(going.id, one.key);
  await plan(going.id, one.key);
  await plan(going.id, two.key);
  await plan(going.id, notificationService.org.key);
  await plan(other.id, idle.key);
  expect(await ask(`/channels/${going.id}/disconnect`, { scheduled: "cancel" })).toMatchObject({ canceled: 4 });
  await teller.tell();

  const [item, ...more] = await listOpenInbox(one.key);
  expect(more).toEqual([]);
  expect(item).toMatchObject({ kind: "channel_ending", cause: "disconnected", fix: "none", count: 2, unread: true });
  expect(item.channel).toMatchObject({ id: going.id, name: "Going" });
  const words = formatInboxItem(item, times);
  expect(words.title).toBe("An administrator disconnected Going");
  expect(words.text).toMatch(/^Your 2 posts were scheduled there and are canceled\. The text is safe/);
  expect(words.main).toMatchObject({ label: "View 2 posts", href: "/posts?status=canceled" });
  expect(await listOpenInbox(two.key)).toMatchObject([{ count: 1 }]);
  // Neither the administrator who disconnected the channel nor members without posts on it are notified.
  expect(await listOpenInbox()).toEqual([]);
  expect(await listOpenInbox(idle.key)).toEqual([]);

  await teller.send();
  await waitForEmails(2);
  expect(mailSink.mails).toHaveLength(2);
  await notificationService.call("POST", "/v1/inbox/marks", { key: one.key, json: { keys: [item.key], mark: "done" } });
  expect(await listOpenInbox(one.key)).toEqual([]);
});

test("the notification names the channel the posts moved to, and deactivated members get none", async () => {
  const teller = createTestNotifications();
  const [one, gone] = [await notificationService.addMember("member"), await notificationService.addMember("member")];
  const [from, to] = [await connect("From"), await connect("The new home")];
  await plan(from.id, one.key);
  await plan(from.id, gone.key);
  await notificationService.call("POST", `/v1/members/${gone.memberId}/deactivate`, {
    key: notificationService.org.key,
  });
  expect(await ask(`/channels/${from.id}/disconnect`, { scheduled: "move", move_to: to.id })).toMatchObject({
    moved: 2,
  });
  await teller.tell();
  const [item] = await listOpenInbox(one.key);
  expect(item).toMatchObject({ kind: "channel_ending", cause: "moved", count: 1 });
  expect(formatInboxItem(item, times).text).toContain("Now scheduled on The new home.");
  expect(formatInboxItem(item, times).main).toMatchObject({ label: "View post", href: "/posts?status=scheduled" });
  expect(await queryDatabase("select 1 from notices where member_id = $1", [gone.memberId])).toEqual([]);
});
