import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BulkAnswer, BulkChange, Post } from "#lib/contract/types";
import { openTestService, type TestService } from "#lib/service/http/testing";

let service: TestService;
let x = "";
let bluesky = "";
beforeAll(async () => {
  service = await openTestService();
  [x = "", bluesky = ""] = service.org.channelIds;
});
afterAll(() => service.close());

const soon = (ms: number) => new Date(service.clock.now().getTime() + ms).toISOString();
const hour = 3_600_000;
async function make(json: Record<string, unknown> = {}, key?: string): Promise<Post> {
  const [post] = await service.create({ channels: [x], text: "Hello", ...json }, key);
  if (!post) throw new Error("no post");
  return post;
}
const draft = (json = {}) => make({ draft: true, ...json });
const scheduled = (ms = hour, json = {}) => make({ scheduled_for: soon(ms), ...json });
const ask = (json: unknown, key = service.org.key) => service.call("POST", "/v1/posts/changes", { key, json });
async function change(json: BulkChange, key?: string): Promise<BulkAnswer> {
  const { status, text, wire } = await ask(json, key);
  if (status !== 200) throw new Error(`expected 200, got ${status}: ${text}`);
  return wire.data;
}
async function undo(id: string | null): Promise<BulkAnswer> {
  const { status, text, wire } = await service.call("POST", `/v1/posts/changes/${id}/undo`, { key: service.org.key });
  if (status !== 200) throw new Error(`expected 200, got ${status}: ${text}`);
  return wire.data;
}
const see = (id: string) => service.call("GET", `/v1/posts/${id}`, { key: service.org.key });
const sql = (text: string, values: unknown[]) => service.database.pool.query(text, values);
const named = (posts: readonly Post[]) => posts.map(({ id, version }) => ({ id, version }));
async function inStatus(status: string): Promise<Post> {
  const post = await make();
  const failure = status === "failed" ? ", failure_cause = 'rejected', error = 'No.', attempts = 3" : "";
  const due =
    status === "scheduled" ? `, scheduled_for = '${soon(hour)}', due_at = '${soon(hour)}'` : ", due_at = null";
  const gone = status === "published" ? ", published_at = now()" : "";
  await sql(`update posts set status = $2${due}${failure}${gone} where id = $1`, [post.id, status]);
  return (await see(post.id)).wire.data;
}

describe("a change of many posts", () => {
  test("does or refuses each by itself and says exactly which", async () => {
    const [one, two, on, other] = [await draft(), await scheduled(), await inStatus("publishing"), await draft()];
    const foreign = await make({ draft: true }, (await service.addMember("member")).key);
    const posts = [...named([one, two, on]), { id: other.id, version: 7 }, { id: foreign.id }, { id: "nonsense" }];
    const { changed, refused } = await change({ action: "delete", posts });
    expect(changed.map(({ id, version }) => [id, version])).toEqual([
      [one.id, 2],
      [two.id, 2],
    ]);
    expect(refused.map(({ id, error, now }) => [id, error.code, now?.status ?? null, now?.version ?? null])).toEqual([
      [on.id, "conflict", "publishing", 1],
      [other.id, "conflict", "draft", 1],
      [foreign.id, "not_found", null, null],
      ["nonsense", "not_found", null, null],
    ]);
    expect((await see(one.id)).status).toBe(404);
    expect((await see(other.id)).status).toBe(200);
  });

  test("counts a post that is named twice once", async () => {
    const post = await draft();
    const posts = [{ id: post.id }, { id: post.id.toUpperCase() }];
    const { changed, refused } = await change({ action: "delete", posts });
    expect([changed.length, refused.length]).toEqual([1, 0]);
  });

  test("that was refused for all of them has nothing to undo", async () => {
    const answer = await change({ action: "cancel", posts: [{ id: (await draft()).id }] });
    expect([answer.undo, answer.undo_until]).toEqual([null, null]);
  });

  test("by a filter changes all that match, of the caller's own", async () => {
    const { key } = await service.addMember("member");
    const mine = await make({ draft: true, channels: [bluesky] }, key);
    const others = await make({ draft: true, channels: [x] }, key);
    const answer = await change({ action: "delete", filter: { status: ["draft"], channel: [bluesky] } }, key);
    expect(answer.changed.map(({ id }) => id)).toEqual([mine.id]);
    expect((await service.call("GET", `/v1/posts/${others.id}`, { key })).status).toBe(200);
    const { changed } = await change({ action: "restore", filter: { deleted: "true" } }, key);
    expect(changed.map(({ id }) => id)).toEqual([mine.id]);
  });

  test("by a filter is for one's own posts only, an administrator's too", async () => {
    const { memberId } = await service.addMember("member");
    const answer = await ask({ action: "delete", filter: { member: memberId } });
    expect([answer.status, answer.wire.error.code]).toEqual([403, "forbidden"]);
  });

  test("of a thousand posts is one transaction; of more it is refused, with the limit said", async () => {
    const { key, memberId } = await service.addMember("member");
    const first = await make({ draft: true }, key);
    await sql(
      `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points)
       select gen_random_uuid(), org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points
       from posts, generate_series(1, 999) where id = $1`,
      [first.id],
    );
    const { changed } = await change(
      { action: "schedule", posts: await idsOf(memberId, (at) => soon(hour + at)) },
      key,
    );
    expect(changed).toHaveLength(1_000);
    expect((await change({ action: "delete", filter: {} }, key)).changed).toHaveLength(1_000);
    expect((await change({ action: "restore", filter: { deleted: "true" } }, key)).changed).toHaveLength(1_000);
    await make({ draft: true }, key);
    const { status, wire } = await ask({ action: "delete", filter: {} }, key);
    expect([status, wire.error.message]).toEqual([400, expect.stringContaining("More than 1,000 posts match")]);
  }, 60_000);

  async function idsOf(memberId: string, time: (at: number) => string) {
    const { rows } = await sql("select id from posts where member_id = $1 order by id", [memberId]);
    return rows.map(({ id }, at) => ({ id, scheduled_for: time(at) }));
  }
});

describe("what each action does", () => {
  test("schedule gives each its own time and wakes for it; a time that can't be is refused for that post", async () => {
    const posts = [await draft(), await draft(), await draft(), await draft(), await inStatus("failed")];
    const times = [soon(hour), soon(-61_000), soon(3 * 366 * 24 * hour), "2027-01-01", soon(hour)];
    service.woken.length = 0;
    const { changed, refused } = await change({
      action: "schedule",
      posts: posts.map(({ id }, at) => ({ id, scheduled_for: times[at] })),
    });
    expect(changed.map((one) => [one.status, one.scheduled_for])).toEqual([["scheduled", times[0]]]);
    expect(service.woken.map(({ at }) => at.toISOString())).toEqual([times[0]]);
    expect(refused.map(({ error }) => error.message)).toEqual([
      "scheduled_for is in the past.",
      "scheduled_for is more than 2 years ahead.",
      expect.stringContaining("must end in Z or an offset"),
      "A post that is failed can't be scheduled.",
    ]);
  });

  test("schedule from a start keeps the gaps between the posts", async () => {
    const posts = [await scheduled(5 * hour), await scheduled(3 * hour), await draft(), await scheduled(10 * hour)];
    const start = soon(48 * hour);
    const { changed, refused } = await change({ action: "schedule", posts: named(posts), start });
    const gaps = changed.map((one) => Date.parse(one.scheduled_for ?? "") - Date.parse(start));
    expect(gaps.map((ms) => Math.round(ms / hour))).toEqual([2, 0, 7]);
    expect(refused.map(({ error }) => error.message)).toEqual([expect.stringContaining("no time yet")]);
  });

  test("publish waits out its grace as a scheduled post, so the calendar shows it on the day it goes out", async () => {
    const post = await draft();
    await sql("update posts set created_at = now() - interval '40 days' where id = $1", [post.id]);
    service.woken.length = 0;
    const answer = await change({ action: "publish", posts: named([post]), grace_seconds: 5 });
    const [changed] = answer.changed;
    expect(changed?.status).toBe("scheduled");
    const inMs = Date.parse(changed?.scheduled_for ?? "") - service.clock.now().getTime();
    expect(inMs > 3_000 && inMs <= 5_000).toBe(true);
    expect(service.woken.map(({ at }) => at.toISOString())).toEqual([changed?.scheduled_for]);
    expect(answer.undo_until).toBe(changed?.scheduled_for);
  });

  test("publish without grace is on its way at once, with the time it was sent off", async () => {
    const [changed] = (await change({ action: "publish", posts: named([await scheduled()]) })).changed;
    expect(changed?.status).toBe("publishing");
    expect(Math.abs(Date.parse(changed?.scheduled_for ?? "") - service.clock.now().getTime())).toBeLessThan(2_000);
  });

  test("retry sends failed posts again after its grace, and asks for a word where nobody answered", async () => {
    const [failed, silent] = [await inStatus("failed"), await inStatus("failed")];
    await sql("update posts set failure_cause = 'unconfirmed', failure_part = 1 where id = $1", [silent.id]);
    const { changed, refused } = await change({ action: "retry", posts: named([failed, silent]), grace_seconds: 5 });
    expect(changed.map(({ id, status }) => [id, status])).toEqual([[failed.id, "publishing"]]);
    expect((await see(failed.id)).wire.data).toMatchObject({ error: null, attempts: 0 });
    expect(refused.map(({ error }) => error.message)).toEqual([
      expect.stringContaining("may already stand on the platform"),
    ]);
  });

  test("a draft that its platform would refuse is not scheduled, and says why", async () => {
    const post = await draft({ text: "x".repeat(300) });
    for (const json of [
      { action: "publish", posts: named([post]) },
      { action: "schedule", posts: [{ id: post.id, scheduled_for: soon(hour) }] },
    ] as BulkChange[]) {
      const { refused } = await change(json);
      expect(refused.map(({ error }) => error.message)).toEqual([expect.stringContaining("the limit is 280")]);
    }
  });

  test("nothing is done to a post of which a part is out, or may be", async () => {
    const post = await inStatus("failed");
    await sql(
      `insert into planned_parts (post_id, channel_id, number, text, part_key, state)
       values ($1::uuid, $2, 1, 'text', $1::text || '.1', 'sent')`,
      [post.id, x],
    );
    const { refused } = await change({ action: "draft", posts: named([post]) });
    expect(refused.map(({ error }) => error.message)).toEqual([expect.stringContaining("Part 1 of the post is out")]);
  });

  const from = {
    delete: ["draft", "scheduled", "published", "failed", "canceled"],
    restore: [],
    cancel: ["scheduled"],
    retry: ["failed"],
    draft: ["scheduled", "failed", "canceled"],
    schedule: ["draft", "scheduled", "canceled"],
    publish: ["draft", "scheduled"],
  } as const;
  const statuses = ["draft", "scheduled", "publishing", "published", "failed", "canceled"] as const;
  test.for(Object.keys(from) as (keyof typeof from)[])("%s is done from where it makes sense only", async (action) => {
    const done: string[] = [];
    for (const status of statuses) {
      const post = await inStatus(status);
      const time = action === "schedule" ? { scheduled_for: soon(2 * hour) } : {};
      const { changed } = await change({ action, posts: [{ id: post.id, ...time }] });
      if (changed.length > 0) done.push(status);
      else expect((await see(post.id)).wire.data).toEqual(post);
    }
    expect(done).toEqual([...from[action]]);
  });
});

describe("what can't be meant changes nothing", () => {
  const id = "019a6f00-0000-7000-8000-0000000000a1";
  const many = (count: number) => Array.from({ length: count }, () => ({ id }));
  test.for([
    { title: "neither posts nor a filter", json: { action: "delete" }, says: /either posts or a filter/ },
    { title: "posts and a filter", json: { action: "delete", posts: [{ id }], filter: {} }, says: /either posts or a/ },
    { title: "an unknown action", json: { action: "explode", posts: [{ id }] }, says: /action must be one of delete/ },
    { title: "no posts", json: { action: "delete", posts: [] }, says: /at least 1 element/ },
    { title: "1,001 posts", json: { action: "delete", posts: many(1_001) }, says: /at most 1000 elements/ },
    {
      title: "100,000 posts",
      json: { action: "delete", posts: many(100_000) },
      says: /1 MB|1,048,576|at most/,
      is: 413,
    },
    {
      title: "an unknown status",
      json: { action: "delete", filter: { status: ["gone"] } },
      says: /must be one of draft/,
    },
    {
      title: "a time for a deletion",
      json: { action: "delete", posts: [{ id }], start: "2027-01-01T00:00:00Z" },
      says: /Only the action schedule/,
    },
    {
      title: "two kinds of time",
      json: {
        action: "schedule",
        posts: [{ id, scheduled_for: "2027-01-01T00:00:00Z" }],
        start: "2027-01-01T00:00:00Z",
      },
      says: /not both/,
    },
    { title: "a filter without a start", json: { action: "schedule", filter: {} }, says: /need a start/ },
    {
      title: "a start in the year 9999",
      json: { action: "schedule", filter: {}, start: "9999-01-01T00:00:00Z" },
      says: /start is more than 2 years ahead/,
    },
    {
      title: "a start that is past",
      json: { action: "schedule", filter: {}, start: "2020-01-01T00:00:00Z" },
      says: /start is in the past/,
    },
    {
      title: "grace for a deletion",
      json: { action: "delete", posts: [{ id }], grace_seconds: 5 },
      says: /Only publish and retry/,
    },
    {
      title: "an hour of grace",
      json: { action: "publish", posts: [{ id }], grace_seconds: 3600 },
      says: /at most 30/,
    },
    {
      title: "a word for a deletion",
      json: { action: "delete", posts: [{ id }], unconfirmed: "is_there" },
      says: /Only a retry/,
    },
  ])("$title", async ({ json, says, is = 400 }) => {
    const { status, wire } = await ask(json);
    expect([status, wire.error.message]).toEqual([is, expect.stringMatching(says)]);
  });
});

describe("an undo", () => {
  /** All of the post that is stored, but for what each change counts up. */
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

  test.for(cases)("of $title brings back the stored rows exactly", async ({ from, json: { time, ...json } }) => {
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

  test("leads step by step back through several changes of the same posts", async () => {
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

  test("of a post that changed since is refused with the newer state, and the others are done", async () => {
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

  test("of a retry that was taken meanwhile is refused, though its version is the same", async () => {
    const post = await failedWith("gave_up", ["waiting"]);
    const { undo: undoId } = await change({ action: "retry", posts: named([post]), grace_seconds: 5 });
    await sql("update posts set fence = fence + 1 where id = $1", [post.id]);
    const { changed, refused } = await undo(undoId);
    expect([changed, refused.map(({ error }) => error.message)]).toEqual([[], ["It is going out."]]);
  });

  test("never sends: what was scheduled for a time that has passed comes back as a draft, and says so", async () => {
    const post = await scheduled(60_000);
    const { undo: undoId } = await change({ action: "delete", posts: named([post]) });
    service.clock.add(120_000);
    const [back] = (await undo(undoId)).changed;
    expect([back?.status, back?.scheduled_for, back?.note]).toEqual([
      "draft",
      null,
      "Its time has passed, so it came back as a draft.",
    ]);
  });

  test("of a retry tells nobody of the failure anew", async () => {
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

  test("is done once, by whoever made the change, within a day", async () => {
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
