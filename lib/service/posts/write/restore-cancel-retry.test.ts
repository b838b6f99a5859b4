import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Post } from "#lib/contract/types.ts";
import {
  call,
  close,
  createPostInStatus,
  draft,
  eventsOf,
  failed,
  inStatus,
  linkedin,
  open,
  scheduled,
  see,
  service,
  soon,
  sql,
  x,
} from "#lib/service/posts/testing/post-fixture.ts";

beforeAll(open);
afterAll(close);

describe("restore", () => {
  test("a restored post is unchanged, and a scheduled one is due again", async () => {
    const post = await scheduled();
    await call("DELETE", post);
    service.woken.length = 0;
    const { wire } = await call("POST", post, "/restore");
    expect(wire.data).toEqual({ ...post, version: 3, updated_at: wire.data.updated_at });
    expect(service.woken.map((one) => one.at.toISOString())).toEqual([post.scheduled_for]);
    expect(await eventsOf(post)).toEqual(["created", "deleted", "restored"]);
  });

  test("a restored failed post keeps its failure", async () => {
    const post = await failed("rejected");
    await call("DELETE", post);
    const { wire } = await call("POST", post, "/restore");
    expect(wire.data).toMatchObject({
      status: "failed",
      error: "It failed.",
      failure: { cause: "rejected" },
      attempts: 8,
    });
  });

  test("a scheduled post whose time has passed becomes a draft; after 30 days a deletion is final", async () => {
    const post = await createPostInStatus({ scheduled_for: soon(60_000) });
    await call("DELETE", post);
    service.clock.add(120_000);
    expect((await call("POST", post, "/restore")).wire.data).toMatchObject({ status: "draft", scheduled_for: null });
    await call("DELETE", post);
    service.clock.add(30 * 86_400_000 + 1000);
    expect((await call("POST", post, "/restore")).status).toBe(404);
  });

  test("on a channel disconnected since, a scheduled post comes back as a draft on every way, and others as they were", async () => {
    const key = service.org.key;
    const ask = (path: string, json: unknown) => service.call("POST", `/v1${path}`, { key, json });
    const channel = (await ask("/channels", { platform: "x", name: "Soon gone" })).wire.data.id as string;
    const change = async (action: string, post: Post) =>
      (await ask("/posts/changes", { action, posts: [{ id: post.id }] })).wire.data;
    const planned = () => createPostInStatus({ channels: [channel], scheduled_for: soon(3_600_000) });
    const [one, many, whole, undone, canceled] = [
      await planned(),
      await planned(),
      await planned(),
      await planned(),
      await planned(),
    ];
    const old = await createPostInStatus({ channels: [channel], draft: true });
    for (const post of [one, many, old]) await call("DELETE", post);
    await service.call("DELETE", `/v1/submissions/${whole.submission_id}`, { key });
    const undos = [(await change("delete", undone)).undo, (await change("cancel", canceled)).undo];
    expect((await ask(`/channels/${channel}/disconnect`, {})).status).toBe(200);

    const note = "Its channel is disconnected, so it is now a draft.";
    expect((await call("POST", one, "/restore")).wire.data).toMatchObject({ status: "draft", scheduled_for: null });
    expect((await change("restore", many)).changed).toMatchObject([{ status: "draft", note }]);
    const again = await ask(`/submissions/${whole.submission_id}/changes`, { action: "restore" });
    expect(again.wire.data.changed).toMatchObject([{ status: "draft", note }]);
    for (const id of undos) {
      expect((await ask(`/posts/changes/${id}/undo`, {})).wire.data.changed).toMatchObject([{ status: "draft", note }]);
    }
    expect((await call("POST", old, "/restore")).wire.data).toMatchObject({ status: "draft", version: 3 });
    const due = await sql("select 1 from posts where channel_id = $1 and due_at is not null", [channel]);
    expect(due.rows).toEqual([]);
  });

  test("a post that is not deleted gets 409", async () => {
    expect((await call("POST", await draft(), "/restore")).status).toBe(409);
  });
});

describe("cancel", () => {
  test("a canceled post keeps its time and is never due", async () => {
    const post = await scheduled();
    const { wire } = await call("POST", post, "/cancel");
    expect(wire.data).toMatchObject({
      status: "canceled",
      scheduled_for: post.scheduled_for,
      claim: { points: 20, status: "lapsed" },
    });
    const { rows } = await sql("select due_at from posts where id = $1", [post.id]);
    expect(rows[0].due_at).toBeNull();
  });

  test.for(["draft", "publishing", "published", "failed", "canceled"])(
    "a post that is %s gets 409 on cancel",
    async (status) => {
      const post = await inStatus(status);
      expect((await call("POST", post, "/cancel")).status).toBe(409);
      expect(await see(post)).toEqual(post);
    },
  );
});

describe("retry", () => {
  test("a failed post is sent again now with all its attempts, and published parts stay", async () => {
    service.woken.length = 0;
    const post = await failed("gave_up", ["sent", "waiting"]);
    service.woken.length = 0;
    const { wire } = await call("POST", post, "/retry");
    expect(wire.data).toMatchObject({
      status: "publishing",
      error: null,
      failure: null,
      attempts: 0,
      published_urls: ["https://x.example/1"],
    });
    expect(wire.data.progress.map((part: { state: string }) => part.state)).toEqual(["sent", "waiting"]);
    expect(service.woken.map((one) => one.postId)).toEqual([post.id]);
  });

  test("an unconfirmed post requires the member's answer and follows it", async () => {
    const asked = await call("POST", await failed("unconfirmed", ["sent", "unknown"]), "/retry", {});
    expect([asked.status, asked.wire.error.field]).toEqual([400, "unconfirmed"]);
    expect(asked.wire.error.message).toMatch(/^Part 2 may already be/);
    for (const [unconfirmed, state] of [
      ["is_there", "sent"],
      ["send_again", "waiting"],
    ]) {
      const post = await failed("unconfirmed", ["sent", "unknown"]);
      const { wire } = await call("POST", post, "/retry", { unconfirmed });
      expect(wire.data.status).toBe("publishing");
      expect(wire.data.progress.map((part: { state: string }) => part.state)).toEqual(["sent", state]);
    }
  });

  test("the member who found an unconfirmed part may give its https address, which the post and its timeline show", async () => {
    const post = await failed("unconfirmed", ["sent", "unknown"]);
    const there = { unconfirmed: "is_there", url: "https://x.example/2" };
    for (const json of [
      { ...there, unconfirmed: "send_again" },
      { url: there.url },
      { ...there, url: "http://x.example/2" },
      { ...there, url: "javascript:alert(1)" },
      { ...there, url: `https://x.example/${"2".repeat(2_000)}` },
    ]) {
      const { status, wire } = await call("POST", post, "/retry", json);
      expect([status, wire.error.field]).toEqual([400, "url"]);
    }
    expect(await see(post)).toEqual(post);
    const { wire } = await call("POST", post, "/retry", there);
    expect(wire.data.published_urls).toEqual(["https://x.example/1", there.url]);
    const { wire: timeline } = await call("GET", post, "/events");
    expect(timeline.data).toContainEqual(
      expect.objectContaining({ kind: "retried", detail: expect.objectContaining(there) }),
    );
  });

  test("a disconnected channel refuses by name and loses nothing, unless nothing is left to send", async () => {
    const unsure = await failed("unconfirmed", ["sent", "unknown"]);
    const rest = await failed("unconfirmed", ["unknown", "waiting"]);
    const refused = await failed("rejected");
    await sql("update channels set removed_at = now() where id = $1", [x]);
    try {
      for (const [post, json] of [
        [refused, {}],
        [unsure, { unconfirmed: "send_again" }],
        [rest, { unconfirmed: "is_there" }],
      ] as const) {
        const { status, wire } = await call("POST", post, "/retry", json);
        expect([status, wire.error.message]).toEqual([409, expect.stringMatching(/ is disconnected\. Duplicate it/)]);
        expect(await see(post)).toEqual(post);
      }
      const there = await call("POST", unsure, "/retry", { unconfirmed: "is_there" });
      expect(there.wire.data.status).toBe("publishing");
    } finally {
      await sql("update channels set removed_at = null where id = $1", [x]);
    }
  });

  test("a post that a restored backup marked unconfirmed before its time is scheduled for its time again", async () => {
    const post = await scheduled();
    const fail = `update posts set status = 'failed', failure_cause = 'unconfirmed', failure_part = 1, due_at = null where id = $1`;
    await sql(fail, [post.id]);
    service.woken.length = 0;
    const again = await call("POST", post, "/retry", { unconfirmed: "send_again" });
    expect(again.wire.data).toMatchObject({ status: "scheduled", scheduled_for: post.scheduled_for, failure: null });
    expect(service.woken.map((one) => one.at.toISOString())).toEqual([post.scheduled_for]);
    await sql(fail, [post.id]);
    const there = await call("POST", post, "/retry", { unconfirmed: "is_there" });
    expect(there.wire.data.status).toBe("publishing");
  });

  test.for(["draft", "scheduled", "publishing", "published", "canceled"])(
    "a post that is %s gets 409 on retry",
    async (status) => {
      const post = await inStatus(status);
      expect((await call("POST", post, "/retry", {})).status).toBe(409);
      expect(await see(post)).toEqual(post);
    },
  );

  test("a joined post on another channel is sent again too", async () => {
    const post = await createPostInStatus({ channels: [linkedin] });
    await sql("update posts set status = 'failed', failure_cause = 'rejected' where id = $1", [post.id]);
    expect((await call("POST", post, "/retry", {})).wire.data).toMatchObject({
      status: "publishing",
      delivery: "joined",
    });
  });
});
