import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { InboxItem } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { renderNotificationEmail } from "./render-notification.ts";
import { createPostFailedRelay, silentLog } from "./testing/post-failed-relay.ts";

let service: TestService;
let teller: ReturnType<typeof createPostFailedRelay>;

beforeAll(async () => {
  service = await openTestService();
  teller = createPostFailedRelay(service.database, { log: silentLog });
});
beforeEach(async () => {
  await service.database.pool.query("update posts set deleted_at = now() where deleted_at is null");
  await service.database.pool.query("delete from notices");
});
afterAll(() => service.close());

type Failing = { cause: string; channel?: number; reason?: string; said?: string; part?: number };

/** Fails a post as a worker records it: the row, the event and, by the trigger, the outbox event. */
async function fail(id: string, { cause, reason = "invalid", said = "It said no.", part = 1 }: Failing): Promise<void> {
  await service.database.pool.query(
    `with done as (update posts set status = 'failed', failure_cause = $2, failure_part = $5, error = 'No.', due_at = null,
       version = version + 1 where id = $1 returning id)
     insert into post_events (id, post_id, kind, detail)
     select gen_random_uuid(), id, 'failed', jsonb_build_object('reason', $3::text, 'said', $4::text) from done`,
    [id, cause, reason, said, part],
  );
}

async function addFailed(failing: Failing, key = service.org.key): Promise<string> {
  const channel = service.org.channelIds[failing.channel ?? 0];
  const [post] = await service.create({ channels: [channel], text: `Words of ${failing.cause}`, points: 0 }, key);
  if (!post) throw new Error("no post");
  await fail(post.id, failing);
  return post.id;
}

async function inbox(state = "open", key = service.org.key): Promise<InboxItem[]> {
  await teller.run();
  const { status, wire } = await service.call("GET", `/v1/inbox?state=${state}`, { key });
  expect(status).toBe(200);
  return wire.data;
}

async function counts(key = service.org.key) {
  return (await service.call("GET", "/v1/inbox/counts", { key })).wire.data;
}

const mark = async (json: Record<string, unknown>, key = service.org.key) =>
  (await service.call("POST", "/v1/inbox/marks", { key, json })).wire.data;

describe("all posts of one cause are one item", () => {
  test("seven posts of a channel that requires reconnecting are one item, and another channel's are another", async () => {
    for (let post = 0; post < 7; post += 1) await addFailed({ cause: "reconnect" });
    await addFailed({ cause: "reconnect", channel: 1 });
    const items = await inbox();
    expect(items.map((item) => [item.count, item.posts.length, item.channel?.platform, item.unread])).toEqual([
      [1, 1, "bluesky", true],
      [7, 7, "x", true],
    ]);
    expect(await counts()).toEqual({ open: 2, unread: 2 });
  });

  test("rejected posts are grouped by reason, and unconfirmed posts are separate", async () => {
    await addFailed({ cause: "rejected", reason: "duplicate" });
    await addFailed({ cause: "rejected", reason: "duplicate" });
    await addFailed({ cause: "rejected", reason: "forbidden", said: "You may not." });
    await addFailed({ cause: "unconfirmed" });
    await addFailed({ cause: "unconfirmed" });
    const items = await inbox();
    expect(items.map((item) => [item.cause, item.count, item.fix]).toSorted()).toEqual([
      ["rejected", 1, "edit"],
      ["rejected", 2, "edit"],
      ["unconfirmed", 1, "decide"],
      ["unconfirmed", 1, "decide"],
    ]);
    expect(items.find((item) => item.reason === "You may not.")?.count).toBe(1);
  });

  test("a text that several channels rejected is one item with their reasons, also where they rejected it one after the other", async () => {
    const posts = await service.create({
      channels: service.org.channelIds.slice(0, 3),
      text: "One text for three",
      points: 0,
    });
    const [first, second, third] = posts.map(({ id }) => id);
    await addFailed({ cause: "rejected", reason: "duplicate" });
    await fail(first ?? "", { cause: "rejected", reason: "duplicate", said: "Not here." });
    expect((await inbox()).map(({ count }) => count)).toEqual([2]);
    await fail(second ?? "", { cause: "rejected", said: "Not there." });
    await fail(third ?? "", { cause: "gave_up" });
    const items = await inbox();
    const text = items.find(({ submission_id }) => submission_id !== undefined);
    expect(items.map(({ count }) => count).toSorted()).toEqual([1, 1, 2]);
    expect([text?.submission_id, text?.channel, text?.fix]).toEqual([posts[0]?.submission_id, null, "edit"]);
    expect(text?.posts.map(({ channel, reason }) => [channel?.id, reason]).toSorted()).toEqual(
      [
        [service.org.channelIds[0], "Not here."],
        [service.org.channelIds[1], "Not there."],
      ].toSorted(),
    );
    expect(await counts()).toEqual({ open: 3, unread: 3 });
    const listed = await service.call("GET", `/v1/posts?problem=${text?.key}`, { key: service.org.key });
    expect(listed.wire.pagination.total).toBe(2);
    expect(await mark({ keys: [text?.key], mark: "done" })).toMatchObject({ marked: 1 });
    expect((await inbox()).length).toBe(2);
  });

  test("forty posts of four causes are four items, each with its newest twenty", async () => {
    const causes = ["reconnect", "gave_up", "missed", "rejected"];
    for (let post = 0; post < 10; post += 1) for (const cause of causes) await addFailed({ cause });
    for (let post = 0; post < 15; post += 1) await addFailed({ cause: "missed" });
    const items = await inbox();
    expect(items.length).toBe(4);
    const missed = items.find((item) => item.cause === "missed");
    expect([missed?.count, missed?.posts.length]).toEqual([25, 20]);
  });
});

test("a rejected part that is too long shows by how much, and the fix is to shorten it", async () => {
  const id = await addFailed({ cause: "rejected" });
  await service.database.pool.query(
    `insert into planned_parts (post_id, channel_id, number, text, part_key)
     select $1, channel_id, 1, repeat('a', 291), 'k1' from posts where id = $1`,
    [id],
  );
  const [item] = await inbox();
  expect([item?.fix, item?.over_by, item?.posts[0]?.part]).toEqual(["shorten", 11, 1]);
});

test("the excess length is measured with the limit of the account's own server", async () => {
  const id = await addFailed({ cause: "rejected" });
  const { pool } = service.database;
  await pool.query(
    `insert into planned_parts (post_id, channel_id, number, text, part_key)
     select $1, channel_id, 1, repeat('b', 295), 'k-told' from posts where id = $1`,
    [id],
  );
  const tell = (told: unknown) =>
    pool.query("update channels set told = $2 where id = (select channel_id from posts where id = $1)", [id, told]);
  await tell({ maxCharacters: 290 });
  const [item] = await inbox();
  await tell({});
  expect([item?.fix, item?.over_by]).toEqual(["shorten", 5]);
});

test("a partly published post resumes where it stopped, and its item shows what is published", async () => {
  const id = await addFailed({ cause: "rejected", part: 2 });
  await service.database.pool.query(
    `insert into planned_parts (post_id, channel_id, number, text, part_key, state, url)
     select $1, channel_id, n, 'a', 'p' || n, case n when 1 then 'sent' else 'waiting' end,
       case n when 1 then 'https://x.com/i/status/1' end from posts, generate_series(1, 3) n
     where id = $1`,
    [id],
  );
  const [item] = await inbox();
  expect([item?.fix, item?.posts[0]?.published_parts, item?.posts[0]?.parts, item?.posts[0]?.part]).toEqual([
    "retry",
    1,
    3,
    2,
  ]);
  expect(item?.posts[0]?.urls).toEqual(["https://x.com/i/status/1"]);
  const words = { title: "X rejected part 2 of a post", text: "1 of 3 published." };
  const letter = renderNotificationEmail([{ item: item as InboxItem, message: words }], {
    origin: "https://p.example",
    organization: "Acme",
  });
  expect(letter.text).toContain("(1 of 3 published)\n  https://x.com/i/status/1");
  expect(letter.html).toContain('<a href="https://x.com/i/status/1">');
});

test("an item shows that the first send of a post is unconfirmed when its second send was rejected", async () => {
  const id = await addFailed({ cause: "unconfirmed" });
  const retried = await service.call("POST", `/v1/posts/${id}/retry`, {
    key: service.org.key,
    json: { unconfirmed: "send_again" },
  });
  expect(retried.status).toBe(200);
  await fail(id, { cause: "rejected" });
  await addFailed({ cause: "rejected", channel: 1 });
  const open = (await inbox()).map(({ posts }) => posts.map((post) => [post.id === id, post.sent_again ?? false]));
  expect(open.flat().sort()).toEqual([
    [false, false],
    [true, true],
  ]);
});

describe("an item follows its posts", () => {
  test("the item closes when no post is failed any more, and is then listed under done", async () => {
    const ids = [await addFailed({ cause: "gave_up" }), await addFailed({ cause: "gave_up" })];
    expect((await inbox())[0]?.count).toBe(2);
    await service.call("POST", `/v1/posts/${ids[0]}/retry`, { key: service.org.key, json: {} });
    expect((await inbox())[0]?.count).toBe(1);
    await service.call("DELETE", `/v1/posts/${ids[1]}`, { key: service.org.key });
    expect(await inbox()).toEqual([]);
    const [item] = await inbox("done");
    expect([item?.settled, item?.fix, item?.unread, item?.count]).toEqual([true, "none", false, 2]);
  });

  test("a post that fails again reopens its item as unread, also after it was done", async () => {
    const id = await addFailed({ cause: "missed" });
    const [item] = await inbox();
    await mark({ keys: [item?.key], mark: "done" });
    expect(await counts()).toEqual({ open: 0, unread: 0 });
    await service.call("POST", `/v1/posts/${id}/retry`, { key: service.org.key, json: {} });
    await fail(id, { cause: "gave_up" });
    const again = await inbox();
    expect(again.map((one) => [one.cause, one.unread, one.count])).toEqual([["gave_up", true, 1]]);
    const { rows } = await service.database.pool.query("select count(*) from notices");
    expect(rows[0].count).toBe("1");
  });

  test("an undo that restores the failure restores its item unchanged", async () => {
    const id = await addFailed({ cause: "missed" });
    const [item] = await inbox();
    await mark({ keys: [item?.key], mark: "read" });
    const client = await service.database.pool.connect();
    await client.query("begin");
    await client.query("set local postwright.quiet = 'on'");
    await client.query("update posts set status = 'publishing', version = version + 1 where id = $1", [id]);
    await client.query("update posts set status = 'failed', version = version + 1 where id = $1", [id]);
    await client.query("commit");
    client.release();
    expect((await inbox()).map((one) => [one.key, one.unread])).toEqual([[item?.key, false]]);
  });
});

describe("read, unread, done", () => {
  test("each mark can be reversed, and done is reversed exactly", async () => {
    await addFailed({ cause: "missed" });
    const [item] = await inbox();
    const keys = [item?.key];
    expect(await mark({ keys, mark: "read" })).toMatchObject({ marked: 1 });
    expect(await counts()).toEqual({ open: 1, unread: 0 });
    await mark({ keys, mark: "unread" });
    expect(await counts()).toEqual({ open: 1, unread: 1 });
    const first = await mark({ keys, mark: "done" });
    expect((await inbox("done")).map((one) => [one.key, one.settled])).toEqual([[item?.key, false]]);
    await addFailed({ cause: "missed" });
    expect((await inbox())[0]?.count).toBe(1);
    service.clock.add(5);
    const second = await mark({ keys, mark: "done" });
    expect(await inbox()).toEqual([]);
    // Only the second mark is undone: earlier marks stay.
    await mark({ keys, mark: "open", at: second.at });
    expect((await inbox())[0]?.count).toBe(1);
    await mark({ keys, mark: "open", at: first.at });
    expect((await inbox())[0]?.count).toBe(2);
  });

  test("members and administrators neither see nor mark the items of others", async () => {
    const peer = await service.addMember("member");
    await addFailed({ cause: "missed" }, peer.key);
    const [item] = await inbox("open", peer.key);
    expect(item?.count).toBe(1);
    expect(await inbox()).toEqual([]);
    expect(await mark({ keys: [item?.key], mark: "done" })).toMatchObject({ marked: 0 });
    expect(await counts(peer.key)).toEqual({ open: 1, unread: 1 });
  });

  test("more than a thousand keys, an unknown mark and an invalid instant are rejected and change nothing", async () => {
    await addFailed({ cause: "missed" });
    const [item] = await inbox();
    for (const json of [
      { keys: Array.from({ length: 1_001 }, () => item?.key), mark: "done" },
      { keys: [item?.key], mark: "gone" },
      { keys: [item?.key], mark: "open", at: "yesterday" },
      { keys: [], mark: "done" },
    ]) {
      const { status, wire } = await service.call("POST", "/v1/inbox/marks", { key: service.org.key, json });
      expect([status, wire.error.code]).toEqual([400, "invalid_request"]);
    }
    expect(await counts()).toEqual({ open: 1, unread: 1 });
  });
});

test("a member without in-app notifications has the item and no unread count", async () => {
  await service.database.pool.query(
    `insert into member_settings (member_id, settings)
     values ($1, '{"notices": {"post_failed": {"app": false, "email": false, "push": false}}}')`,
    [service.org.memberId],
  );
  await addFailed({ cause: "missed" });
  await inbox();
  expect(await counts()).toEqual({ open: 1, unread: 0 });
  await service.database.pool.query("delete from member_settings");
});
