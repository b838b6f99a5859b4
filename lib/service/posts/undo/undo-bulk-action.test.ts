import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BulkChange, Post } from "#lib/contract/types.ts";
import {
  change,
  close,
  draft,
  hour,
  inStatus,
  named,
  open,
  scheduled,
  see,
  service,
  soon,
  sql,
  undo,
  x,
} from "#lib/service/posts/testing/bulk-action-fixture.ts";

beforeAll(open);
afterAll(close);

describe("an undo", () => {
  /** Returns all stored data of the post except its change counters. */
  async function stored(id: string) {
    const { rows } = await sql(
      `select to_jsonb(posts) - '{version,updated_at}'::text[] as row,
         (select jsonb_agg(to_jsonb(p) order by number) from planned_parts p where post_id = $1) as parts,
         (select jsonb_agg(to_jsonb(m) order by position) from post_media m where post_id = $1) as media
       from posts where id = $1`,
      [id],
    );
    return rows[0];
  }
  const plan = (post: Post, states: readonly string[]) =>
    sql(
      `insert into planned_parts (post_id, channel_id, number, text, part_key, state, started_at)
       select $1::uuid, $2::uuid, number, 'text', $1::text || '.' || number, state, '2026-01-02T03:04:05.678Z'
       from unnest($3::text[]) with ordinality as part (state, number)`,
      [post.id, x, states],
    );
  const failedWith = async (cause: string, states: readonly string[]) => {
    const post = await inStatus("failed");
    await sql("update posts set failure_cause = $2, failure_part = 2, attempts = 8 where id = $1", [post.id, cause]);
    await plan(post, states);
    return (await see(post.id)).wire.data as Post;
  };
  const deleted = async (post: Post) => {
    await service.call("DELETE", `/v1/posts/${post.id}`, { key: service.org.key });
    return { ...post, version: (post.version ?? 0) + 1 };
  };
  const cases: { title: string; from: () => Promise<Post>; json: Omit<BulkChange, "posts"> & { time?: number } }[] = [
    { title: "delete of a draft", from: draft, json: { action: "delete" } },
    { title: "delete of a scheduled post", from: scheduled, json: { action: "delete" } },
    { title: "delete of a published post", from: () => inStatus("published"), json: { action: "delete" } },
    {
      title: "delete of a failed post",
      from: () => failedWith("gave_up", ["sent", "waiting"]),
      json: { action: "delete" },
    },
    { title: "delete of a canceled post", from: () => inStatus("canceled"), json: { action: "delete" } },
    { title: "restore", from: async () => deleted(await scheduled()), json: { action: "restore" } },
    { title: "cancel", from: scheduled, json: { action: "cancel" } },
    { title: "back to draft", from: scheduled, json: { action: "draft" } },
    {
      title: "back to draft of a failed post",
      from: () => failedWith("rejected", ["waiting"]),
      json: { action: "draft" },
    },
    { title: "schedule of a draft", from: draft, json: { action: "schedule", time: 2 * hour } },
    {
      title: "schedule of a canceled post",
      from: () => inStatus("canceled"),
      json: { action: "schedule", time: 2 * hour },
    },
    { title: "a move to another time", from: scheduled, json: { action: "schedule", time: 9 * hour } },
    { title: "publish now of a draft", from: draft, json: { action: "publish", grace_seconds: 5 } },
    { title: "publish now of a scheduled post", from: scheduled, json: { action: "publish", grace_seconds: 5 } },
    {
      title: "retry",
      from: () => failedWith("reconnect", ["sent", "waiting"]),
      json: { action: "retry", grace_seconds: 5 },
    },
    {
      title: "retry with the word that it is there",
      from: () => failedWith("unconfirmed", ["sent", "unknown", "waiting"]),
      json: { action: "retry", grace_seconds: 5, unconfirmed: "is_there" },
    },
    {
      title: "retry with the word to send it again",
      from: () => failedWith("unconfirmed", ["sent", "unknown", "waiting"]),
      json: { action: "retry", grace_seconds: 5, unconfirmed: "send_again" },
    },
  ];

  test.for(cases)("an undo of $title restores the stored rows exactly", async ({ from, json: { time, ...json } }) => {
    const [one, two] = [await from(), await from()];
    const before = [await stored(one.id), await stored(two.id)];
    const posts = named([one, two]).map((post) => (time ? { ...post, scheduled_for: soon(time) } : post));
    const { changed, undo: undoId } = await change({ ...json, posts });
    expect(changed).toHaveLength(2);
    expect([await stored(one.id), await stored(two.id)]).not.toEqual(before);
    service.woken.length = 0;
    const answer = await undo(undoId);
    expect([answer.changed.length, answer.refused]).toEqual([2, []]);
    expect([await stored(one.id), await stored(two.id)]).toEqual(before);
    const due = before.filter(({ row }) => row.due_at !== null && row.deleted_at === null);
    expect(service.woken).toHaveLength(due.length);
    expect(answer.changed.map(({ version }) => version)).toEqual(changed.map(({ version }) => version + 1));
  });

  test("several changes of the same posts are undone step by step", async () => {
    const [one, two] = [await scheduled(), await scheduled()];
    const before = [await stored(one.id), await stored(two.id)];
    const ids = [{ id: one.id }, { id: two.id }];
    const undos: (string | null)[] = [];
    for (const at of [2, 3, 4]) {
      const posts = ids.map((post) => ({ ...post, scheduled_for: soon(at * hour) }));
      undos.unshift((await change({ action: "schedule", posts })).undo);
    }
    undos.unshift((await change({ action: "draft", posts: ids })).undo);
    undos.unshift((await change({ action: "delete", posts: ids })).undo);
    for (const id of undos) expect((await undo(id)).refused).toEqual([]);
    expect([await stored(one.id), await stored(two.id)]).toEqual(before);
  });

  test("an undo of a post that changed since is refused with the newer state, and the others are undone", async () => {
    const [one, two, three] = [await scheduled(), await scheduled(), await scheduled()];
    const { undo: undoId } = await change({ action: "draft", posts: named([one, two, three]) });
    const json = { version: 2, text: "Other words" };
    await service.call("PATCH", `/v1/posts/${one.id}`, { key: service.org.key, json });
    await service.call("DELETE", `/v1/posts/${three.id}`, { key: service.org.key });
    const { changed, refused } = await undo(undoId);
    expect(changed.map(({ id, status }) => [id, status])).toEqual([[two.id, "scheduled"]]);
    expect(refused.map(({ error, now }) => [error.message, now?.status ?? null, now?.version ?? null])).toEqual([
      ["It has changed since.", "draft", 3],
      ["It was deleted since.", null, null],
    ]);
  });

  test("an undo of a retry that a worker has taken is refused, though the version is the same", async () => {
    const post = await failedWith("gave_up", ["waiting"]);
    const { undo: undoId } = await change({ action: "retry", posts: named([post]), grace_seconds: 5 });
    await sql("update posts set fence = fence + 1 where id = $1", [post.id]);
    const { changed, refused } = await undo(undoId);
    expect([changed, refused.map(({ error }) => error.message)]).toEqual([[], ["It is being published."]]);
  });

  test("an undo never sends: a scheduled post whose time has passed becomes a draft with a message", async () => {
    const post = await scheduled(60_000);
    const { undo: undoId } = await change({ action: "delete", posts: named([post]) });
    service.clock.add(120_000);
    const [back] = (await undo(undoId)).changed;
    expect([back?.status, back?.scheduled_for, back?.note]).toEqual([
      "draft",
      null,
      "Its time has passed, so it is now a draft.",
    ]);
  });

  test("an undo of a retry does not notify of the failure again", async () => {
    const post = await failedWith("gave_up", ["waiting"]);
    const told = async () =>
      (await sql("select count(*)::int as n from outbox where post_id = $1 and kind = 'post.failed'", [post.id]))
        .rows[0].n;
    const before = await told();
    const { undo: undoId } = await change({ action: "retry", posts: named([post]), grace_seconds: 5 });
    await undo(undoId);
    expect((await see(post.id)).wire.data.status).toBe("failed");
    expect(await told()).toBe(before);
  });

  test("an undo works once, for the member who made the change, within a day", async () => {
    const post = await draft();
    const { undo: undoId } = await change({ action: "delete", posts: named([post]) });
    const call = (key: string) => service.call("POST", `/v1/posts/changes/${undoId}/undo`, { key });
    expect((await call((await service.addMember("admin")).key)).status).toBe(404);
    const both = await Promise.all([call(service.org.key), call(service.org.key)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { undo: later } = await change({ action: "delete", posts: [{ id: post.id }] });
    service.clock.add(24 * hour + 1_000);
    expect((await service.call("POST", `/v1/posts/changes/${later}/undo`, { key: service.org.key })).status).toBe(404);
  });
});
