import { afterAll, beforeAll, expect, test } from "vitest";
import { formatInboxItem } from "#lib/contract/messages/inbox-messages.ts";
import type { InboxItem, Post } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { dayMs } from "#lib/time/time-units.ts";
import { notifyHeldPosts, recordHeldPosts } from "./held-posts.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const inDays = (days: number) => new Date(service.clock.now().getTime() + days * dayMs).toISOString();
const plan = async (text: string, key?: string, channel = service.org.channelIds[0] ?? ""): Promise<Post> => {
  const [post] = await service.create({ channels: [channel], text, scheduled_for: inDays(3) }, key);
  if (!post) throw new Error("no post");
  return post;
};
const query = async (text: string, values: unknown[] = []) => (await service.database.pool.query(text, values)).rows;
const act = (address: string, json: object = {}) =>
  service.call("POST", `/v1${address}`, { key: service.org.key, json });
const record = () => recordHeldPosts(service.context);
const notify = () => notifyHeldPosts(service.context, false);
const inbox = async (key: string, search = ""): Promise<InboxItem[]> =>
  (await service.call("GET", `/v1/inbox${search}`, { key })).wire.data;
const messagesOf = (id: string) => query("select detail from outbox where kind = 'post.held' and post_id = $1", [id]);
/** Makes the post late, as time would. */
const passTime = (id: string) =>
  query(
    "update posts set scheduled_for = scheduled_for - interval '4 days', due_at = due_at - interval '4 days' where id = $1",
    [id],
  );
const times = { day: (iso: string) => iso.slice(0, 10), at: String };

test("each post is told once for each hold, to webhooks and in its history", async () => {
  const author = await service.addMember("member");
  const [first, second] = [await plan("Left behind", author.key), await plan("This too", author.key)];
  await record();
  expect(await messagesOf(first.id)).toEqual([]);
  await act(`/members/${author.memberId}/deactivate`);
  expect(await record()).toBe(2);
  expect(await record()).toBe(0);
  for (const { id } of [first, second]) {
    expect(await messagesOf(id)).toMatchObject([{ detail: { reason: "author_left", target_id: author.memberId } }]);
    const events = (await service.call("GET", `/v1/posts/${id}/events`, { key: service.org.key })).wire.data;
    expect(events.filter(({ kind }: { kind: string }) => kind === "held")).toMatchObject([
      { member: null, detail: { reason: "author_left" } },
    ]);
  }
  await act(`/members/${author.memberId}/reactivate`);
  await act(`/members/${author.memberId}/deactivate`);
  expect(await record()).toBe(2);
  expect(await messagesOf(first.id)).toHaveLength(2);
  await act(`/members/${author.memberId}/planned`, { action: "cancel" });
  expect(await record()).toBe(0);
});

test("administrators find what a deactivated member left behind as one item, until it is reassigned", async () => {
  const author = await service.addMember("member");
  const bystander = await service.addMember("member");
  const other = await service.addMember("admin");
  const posts = [await plan("One", author.key), await plan("Two", author.key), await plan("Three", author.key)];
  expect(await notify()).toBe(0);
  await act(`/members/${author.memberId}/deactivate`);
  await notify();
  expect(await notify()).toBe(0);
  const [first] = posts;
  await passTime(first?.id ?? "");
  expect(await notify()).toBe(0);
  for (const [key, search] of [
    [service.org.key, ""],
    [other.key, ""],
    [other.key, "?member=all"],
  ] as const) {
    const items = (await inbox(key, search)).filter(({ kind }) => kind === "posts_held");
    expect(items).toMatchObject([
      {
        cause: "author_left",
        count: 3,
        author: { id: author.memberId },
        planned: { count: 3, late: 1, next: posts[1]?.scheduled_for },
      },
    ]);
    const message = formatInboxItem(items[0] as InboxItem, times);
    expect(message.main).toMatchObject({ label: "Reassign", href: expect.stringContaining(author.memberId) });
    expect(message.text).toContain("1 is late; the next is planned for");
  }
  expect(await inbox(bystander.key)).toEqual([]);
  await act(`/members/${author.memberId}/planned`, { action: "reassign", to: bystander.memberId });
  expect((await inbox(service.org.key)).filter(({ kind }) => kind === "posts_held")).toEqual([]);
});

test("a post that a pause made late is in the inbox of its author and of who paused, once", async () => {
  const author = await service.addMember("member");
  const bystander = await service.addMember("member");
  const post = await plan("Late by a pause", author.key);
  const { id: pauseId } = (await act("/pauses", { reason: "Wrong prices" })).wire.data;
  expect(await notify()).toBe(0);
  const pausedOf = async (key: string) => (await inbox(key)).filter(({ kind }) => kind === "sending_paused");
  expect(await pausedOf(service.org.key)).toEqual([]);
  await passTime(post.id);
  await notify();
  expect(await notify()).toBe(0);
  for (const key of [author.key, service.org.key])
    expect(await pausedOf(key)).toMatchObject([{ cause: "paused", reason: "Wrong prices", planned: { late: 1 } }]);
  expect(await pausedOf(bystander.key)).toEqual([]);
  await act(`/pauses/${pauseId}/resume`, { overdue: "draft" });
});

test("an item that was closed before a post was late opens again, and one that was closed after stays closed", async () => {
  const author = await service.addMember("member");
  const [channel = ""] = service.org.channelIds;
  const post = await plan("Waits for a reconnect", author.key, channel);
  await query("update channels set state = 'reconnect' where id = $1", [channel]);
  await passTime(post.id);
  await notify();
  const open = async () =>
    (await inbox(author.key)).filter(({ kind, cause }) => kind === "channel_ending" && cause === "reconnect");
  const [item] = await open();
  expect(item).toMatchObject({ channel: { id: channel }, planned: { count: 1, late: 1, next: null } });
  const close = () =>
    service.call("POST", "/v1/inbox/marks", { key: author.key, json: { keys: [item?.key], mark: "done" } });
  await close();
  expect(await notify()).toBe(0);
  expect(await open()).toEqual([]);
  await query("update notices set created_at = created_at - interval '2 days' where member_id = $1", [author.memberId]);
  expect(await notify()).toBe(1);
  expect(await open()).toHaveLength(1);
  await act(`/channels/${channel}/reconnect`);
  expect(await open()).toEqual([]);
});

test("the failures of a channel that needs reconnecting and its planned posts are one item", async () => {
  const author = await service.addMember("member");
  const channel = service.org.channelIds[1] ?? "";
  const [failed, planned] = [await plan("Failed", author.key, channel), await plan("Next", author.key, channel)];
  await query("update channels set state = 'reconnect' where id = $1", [channel]);
  await query("update posts set status = 'failed', failure_cause = 'reconnect', due_at = null where id = $1", [
    failed.id,
  ]);
  await query(
    `insert into notices (id, org_id, member_id, kind, cause_key, post_id, channel_id, detail, created_at)
     values (gen_random_uuid(), $1, $2, 'post_failed', $3, $4, $5, '{"cause": "reconnect"}', now())`,
    [service.org.orgId, author.memberId, `post_failed:reconnect:${channel}`, failed.id, channel],
  );
  await passTime(planned.id);
  await notify();
  const items = await inbox(author.key);
  expect(items).toMatchObject([{ kind: "post_failed", fix: "reconnect", count: 1, planned: { count: 1, late: 1 } }]);
  expect(formatInboxItem(items[0] as InboxItem, times).main).toMatchObject({ label: "Reconnect" });
  await act(`/channels/${channel}/reconnect`);
  const [again] = await inbox(author.key);
  expect(again).toMatchObject({ kind: "post_failed", fix: "retry", planned: { count: 0 } });
  expect(formatInboxItem(again as InboxItem, times).main).toMatchObject({ type: "retry" });
});
