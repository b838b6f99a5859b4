import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Post } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const ask = (method: string, path: string, json?: unknown, key = service.org.key) =>
  service.call(method, `/v1${path}`, { key, ...(json !== undefined && { json }) });
const connect = async (json: Record<string, unknown> = {}) => {
  const made = await ask("POST", "/channels", { platform: "x", name: "Acme", ...json });
  if (made.status !== 201) throw new Error(made.text);
  return made.wire.data as { id: string; username: string; scheduled: number };
};
const tomorrow = () => new Date(service.clock.now().getTime() + 86_400_000).toISOString();
const plan = async (channel: string, key = service.org.key) =>
  (await service.create({ channels: [channel], text: "Planned words", scheduled_for: tomorrow() }, key))[0]?.id ?? "";
const listed = async (key: string) =>
  (await ask("GET", "/channels", undefined, key)).wire.data.map(({ id }: { id: string }) => id);

describe("connecting a practice channel", () => {
  test("each practice channel gets its own timeline, also for concurrent requests", async () => {
    const made = await Promise.all([connect(), connect(), connect()]);
    expect(new Set(made.map(({ username }) => username)).size).toBe(3);
    for (const { id, username } of made) {
      expect((await ask("GET", `/practice/${username}`)).status).toBe(200);
      expect(await listed(service.org.key)).toContain(id);
    }
  });

  test("an unknown platform, a missing name or an unknown member is refused and connects nothing", async () => {
    const before = await listed(service.org.key);
    const elsewhere = await service.addOrganization("Elsewhere");
    for (const wrong of [
      { platform: "myspace", name: "a" },
      { platform: "x", name: " " },
      { platform: "x", name: "a\nb" },
      { platform: "x", name: "a".repeat(101) },
      { platform: "x", name: "a", members: [] },
      { platform: "x", name: "a", members: ["nobody"] },
      { platform: "x", name: "a", members: [elsewhere.memberId] },
    ]) {
      expect([wrong, (await ask("POST", "/channels", wrong)).status]).toEqual([wrong, 400]);
    }
    expect(await listed(service.org.key)).toEqual(before);
  });
});

describe("a restricted channel", () => {
  test("a restricted channel is available only to its named members, not to other administrators", async () => {
    const named = await service.addMember("member");
    const peer = await service.addMember("member");
    const { id } = await connect({ name: "For one", members: [named.memberId] });
    expect(await listed(named.key)).toContain(id);
    for (const key of [peer.key, service.org.key]) {
      expect(await listed(key)).not.toContain(id);
      const refused = await ask("POST", "/posts", { channels: [id], text: "a", draft: true }, key);
      expect([refused.status, refused.wire.error.message]).toEqual([
        400,
        "For one is for named members only, and you are not one of them.",
      ]);
    }
    expect((await ask("GET", `/channels/${id}`, undefined, peer.key)).status).toBe(404);
    expect((await ask("GET", `/channels/${id}`)).wire.data).toMatchObject({ restricted: true, usable: false });
    await service.create({ channels: [id], text: "mine", draft: true }, named.key);
  });

  test("restricting a channel keeps the scheduled posts of others and blocks their drafts", async () => {
    const named = await service.addMember("member");
    const peer = await service.addMember("member");
    const { id } = await connect({ name: "Later for one" });
    const planned = await plan(id, peer.key);
    const [draft] = await service.create({ channels: [id], text: "a draft", draft: true }, peer.key);
    await ask("PATCH", `/channels/${id}`, { members: [named.memberId] });
    const seen = await ask("GET", `/posts/${planned}`, undefined, peer.key);
    expect(seen.wire.data.status).toBe("scheduled");
    const moved = {
      version: seen.wire.data.version,
      scheduled_for: new Date(Date.parse(tomorrow()) + 1000).toISOString(),
    };
    expect((await ask("PATCH", `/posts/${planned}`, moved, peer.key)).status).toBe(200);
    const out = { version: 1, status: "scheduled", scheduled_for: tomorrow() };
    expect((await ask("PATCH", `/posts/${draft?.id}`, out, peer.key)).status).toBe(409);
    const many = { action: "publish", posts: [{ id: draft?.id }] };
    const bulk = await ask("POST", "/posts/changes", many, peer.key);
    expect(JSON.stringify(bulk.wire)).toContain("is for named members only");
    await ask("PATCH", `/channels/${id}`, { members: null });
    expect((await ask("PATCH", `/posts/${draft?.id}`, out, peer.key)).status).toBe(200);
  });
});

describe("disconnecting a channel", () => {
  test("disconnecting is refused with the number of scheduled posts until they are canceled or moved", async () => {
    const { id } = await connect({ name: "Going" });
    const peer = await service.addMember("member");
    const posts = [await plan(id), await plan(id, peer.key)];
    expect((await ask("GET", `/channels/${id}`)).wire.data.scheduled).toBe(2);
    const refused = await ask("POST", `/channels/${id}/disconnect`, {});
    expect([refused.status, refused.wire.error.message]).toEqual([
      409,
      "2 posts are scheduled on Going. Choose whether to cancel or move them.",
    ]);
    const done = await ask("POST", `/channels/${id}/disconnect`, { scheduled: "cancel" });
    expect(done.wire.data).toEqual({ id, disconnected: true, canceled: 2, moved: 0 });
    const [, ofPeer] = posts;
    expect((await ask("GET", `/posts/${ofPeer}`, undefined, peer.key)).wire.data).toMatchObject({
      status: "canceled",
      posts: [{ text: "Planned words" }],
    });
    const events = await ask("GET", `/posts/${ofPeer}/events`, undefined, peer.key);
    expect(events.wire.data.map(({ kind }: { kind: string }) => kind)).toContain("canceled");
    expect((await ask("GET", "/posts/counts", undefined, peer.key)).wire.data).toMatchObject({
      scheduled: 0,
      canceled: 1,
    });
    expect(await listed(peer.key)).not.toContain(id);
    expect((await ask("POST", `/channels/${id}/disconnect`, {})).status).toBe(404);
  });

  test("disconnecting moves scheduled posts to a channel of the same platform at the same time", async () => {
    const from = await connect({ name: "From" });
    const to = await connect({ name: "To" });
    const other = await connect({ name: "Other", platform: "bluesky" });
    const peer = await service.addMember("member");
    const shut = await connect({ name: "Shut", members: [service.org.memberId] });
    const post = await plan(from.id, peer.key);
    const before = (await ask("GET", `/posts/${post}`)).wire.data;
    for (const move_to of [undefined, from.id, other.id, shut.id, service.clock.newId(), "x"]) {
      const asked = { scheduled: "move", ...(move_to !== undefined && { move_to }) };
      expect([move_to, (await ask("POST", `/channels/${from.id}/disconnect`, asked)).status]).toEqual([move_to, 400]);
    }
    const woken = service.woken.length;
    const done = await ask("POST", `/channels/${from.id}/disconnect`, { scheduled: "move", move_to: to.id });
    expect(done.wire.data).toMatchObject({ moved: 1, canceled: 0 });
    const after = (await ask("GET", `/posts/${post}`)).wire.data;
    expect(after).toMatchObject({ channel_id: to.id, status: "scheduled", scheduled_for: before.scheduled_for });
    expect(service.woken.slice(woken)).toEqual([{ postId: post, at: new Date(before.scheduled_for) }]);
  });

  test("a post is canceled, not moved, where the other channel has a post of its text", async () => {
    const from = await connect({ name: "Doubled" });
    const to = await connect({ name: "Has it" });
    const alone = await plan(from.id);
    const time = (await ask("GET", `/posts/${alone}`)).wire.data.scheduled_for;
    const posts = await service.create({ channels: [from.id, to.id], text: "Once", scheduled_for: time });
    const done = await ask("POST", `/channels/${from.id}/disconnect`, { scheduled: "move", move_to: to.id });
    expect(done.wire.data).toMatchObject({ moved: 1, canceled: 1 });
    const submission = (await ask("GET", `/submissions/${posts[0]?.submission_id}`)).wire.data;
    expect(submission.posts.map((post: Post) => [post.channel_id, post.status]).toSorted()).toEqual(
      [
        [from.id, "canceled"],
        [to.id, "scheduled"],
      ].toSorted(),
    );
  });

  test("disconnecting waits while a post is being published, and leaves drafts and published posts alone", async () => {
    const { id } = await connect({ name: "Busy" });
    const [draft] = await service.create({ channels: [id], text: "kept", draft: true });
    const [going] = await service.create({ channels: [id], text: "going" });
    expect((await ask("POST", `/channels/${id}/disconnect`, { scheduled: "cancel" })).status).toBe(409);
    await service.database.pool.query("update posts set status = 'published', due_at = null where id = $1", [
      going?.id,
    ]);
    expect((await ask("POST", `/channels/${id}/disconnect`, {})).status).toBe(200);
    expect((await ask("GET", `/posts/${draft?.id}`)).wire.data.status).toBe("draft");
    expect((await ask("GET", `/posts/${going?.id}`)).wire.data.status).toBe("published");
  });
});

test("published items of a disconnected practice channel stay readable and show that it is disconnected", async () => {
  const { id, username } = await connect({ name: "Read on" });
  await service.database.pool.query(
    `insert into practice_items (id, account, root, part, text, key, images) select id, $1, id, 1, 'Still here', id::text, '[]'
     from (select gen_random_uuid() as id) as made`,
    [username],
  );
  const read = async () => (await ask("GET", `/practice/${username}`)).wire.data;
  expect((await read()).channel.connected).toBe(true);
  await ask("POST", `/channels/${id}/disconnect`, {});
  expect(await read()).toMatchObject({
    channel: { name: "Read on", connected: false },
    items: [{ text: "Still here" }],
  });
  // No other channel gets this address: a later channel does not show what another one published.
  expect((await connect({ name: "Later" })).username).not.toBe(username);
  expect((await ask("GET", "/practice/practice_nobody")).status).toBe(404);
});

test("a practice channel reconnects at once; another channel is refused with the way to reconnect", async () => {
  const { id } = await connect({ name: "Asleep" });
  await service.database.pool.query("update channels set state = 'reconnect' where id = $1", [id]);
  expect((await ask("GET", `/channels/${id}`)).wire.data.state).toBe("reconnect");
  expect((await ask("POST", `/channels/${id}/reconnect`)).wire.data.state).toBe("connected");
  await service.database.pool.query("update channels set practice = false where id = $1", [id]);
  expect((await ask("POST", `/channels/${id}/reconnect`)).status).toBe(409);
});
