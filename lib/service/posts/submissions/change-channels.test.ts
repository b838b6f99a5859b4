import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Post, Submission } from "#lib/contract/types.ts";
import {
  createSubmissionCalls,
  openSubmissionFixture,
  type SubmissionFixture,
} from "#lib/service/posts/testing/submission-fixture.ts";

let fixture: SubmissionFixture;
let service: SubmissionFixture["service"];
let channels: string[];
beforeAll(async () => {
  fixture = await openSubmissionFixture();
  ({ service, channels } = fixture);
});
afterAll(() => service.close());

const { inHours, ask, submit, idOf, named, change, see, sql, setStatus, nameOf, upload, channelsOf, textsOf, at } =
  createSubmissionCalls(() => fixture);

describe("the channels of a submission", () => {
  test("one change edits a post, removes another and adds a channel with a text of its own", async () => {
    const posts = await submit();
    const [first, second] = named(posts);
    const time = at(5);
    const add = [{ channel_id: channels[2] }, { channel_id: channels[3], text: "Only here" }];
    const { status, wire } = await change(posts, { posts: [first], remove: [second], add, text: "Fixed", ...time });
    expect([status, channelsOf(wire.data), textsOf(wire.data)]).toEqual([
      200,
      [0, 2, 3],
      ["Fixed", "Fixed", "Only here"],
    ]);
    expect(new Set(wire.data.posts.map((post: Post) => `${post.status} ${post.scheduled_for}`))).toEqual(
      new Set([`scheduled ${time.scheduled_for}`]),
    );
    expect((await ask("GET", `/posts/${second?.id}`)).status).toBe(404);
  });

  test("an undo takes the added posts back and restores the removed ones", async () => {
    const posts = await submit();
    const { wire } = await change(posts, {
      remove: named(posts.slice(1)),
      add: [{ channel_id: channels[2] }],
      text: "One text",
      ...at(2),
    });
    expect(channelsOf(await see(posts))).toEqual([0, 2]);
    expect((await ask("POST", `/posts/changes/${wire.data.undo}/undo`)).status).toBe(200);
    const after = await see(posts);
    expect([channelsOf(after), after.posts.map((post) => post.status)]).toEqual([
      [0, 1],
      ["scheduled", "scheduled"],
    ]);
    const { rows } = await sql(
      "select count(*)::int as jobs from posts where submission_id = $1 and due_at is not null",
      [idOf(posts)],
    );
    expect(rows[0].jobs).toBe(2);
  });

  test("an edit that publishes waits for its grace, and its undo returns status and time, and delivers the new text as it needs", async () => {
    const [posts, drafts] = [await submit(), await submit({ draft: true })];
    for (const before of [posts, drafts]) {
      const text = { thread: ["Fixed", "twice"], status: "publishing", grace_seconds: 5 };
      const { status, wire } = await change(before, { posts: named(before), ...text });
      expect(status).toBe(200);
      expect(wire.data.posts.map((post: Post) => post.status)).toEqual(["scheduled", "scheduled"]);
      const dueAtMs = wire.data.posts.map((post: Post) => Date.parse(post.scheduled_for ?? ""));
      expect(Math.max(...dueAtMs)).toBeLessThanOrEqual(service.clock.now().getTime() + 5_000);
      const readDeliveries = async () =>
        (await sql("select channel_id, delivery from posts where submission_id = $1 order by 1", [idOf(before)])).rows;
      const deliveries = await readDeliveries();
      expect(deliveries.map(({ delivery }) => delivery)).toContain("thread");
      expect((await ask("POST", `/posts/changes/${wire.data.undo}/undo`)).status).toBe(200);
      const after = await see(before);
      expect(textsOf(after)).toEqual(["Fixed", "Fixed"]);
      expect(after.posts.map((post) => [post.status, post.scheduled_for])).toEqual(
        before.map((post) => [post.status, post.scheduled_for]),
      );
      expect(await readDeliveries()).toEqual(deliveries);
    }
  });

  test("a grace is refused without a post to publish now, beside other channels, and while sending is paused", async () => {
    const own = await service.addOrganization("With a pause");
    const posts = await service.create(
      { channels: own.channelIds.slice(0, 1), text: "One text", scheduled_for: inHours(2) },
      own.key,
    );
    const grace = { posts: named(posts), text: "New", grace_seconds: 5 };
    const idle = await change(posts, grace, own.key);
    expect([idle.status, idle.wire.error.field]).toEqual([400, "grace_seconds"]);
    const add = [{ channel_id: own.channelIds[1] }];
    for (const other of [{ add }, { add, remove: named(posts), posts: undefined }]) {
      const apart = await change(posts, { ...grace, ...other, status: "publishing" }, own.key);
      expect([apart.status, apart.wire.error.field]).toEqual([400, "grace_seconds"]);
    }
    await ask("POST", "/pauses", { reason: "Wrong prices" }, own.key);
    const paused = await change(posts, { ...grace, status: "publishing" }, own.key);
    expect([paused.status, paused.wire.error.code]).toEqual([409, "sending_paused"]);
  });

  test("an edit that changes no channel has nothing to undo", async () => {
    const posts = await submit();
    expect((await change(posts, { posts: named(posts), text: "Other" })).wire.data.undo).toBe(null);
  });

  test("a post is not removed once anything of it is published, and the refusal names its channel", async () => {
    for (const state of ["published", "publishing"]) {
      const posts = await submit();
      await setStatus(posts[1], state);
      const { status, wire } = await change(posts, {
        posts: named(posts.slice(0, 1)),
        text: "New",
        remove: named(posts.slice(1)),
      });
      expect([status, wire.error]).toEqual([
        409,
        {
          code: "conflict",
          message: `${await nameOf(channels[1])}: A post that is ${state} can't be removed from the text. Nothing was changed.`,
        },
      ]);
      expect(textsOf(await see(posts))).toEqual(["One text", "One text"]);
    }
    const posts = await submit();
    await setStatus(posts[1], "failed");
    await sql(
      `insert into planned_parts (post_id, channel_id, number, text, part_key, state, started_at)
       values ($1, $2, 1, 'One text', $3, 'sent', now())`,
      [posts[1]?.id, channels[1], `${posts[1]?.id}.1`],
    );
    const { status, wire } = await change(posts, { remove: named(posts.slice(1)) });
    expect([status, wire.error.message]).toEqual([409, expect.stringContaining("Part 1 of the post is live")]);
  });

  test("a channel that has a post of the submission is refused by name; one removed in the same change is not", async () => {
    const posts = await submit();
    const add = [{ channel_id: channels[1], text: "Again", status: "draft" }];
    const twice = await change(posts, { add });
    expect([twice.status, twice.wire.error.message]).toEqual([
      409,
      `${await nameOf(channels[1])} already has a post of this submission.`,
    ]);
    const { wire } = await change(posts, { add, remove: named(posts.slice(1)) });
    expect([channelsOf(wire.data), textsOf(wire.data)]).toEqual([
      [0, 1],
      ["One text", "Again"],
    ]);
  });

  test("an added channel needs a text and a status, and a text that it refuses changes nothing", async () => {
    const posts = await submit();
    const long = "a".repeat(3_500);
    for (const [add, message] of [
      [{ status: "draft" }, /Send a text/],
      [{ text: "x" }, /needs status/],
      [{ text: "x", status: "scheduled" }, /needs status/],
      [{ text: long, ...at(3) }, /the limit is/],
    ] as const) {
      const { status, wire } = await change(posts, {
        posts: named(posts).map((post) => ({ ...post, text: "Changed" })),
        add: [{ channel_id: channels[2], ...add }],
      });
      expect([status, wire.error.message]).toEqual([400, expect.stringMatching(message)]);
    }
    expect(textsOf(await see(posts))).toEqual(["One text", "One text"]);
  });

  test("a change that names nothing, a post or a channel twice, or leaves no channel is refused", async () => {
    const posts = await submit();
    const extra = { channel_id: channels[2], text: "x", status: "draft" };
    for (const [json, field] of [
      [{ text: "x" }, "posts"],
      [{ posts: named(posts), remove: named(posts.slice(1)), text: "x" }, "posts"],
      [{ add: [extra, extra] }, "add"],
      [{ remove: named(posts) }, "remove"],
    ] as const) {
      const { status, wire } = await change(posts, json);
      expect([status, wire.error.field]).toEqual([400, field]);
    }
  });

  test("an unknown or disconnected channel is refused, and so is one that is paused when the post is sent now", async () => {
    const own = await service.addOrganization("With a channel that is gone");
    const [kept, gone, paused] = own.channelIds;
    const posts = await service.create({ channels: [kept], text: "One text", scheduled_for: inHours(2) }, own.key);
    await sql("update channels set removed_at = now() where id = $1", [gone]);
    for (const id of [gone, channels[0], service.clock.newId(), "nonsense"]) {
      const { status, wire } = await change(posts, { add: [{ channel_id: id, text: "x", status: "draft" }] }, own.key);
      expect([status, wire.error.message]).toEqual([400, expect.stringContaining(`"${id}"`)]);
    }
    await ask("POST", "/pauses", { channel_id: paused, reason: "Wrong prices" }, own.key);
    const now = await change(posts, { add: [{ channel_id: paused, text: "x", status: "publishing" }] }, own.key);
    expect([now.status, now.wire.error.code]).toEqual([409, "sending_paused"]);
    expect((await change(posts, { add: [{ channel_id: paused, text: "x", ...at(4) }] }, own.key)).status).toBe(200);
  });

  test("whether a channel may be added is the author's right, also when an administrator adds it", async () => {
    const member = await service.addMember("member");
    const posts = await submit({}, member.key);
    await sql("update channels set restricted = true where id = $1", [channels[3]]);
    const add = [{ channel_id: channels[3], text: "x", status: "draft" }];
    const name = await nameOf(channels[3]);
    const own = await change(posts, { add }, member.key);
    expect([own.status, own.wire.error.message]).toEqual([
      400,
      `${name} is for named members only, and you are not one of them.`,
    ]);
    const others = await change(posts, { add });
    expect([others.status, others.wire.error.message]).toEqual([
      400,
      `${name} is for named members only, and the post's author is not one of them.`,
    ]);
    await sql("update channels set restricted = false where id = $1", [channels[3]]);
    const { wire } = await change(posts, { add });
    expect(wire.data.posts.at(-1).member.id).toBe(member.memberId);
    const { rows } = await sql("select detail from outbox where member_id = $1 and kind = 'post.changed'", [
      member.memberId,
    ]);
    expect(rows.map(({ detail }) => detail.posts)).toEqual([1]);
  });

  test("a key that writes drafts only adds and removes drafts only", async () => {
    const { key } = await service.addMember("member", ["posts:read", "posts:write"]);
    const posts = await submit({ draft: true }, key);
    const planned = await submit({}, key);
    await sql("update api_keys set drafts_only = true where member_id = (select member_id from posts where id = $1)", [
      posts[0]?.id,
    ]);
    const extra = { channel_id: channels[2], text: "x" };
    expect((await change(posts, { add: [{ ...extra, ...at(3) }] }, key)).status).toBe(403);
    expect((await change(planned, { remove: named(planned.slice(1)) }, key)).status).toBe(403);
    const { status } = await change(
      posts,
      { add: [{ ...extra, status: "draft" }], remove: named(posts.slice(1)) },
      key,
    );
    expect(status).toBe(200);
  });

  test("a change of channels repeated with its idempotency key is made once", async () => {
    const posts = await submit();
    const json = { add: [{ channel_id: channels[2], text: "x", status: "draft" }], remove: named(posts.slice(1)) };
    const headers = { "idempotency-key": "other channels" };
    const one = await change(posts, json, undefined, headers);
    const two = await change(posts, json, undefined, headers);
    expect([one.status, two.status, two.text]).toEqual([200, 200, one.text]);
    expect(channelsOf(await see(posts))).toEqual([0, 2]);
  });
});

describe("the images of a submission", () => {
  const imagesOf = ({ posts }: Submission) => posts.map(({ media = [] }) => media.map(({ id }) => id));

  test("an administrator may use each of its images on every channel, whoever uploaded it", async () => {
    const author = await service.addMember("member");
    const [onFirst, onSecond, onNone] = [await upload(author.key), await upload(author.key), await upload(author.key)];
    const posts = await submit({ media: [onFirst] }, author.key);
    const [first, second] = named(posts);
    const own = await change(posts, { posts: [{ ...second, media: [onSecond] }] }, author.key);
    expect(imagesOf(own.wire.data)).toEqual([[onFirst], [onSecond]]);
    const swapped = await change(posts, {
      posts: [
        { ...first, media: [onSecond] },
        { id: second?.id, version: 2, media: [onFirst] },
      ],
      add: [{ channel_id: channels[2], text: "Added", media: [onFirst, onSecond], status: "draft" }],
    });
    expect([swapped.status, swapped.wire.data && imagesOf(swapped.wire.data)]).toEqual([
      200,
      [[onSecond], [onFirst], [onFirst, onSecond]],
    ]);
    const other = await change(posts, { posts: [{ id: first?.id, version: 2, media: [onNone] }] });
    expect([other.status, other.wire.error.message]).toEqual([400, expect.stringContaining(`"${onNone}"`)]);
  });
});

describe("a removed post and the post that took its place", () => {
  /** A submission whose second channel was removed and added again. */
  async function replace() {
    const posts = await submit();
    const { wire } = await change(posts, { remove: named(posts.slice(1)) });
    const add = [{ channel_id: channels[1], text: "Again", ...at(3) }];
    expect((await change(posts, { add })).status).toBe(200);
    const sentence = `${await nameOf(channels[1])} already has a post of this text. Delete that post first, then restore this one.`;
    return { posts, removed: posts[1], undo: wire.data.undo, sentence };
  }

  test("a restore of the removed post is refused by every way while its channel has another post", async () => {
    const { posts, removed, undo, sentence } = await replace();
    const one = await ask("POST", `/posts/${removed?.id}/restore`);
    const many = await ask("POST", "/posts/changes", { action: "restore", posts: [{ id: removed?.id }] });
    const whole = await ask("POST", `/submissions/${idOf(posts)}/changes`, { action: "restore" });
    const back = await ask("POST", `/posts/changes/${undo}/undo`);
    expect([one.status, one.wire.error.message]).toEqual([409, sentence]);
    expect([whole.status, whole.wire.error.message]).toEqual([409, `${sentence} Nothing was changed.`]);
    for (const { wire } of [many, back])
      expect([wire.data.changed, wire.data.refused[0].error.message]).toEqual([[], sentence]);
    expect(textsOf(await see(posts))).toEqual(["One text", "Again"]);
  });

  test("a restore of the whole text brings back the newest post of each channel", async () => {
    const { posts } = await replace();
    expect((await ask("DELETE", `/submissions/${idOf(posts)}`)).status).toBe(200);
    expect((await ask("POST", `/submissions/${idOf(posts)}/changes`, { action: "restore" })).status).toBe(200);
    expect(textsOf(await see(posts))).toEqual(["One text", "Again"]);
  });

  test("of a restore and the same channel added at the same moment exactly one wins", async () => {
    for (let round = 0; round < 10; round += 1) {
      const posts = await submit();
      await change(posts, { remove: named(posts.slice(1)) });
      const answers = await Promise.all([
        ask("POST", `/posts/${posts[1]?.id}/restore`),
        change(posts, { add: [{ channel_id: channels[1], text: "Again", ...at(3) }] }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(channelsOf(await see(posts))).toEqual([0, 1]);
    }
  });
});
