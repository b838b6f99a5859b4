import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BulkChange } from "#lib/contract/types.ts";
import {
  ask,
  bluesky,
  change,
  close,
  createFixturePost,
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
  x,
} from "#lib/service/posts/testing/bulk-action-fixture.ts";

beforeAll(open);
afterAll(close);

describe("a change of many posts", () => {
  test("each post succeeds or fails by itself and is listed", async () => {
    const [one, two, on, other] = [await draft(), await scheduled(), await inStatus("publishing"), await draft()];
    const elsewhere = await service.addOrganization("Elsewhere");
    const foreign = await createFixturePost({ draft: true, channels: [elsewhere.channelIds[0]] }, elsewhere.key);
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

  test("a post that is named twice counts once", async () => {
    const post = await draft();
    const posts = [{ id: post.id }, { id: post.id.toUpperCase() }];
    const { changed, refused } = await change({ action: "delete", posts });
    expect([changed.length, refused.length]).toEqual([1, 0]);
  });

  test("a change refused for every post has no undo", async () => {
    const answer = await change({ action: "cancel", posts: [{ id: (await draft()).id }] });
    expect([answer.undo, answer.undo_until]).toEqual([null, null]);
  });

  test("a filter changes all matching posts of the caller", async () => {
    const { key } = await service.addMember("member");
    const mine = await createFixturePost({ draft: true, channels: [bluesky] }, key);
    const others = await createFixturePost({ draft: true, channels: [x] }, key);
    const answer = await change({ action: "delete", filter: { status: ["draft"], channel: [bluesky] } }, key);
    expect(answer.changed.map(({ id }) => id)).toEqual([mine.id]);
    expect((await service.call("GET", `/v1/posts/${others.id}`, { key })).status).toBe(200);
    const { changed } = await change({ action: "restore", filter: { deleted: "true" } }, key);
    expect(changed.map(({ id }) => id)).toEqual([mine.id]);
  });

  test("a filter changes only one's own posts, also for an administrator, unless it names others", async () => {
    const { memberId, key } = await service.addMember("member");
    const theirs = await createFixturePost({ draft: true, text: "Filtered by author" }, key);
    expect((await change({ action: "delete", filter: { q: "Filtered author" } })).changed).toEqual([]);
    const refused = await ask({ action: "delete", filter: { member: service.org.memberId } }, key);
    expect([refused.status, refused.wire.error.code]).toEqual([403, "forbidden"]);
    const { changed } = await change({ action: "delete", filter: { member: memberId, q: "Filtered author" } });
    expect(changed.map(({ id }) => id)).toEqual([theirs.id]);
  });

  test("a thousand posts are one transaction; more are refused with the limit", async () => {
    const { key, memberId } = await service.addMember("member");
    const first = await createFixturePost({ draft: true }, key);
    await sql(
      `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points)
       select gen_random_uuid(), org_id, member_id, gen_random_uuid(), channel_id, platform, status, delivery, parts, points
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
    await createFixturePost({ draft: true }, key);
    const { status, wire } = await ask({ action: "delete", filter: {} }, key);
    expect([status, wire.error.message]).toEqual([400, expect.stringContaining("More than 1,000 posts match")]);
  }, 60_000);

  async function idsOf(memberId: string, time: (at: number) => string) {
    const { rows } = await sql("select id from posts where member_id = $1 order by id", [memberId]);
    return rows.map(({ id }, at) => ({ id, scheduled_for: time(at) }));
  }
});

describe("each action", () => {
  test("schedule gives each post its own time and wakes the worker; an invalid time is refused for that post", async () => {
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

  test("schedule with a start keeps the gaps between the posts", async () => {
    const posts = [await scheduled(5 * hour), await scheduled(3 * hour), await draft(), await scheduled(10 * hour)];
    const start = soon(48 * hour);
    const { changed, refused } = await change({ action: "schedule", posts: named(posts), start });
    const gaps = changed.map((one) => Date.parse(one.scheduled_for ?? "") - Date.parse(start));
    expect(gaps.map((ms) => Math.round(ms / hour))).toEqual([2, 0, 7]);
    expect(refused.map(({ error }) => error.message)).toEqual([expect.stringContaining("no time yet")]);
  });

  test("publish with grace leaves the post scheduled, and the calendar shows it on the day it is published", async () => {
    const post = await draft();
    await sql("update posts set created_at = now() - interval '40 days' where id = $1", [post.id]);
    service.woken.length = 0;
    const before = soon(0);
    const answer = await change({ action: "publish", posts: named([post]), grace_seconds: 5 });
    const inMs = Date.parse(answer.changed[0]?.scheduled_for ?? "") - Date.parse(before);
    expect([inMs >= 5_000, inMs <= Date.parse(soon(5_000)) - Date.parse(before)]).toEqual([true, true]);
    const [changed] = answer.changed;
    expect(changed?.status).toBe("scheduled");
    expect(service.woken.map(({ at }) => at.toISOString())).toEqual([changed?.scheduled_for]);
    expect(answer.undo_until).toBe(changed?.scheduled_for);
    const { rows } = await sql("select kind, detail from post_events where post_id = $1 order by at desc limit 1", [
      post.id,
    ]);
    // The history says that the member published it, not that it was edited.
    expect(rows).toMatchObject([{ kind: "edited", detail: { from: "draft", status: "publishing" } }]);
  });

  test("publish without grace begins at once and records the time", async () => {
    const posts = named([await scheduled()]);
    const before = soon(0);
    const [changed] = (await change({ action: "publish", posts })).changed;
    expect(changed?.status).toBe("publishing");
    const inOrder = [before, changed?.scheduled_for, soon(0)];
    expect(inOrder.toSorted()).toEqual(inOrder);
  });

  test("retry sends failed posts again after its grace, and an unconfirmed post requires the member's answer", async () => {
    const [failed, silent] = [await inStatus("failed"), await inStatus("failed")];
    await sql("update posts set failure_cause = 'unconfirmed', failure_part = 1 where id = $1", [silent.id]);
    const { changed, refused } = await change({ action: "retry", posts: named([failed, silent]), grace_seconds: 5 });
    expect(changed.map(({ id, status }) => [id, status])).toEqual([[failed.id, "publishing"]]);
    expect((await see(failed.id)).wire.data).toMatchObject({ error: null, attempts: 0 });
    expect(refused.map(({ error }) => error.message)).toEqual([
      expect.stringContaining("may already be on the platform"),
    ]);
  });

  test("a draft that its platform would reject is not scheduled, and the answer says why", async () => {
    const post = await draft({ text: "x".repeat(300) });
    for (const json of [
      { action: "publish", posts: named([post]) },
      { action: "schedule", posts: [{ id: post.id, scheduled_for: soon(hour) }] },
    ] as BulkChange[]) {
      const { refused } = await change(json);
      expect(refused.map(({ error }) => error.message)).toEqual([expect.stringContaining("the limit is 280")]);
    }
  });

  test("a post with a part that is or may be live is not changed", async () => {
    const post = await inStatus("failed");
    await sql(
      `insert into planned_parts (post_id, channel_id, number, text, part_key, state)
       values ($1::uuid, $2, 1, 'text', $1::text || '.1', 'sent')`,
      [post.id, x],
    );
    const { refused } = await change({ action: "draft", posts: named([post]) });
    expect(refused.map(({ error }) => error.message)).toEqual([expect.stringContaining("Part 1 of the post is live")]);
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
  test.for(Object.keys(from) as (keyof typeof from)[])("%s works only from its valid statuses", async (action) => {
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

describe("an invalid change is rejected:", () => {
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
      type: 413,
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
    { title: "a filter without a start", json: { action: "schedule", filter: {} }, says: /requires a start/ },
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
  ])("$title", async ({ json, says, type = 400 }) => {
    const { status, wire } = await ask(json);
    expect([status, wire.error.message]).toEqual([type, expect.stringMatching(says)]);
  });
});
