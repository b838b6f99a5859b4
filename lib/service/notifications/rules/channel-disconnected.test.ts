import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { inboxWords } from "#lib/contract/messages/inbox-messages.ts";
import { begin, close, end, mailed, makeTeller, open, openInbox, query, service, sink } from "#lib/service/notifications/testing/notification-fixture.ts";

beforeAll(open);
beforeEach(begin);
afterEach(end);
afterAll(close);

const times = { day: (iso: string) => iso, at: (iso: string) => iso };
const ask = async (path: string, json: unknown) => {
  const { status, wire } = await service.call("POST", `/v1${path}`, { key: service.org.key, json });
  expect(status).toBeLessThan(300);
  return wire.data;
};
const connect = (name: string): Promise<{ id: string; username: string }> => ask("/channels", { platform: "x", name });
const plan = (channel: string, key: string) =>
  service.create(
    { channels: [channel], text: "Planned", scheduled_for: new Date(Date.now() + 86_400_000).toISOString() },
    key,
  );

test("authors of what was planned on a channel that is disconnected are told once each, in the inbox and by letter", async () => {
  const teller = makeTeller();
  const [one, two, idle] = [
    await service.addMember("member"),
    await service.addMember("member"),
    await service.addMember("member"),
  ];
  const [going, other] = [await connect("Going"), await connect("Other")];
  await plan(going.id, one.key);
  await plan(going.id, one.key);
  await plan(going.id, two.key);
  await plan(going.id, service.org.key);
  await plan(other.id, idle.key);
  expect(await ask(`/channels/${going.id}/disconnect`, { scheduled: "cancel" })).toMatchObject({ canceled: 4 });
  await teller.tell();

  const [item, ...more] = await openInbox(one.key);
  expect(more).toEqual([]);
  expect(item).toMatchObject({ kind: "channel_ending", cause: "disconnected", fix: "none", count: 2, unread: true });
  expect(item.channel).toMatchObject({ id: going.id, name: "Going" });
  const words = inboxWords(item, times);
  expect(words.title).toBe(`An administrator disconnected @${going.username}`);
  expect(words.text).toMatch(/^2 posts of yours were planned there and are canceled\. The text is safe/);
  expect(words.main).toMatchObject({ label: "See the 2 posts", href: "/posts?status=canceled" });
  expect(await openInbox(two.key)).toMatchObject([{ count: 1 }]);
  // Not who decided it, nor who had nothing there.
  expect(await openInbox()).toEqual([]);
  expect(await openInbox(idle.key)).toEqual([]);

  await teller.send();
  await mailed(2);
  expect(sink.mails).toHaveLength(2);
  await service.call("POST", "/v1/inbox/marks", { key: one.key, json: { keys: [item.key], mark: "done" } });
  expect(await openInbox(one.key)).toEqual([]);
});

test("where the posts were moved the notice says where to, and who was deactivated is told nothing", async () => {
  const teller = makeTeller();
  const [one, gone] = [await service.addMember("member"), await service.addMember("member")];
  const [from, to] = [await connect("From"), await connect("The new home")];
  await plan(from.id, one.key);
  await plan(from.id, gone.key);
  await service.call("POST", `/v1/members/${gone.memberId}/deactivate`, { key: service.org.key });
  expect(await ask(`/channels/${from.id}/disconnect`, { scheduled: "move", move_to: to.id })).toMatchObject({
    moved: 2,
  });
  await teller.tell();
  const [item] = await openInbox(one.key);
  expect(item).toMatchObject({ kind: "channel_ending", cause: "moved", count: 1 });
  expect(inboxWords(item, times).text).toContain("Planned on The new home now.");
  expect(inboxWords(item, times).main).toMatchObject({ label: "See the post", href: "/posts?status=scheduled" });
  expect(await query("select 1 from notices where member_id = $1", [gone.memberId])).toEqual([]);
});
