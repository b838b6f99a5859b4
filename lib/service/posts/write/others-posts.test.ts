import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { InboxItem, Post, PostTimelineEvent } from "#lib/contract/types.ts";
import { insertApiKey } from "#lib/service/api-keys/insert-api-key.ts";
import { openReviewFixture, type ReviewFixture } from "#lib/service/claims/testing/review-fixture.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { redBlue, uploadOf } from "#lib/service/media/testing/test-images.ts";
import { createPostChangedRule } from "#lib/service/notifications/rules/post-changed.ts";
import { silentLog } from "#lib/service/notifications/testing/post-failed-relay.ts";
import { createOutboxEventRelay } from "#lib/service/outbox/outbox-event-relay.ts";

let stage: ReviewFixture;
let author: { memberId: string; key: string };
let admin: { memberId: string; key: string };
let channelId: string;

beforeAll(async () => {
  stage = await openReviewFixture();
  author = stage.author;
  admin = stage.other;
  channelId = stage.service.org.channelIds[0] ?? "";
  await stage.pool.query("update members set name = 'Ada' where id = $1", [admin.memberId]);
});
afterAll(() => stage.close());

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(stage.service.clock.now().getTime() + hours * hourMs).toISOString();

/** Creates a post of the author; scheduled unless `json` says otherwise. */
async function write(json: Record<string, unknown> = {}): Promise<Post> {
  const scheduled = "draft" in json ? {} : { scheduled_for: inHours(24) };
  const [post] = await stage.service.create(
    { channels: [channelId], text: "Our plan", ...scheduled, ...json },
    author.key,
  );
  if (!post) throw new Error("no post");
  return post;
}
const read = async (id: string, key = author.key): Promise<Post> =>
  (await stage.ask("GET", `/posts/${id}`, key)).wire.data;
const patch = (post: Post, json: Record<string, unknown>, key = admin.key) =>
  stage.ask("PATCH", `/posts/${post.id}`, key, { version: post.version, ...json });
const change = (json: unknown, key = admin.key) => stage.ask("POST", "/posts/changes", key, json);
const eventsOf = async (id: string): Promise<PostTimelineEvent[]> =>
  (await stage.ask("GET", `/posts/${id}/events`, author.key)).wire.data;
const keyWith = async (
  memberId: string,
  scopes: ("posts:read" | "posts:write" | "posts:manage")[],
  draftsOnly = false,
) =>
  (
    await inTransaction(stage.pool, (tx) =>
      insertApiKey(tx, { memberId, name: "Narrow", scopes, draftsOnly }, stage.service.clock),
    )
  ).key;

async function listInbox(key = author.key): Promise<InboxItem[]> {
  const { clock, database } = stage.service;
  const consumers = [createPostChangedRule({ clock, canMail: false })];
  await createOutboxEventRelay({ ...database, log: silentLog, consumers }).run();
  return (await stage.ask("GET", "/inbox", key)).wire.data;
}

describe("an administrator and another member's post", () => {
  test("an administrator edits, reschedules, cancels and deletes it, and its author stays its author", async () => {
    const post = await write();
    const edited = await patch(post, { text: "Our better plan" });
    expect([edited.status, edited.wire.data.member.id]).toEqual([200, author.memberId]);
    const moved = await patch(edited.wire.data, { scheduled_for: inHours(48) });
    expect(moved.status).toBe(200);
    expect((await stage.ask("POST", `/posts/${post.id}/cancel`, admin.key)).status).toBe(200);
    expect(await read(post.id)).toMatchObject({ status: "canceled", posts: [{ text: "Our better plan" }] });
    const names = (await eventsOf(post.id)).map(({ kind, member }) => `${kind} by ${member?.name}`);
    expect(names.slice(0, 3)).toEqual(["canceled by Ada", "scheduled by Ada", "edited by Ada"]);
    expect((await stage.ask("DELETE", `/posts/${post.id}`, admin.key)).status).toBe(200);
    expect((await stage.ask("GET", `/posts/${post.id}`, author.key)).status).toBe(404);
    expect((await stage.ask("POST", `/posts/${post.id}/restore`, admin.key)).status).toBe(200);
    expect((await read(post.id)).status).toBe("canceled");
  });

  test("an administrator retries a failed post and says that an unconfirmed one is there", async () => {
    const post = await write();
    await stage.pool.query(
      "update posts set status = 'failed', failure_cause = 'unconfirmed', failure_part = 1, due_at = null where id = $1",
      [post.id],
    );
    const unsaid = await stage.ask("POST", `/posts/${post.id}/retry`, admin.key, {});
    expect([unsaid.status, unsaid.wire.error.field]).toEqual([400, "unconfirmed"]);
    const retried = await stage.ask("POST", `/posts/${post.id}/retry`, admin.key, { unconfirmed: "send_again" });
    expect([retried.status, retried.wire.data.status]).toEqual([200, "scheduled"]);
  });

  test("a bulk change covers posts of several authors, by id and by filter", async () => {
    const mine = (await stage.service.create({ channels: [channelId], text: "Mine", draft: true }, admin.key))[0];
    const theirs = await write();
    const byId = await change({ action: "delete", posts: [{ id: mine?.id }, { id: theirs.id }] });
    expect(byId.wire.data).toMatchObject({ changed: [{ id: mine?.id }, { id: theirs.id }], refused: [] });
    const third = await write({ text: "Filtered by words" });
    const byFilter = await change({ action: "draft", filter: { member: author.memberId, q: "Filtered" } });
    expect(byFilter.wire.data.changed).toMatchObject([{ id: third.id, status: "draft" }]);
    const all = await change({ action: "delete", filter: { member: "all", q: "Filtered" } });
    expect(all.wire.data.changed).toMatchObject([{ id: third.id }]);
  });

  test("only the administrator who made a change can undo it, also not its author", async () => {
    const post = await write();
    const { undo } = (await change({ action: "cancel", posts: [{ id: post.id }] })).wire.data;
    for (const key of [author.key, stage.admin.key]) {
      expect((await stage.ask("POST", `/posts/changes/${undo}/undo`, key)).status).toBe(404);
    }
    expect((await stage.ask("POST", `/posts/changes/${undo}/undo`, admin.key)).wire.data.changed).toHaveLength(1);
    expect((await read(post.id)).status).toBe("scheduled");
  });

  test("an administrator who became a member can't undo changes of others' posts", async () => {
    const former = await stage.service.addMember("admin");
    const post = await write();
    const { undo } = (await change({ action: "cancel", posts: [{ id: post.id }] }, former.key)).wire.data;
    await stage.pool.query("update members set role = 'member' where id = $1", [former.memberId]);
    const { changed, refused } = (await stage.ask("POST", `/posts/changes/${undo}/undo`, former.key)).wire.data;
    expect([changed, refused[0].error.code]).toEqual([[], "not_found"]);
    expect((await read(post.id)).status).toBe("canceled");
  });

  test("of an administrator's and the author's edit at the same moment one succeeds, and the other gets 409", async () => {
    for (let round = 0; round < 5; round += 1) {
      const post = await write();
      const answers = await Promise.all([
        patch(post, { text: "by the administrator" }),
        patch(post, { text: "by the author" }, author.key),
      ]);
      expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
      const lost = answers.find((one) => one.status === 409);
      expect(lost?.wire.error).toMatchObject({ code: "conflict", field: "version" });
      const won = answers.find((one) => one.status === 200);
      expect((await read(post.id)).posts).toEqual(won?.wire.data.posts);
    }
  });

  test("the author's images stay in the post, and an administrator can't attach others of theirs", async () => {
    const upload = async () => {
      const request = uploadOf(await redBlue(4, 4).png().toBuffer());
      const sent = { key: author.key, body: request.body ?? "", headers: Object.fromEntries(request.headers) };
      return (await stage.service.call("POST", "/v1/media", sent)).wire.data.id;
    };
    const [attached, apart] = [await upload(), await upload()];
    const post = await write({ media: [attached] });
    const kept = await patch(post, { text: "New words", media: [attached] });
    expect([kept.status, kept.wire.data.media.length]).toEqual([200, 1]);
    const describe = (id: string, key: string) => stage.ask("PATCH", `/media/${id}`, key, { alt: "A red square" });
    expect([(await describe(attached, admin.key)).status, (await describe(apart, admin.key)).status]).toEqual([
      200, 404,
    ]);
    // The new description made a new version of the post.
    const other = await patch(await read(post.id), { media: [attached, apart] });
    expect([other.status, other.wire.error.field]).toEqual([400, "media"]);
  });

  test("the author's right to a channel decides, not the administrator's", async () => {
    const post = await write({ draft: true });
    await stage.pool.query("update channels set restricted = true where id = $1", [channelId]);
    const refused = await patch(post, { status: "scheduled", scheduled_for: inHours(2) });
    await stage.pool.query("update channels set restricted = false where id = $1", [channelId]);
    expect(refused.status).toBe(409);
    expect(refused.wire.error.message).toContain("the post's author is not one of them");
  });

  test("a post of a deactivated author can be canceled, and neither scheduled nor published", async () => {
    const gone = await stage.service.addMember("member");
    const create = async (json: Record<string, unknown>) =>
      (await stage.service.create({ channels: [channelId], text: "Left behind", ...json }, gone.key))[0];
    const [planned, draft] = [await create({ scheduled_for: inHours(24) }), await create({ draft: true })];
    await stage.pool.query("update members set removed_at = now() where id = $1", [gone.memberId]);
    for (const [action, time] of [
      ["publish", {}],
      ["schedule", { scheduled_for: inHours(2) }],
    ] as const) {
      const posts = [planned, draft].map((post) => ({ id: post?.id, ...time }));
      const { refused } = (await change({ action, posts })).wire.data;
      const messages = refused.map((one: { error: { message: string } }) => one.error.message);
      expect(messages).toEqual([expect.stringContaining("deactivated"), expect.stringContaining("deactivated")]);
    }
    const { changed } = (await change({ action: "cancel", posts: [{ id: planned?.id }] })).wire.data;
    expect(changed).toHaveLength(1);
  });
});

describe("who may not change another member's post", () => {
  test("a member learns nothing of it, alone and in a bulk change", async () => {
    const peer = await stage.service.addMember("member");
    const post = await write();
    expect((await patch(post, { text: "Not yours" }, peer.key)).status).toBe(404);
    const { refused } = (await change({ action: "delete", posts: [{ id: post.id }] }, peer.key)).wire.data;
    expect(refused).toMatchObject([{ error: { code: "not_found" }, now: null }]);
    const filtered = await change({ action: "delete", filter: { member: author.memberId } }, peer.key);
    expect(filtered.status).toBe(403);
  });

  test("an administrator's key without posts:manage changes own posts only, and says so", async () => {
    const post = await write();
    const narrow = await keyWith(admin.memberId, ["posts:read", "posts:write"]);
    const answer = await patch(post, { text: "Not given" }, narrow);
    expect([answer.status, answer.wire.error.message]).toEqual([403, expect.stringContaining("posts:manage")]);
    const { refused } = (await change({ action: "delete", posts: [{ id: post.id }] }, narrow)).wire.data;
    expect(refused).toMatchObject([{ error: { code: "forbidden" }, now: null }]);
    expect((await change({ action: "delete", filter: { member: "all" } }, narrow)).status).toBe(403);
    expect((await read(post.id)).version).toBe(post.version);
  });

  test("a member's key with posts:manage gives nothing", async () => {
    const peer = await stage.service.addMember("member");
    const key = await keyWith(peer.memberId, ["posts:write", "posts:manage"]);
    expect((await patch(await write(), { text: "No" }, key)).status).toBe(404);
  });

  test("an administrator's drafts-only key changes others' drafts, and nothing that is scheduled", async () => {
    const key = await keyWith(admin.memberId, ["posts:read", "posts:write", "posts:manage"], true);
    const [draft, planned] = [await write({ draft: true }), await write()];
    expect((await patch(draft, { text: "Tidied" }, key)).status).toBe(200);
    expect((await patch(planned, { text: "Tidied" }, key)).status).toBe(403);
    expect((await stage.ask("POST", `/posts/${planned.id}/cancel`, key)).status).toBe(403);
  });

  test("no administrator reaches a post of another organization", async () => {
    const other = await stage.service.addOrganization(`Other ${stage.service.clock.newId()}`);
    const post = await write();
    expect((await patch(post, { text: "No" }, other.key)).status).toBe(404);
  });

  test("while a blind review hides the author, a post is not changed and reveals no address", async () => {
    const [undecided = ""] = await stage.claims(1, { memberIds: [author.memberId], text: "'Blind words'" });
    await stage.settings({ blind_review: true });
    try {
      const one = await stage.ask("DELETE", `/posts/${undecided}`, admin.key);
      expect([one.status, one.wire.error.message]).toEqual([403, expect.stringContaining("hidden")]);
      const many = await change({ action: "delete", posts: [{ id: undecided }] });
      expect(many.wire.data).toMatchObject({ changed: [], refused: [{ error: { code: "forbidden" } }] });
      expect(many.text).not.toContain(author.memberId);
      const found = await change({ action: "delete", filter: { member: author.memberId, q: "Blind" } });
      expect(found.wire.data).toMatchObject({ changed: [], refused: [] });
      expect((await stage.ask("POST", `/posts/${undecided}/take-down`, admin.key, {})).status).toBe(403);
      expect((await stage.ask("DELETE", `/posts/${undecided}`, author.key)).status).toBe(200);
    } finally {
      await stage.settings({});
    }
  });
});

test("an update of the server gives posts:manage to open sessions and to no API key", async () => {
  const keyId = async (kind: string) => {
    const hash = `sha256('${stage.service.clock.newId()}'::bytea)`;
    const { rows } = await stage.pool.query(
      `insert into api_keys (id, member_id, name, hash, ending, scopes, kind)
       values (gen_random_uuid(), $1, 'Before', ${hash}, 'abcd', '{posts:read,posts:write,members:manage}', $2) returning id`,
      [admin.memberId, kind],
    );
    return rows[0].id;
  };
  const [session, key, app] = [await keyId("session"), await keyId("key"), await keyId("app")];
  const migration = new URL("../../db/migrations/0033_manage_posts.sql", import.meta.url);
  await stage.pool.query(await readFile(migration, "utf8"));
  const { rows } = await stage.pool.query(
    "select id from api_keys where id = any($1) and 'posts:manage' = any(scopes)",
    [[session, key, app]],
  );
  expect(rows).toEqual([{ id: session }]);
});

describe("the author", () => {
  test("has one inbox item for each changed post, about its latest change", async () => {
    await stage.pool.query("delete from notices");
    await stage.pool.query("delete from outbox");
    const post = await write({ text: "Read all about it" });
    const edited = (await patch(post, { text: "Read all about it now" })).wire.data;
    const at = inHours(72);
    await patch(edited, { scheduled_for: at });
    const items = await listInbox();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      kind: "post_changed",
      cause: "rescheduled",
      count: 1,
      unread: true,
      fix: "none",
      change: { by: "Ada", post_id: post.id, title: "Read all about it now", scheduled_for: at },
    });
    await patch(await read(post.id), { status: "draft" });
    const [again] = await listInbox();
    expect([again?.cause, again?.unread]).toEqual(["moved_to_drafts", true]);
  });

  test("has one item for a bulk change of several posts, and none for own changes", async () => {
    await stage.pool.query("delete from notices");
    await stage.pool.query("delete from outbox");
    const posts = [await write(), await write(), await write()];
    await change({ action: "cancel", posts: posts.map(({ id }) => ({ id })) });
    const items = await listInbox();
    expect(items.map(({ kind, cause, count, change: of }) => [kind, cause, count, of?.by, of?.post_id])).toEqual([
      ["post_changed", "canceled", 3, "Ada", null],
    ]);
    await change({ action: "delete", posts: posts.map(({ id }) => ({ id })) }, author.key);
    const own = (await stage.service.create({ channels: [channelId], text: "Ada's", draft: true }, admin.key))[0];
    await change({ action: "delete", posts: [{ id: own?.id }] });
    expect(await listInbox()).toHaveLength(1);
    expect(await listInbox(admin.key)).toEqual([]);
  });
});
