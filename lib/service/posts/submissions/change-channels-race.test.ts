import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

const { inHours, ask, submit, idOf, named, change, see, sql, setStatus, channelsOf, at } = createSubmissionCalls(
  () => fixture,
);

describe("changes of channels at the same time", () => {
  test("of a channel added and the same channel joined by a new post exactly one wins", async () => {
    for (let round = 0; round < 10; round += 1) {
      const posts = await submit();
      const answers = await Promise.all([
        change(posts, { add: [{ channel_id: channels[2], text: "Added", ...at(3) }] }),
        ask("POST", "/posts", { channels: [channels[2]], text: "Joined", submission_id: idOf(posts), draft: true }),
      ]);
      expect(answers.map(({ status }) => status < 300).sort()).toEqual([false, true]);
      expect(channelsOf(await see(posts))).toEqual([0, 1, 2]);
    }
  });

  test("a post that a worker takes at the same moment is removed unsent or stays", async () => {
    for (let round = 0; round < 10; round += 1) {
      const posts = await submit();
      const [removed] = await Promise.all([
        change(posts, { remove: named(posts.slice(1)) }),
        sql(
          "update posts set status = 'publishing', fence = fence + 1 where id = $1 and deleted_at is null and status = 'scheduled'",
          [posts[1]?.id],
        ),
      ]);
      const { rows } = await sql("select status, deleted_at from posts where id = $1", [posts[1]?.id]);
      const isGone = rows[0].deleted_at !== null;
      expect([removed.status, isGone, rows[0].status]).toEqual(
        isGone ? [200, true, "scheduled"] : [409, false, "publishing"],
      );
    }
  });

  test("a channel disconnected at the same moment is added before it, or refused", async () => {
    const own = await service.addOrganization("With channels that go");
    const [kept, ...others] = own.channelIds;
    for (const other of others.slice(0, 4)) {
      const posts = await service.create({ channels: [kept], text: "One text", scheduled_for: inHours(2) }, own.key);
      const [added, gone] = await Promise.all([
        change(posts, { add: [{ channel_id: other, text: "x", ...at(3) }] }, own.key),
        ask("POST", `/channels/${other}/disconnect`, { scheduled: "cancel" }, own.key),
      ]);
      const { rows } = await sql("select status from posts where channel_id = $1", [other]);
      expect([added.status, gone.status, rows]).toEqual(
        added.status === 200 ? [200, 200, [{ status: "canceled" }]] : [400, 200, []],
      );
    }
  });
});

describe("a disconnect that moves posts to another channel", () => {
  const connect = async (name: string): Promise<string> =>
    (await ask("POST", "/channels", { platform: "x", name })).wire.data.id;

  /** Returns how many posts the channel has of the text that are not canceled. */
  const countPosts = async (submission: string, channel: string) =>
    Number(
      (
        await sql(
          "select count(*) from posts where submission_id = $1 and channel_id = $2 and deleted_at is null and status <> 'canceled'",
          [submission, channel],
        )
      ).rows[0].count,
    );

  test("leaves the other channel one post of each text, whoever adds it at the same moment", async () => {
    for (let round = 0; round < 8; round += 1) {
      const [gone, other] = [await connect(`Gone ${round}`), await connect(`Other ${round}`)];
      const texts = [];
      for (let text = 0; text < 4; text += 1)
        texts.push(await submit({ channels: [channels[0], gone], text: `Text ${round} ${text}` }));
      const answers = await Promise.all([
        ...texts.map((posts, index) =>
          index % 2 === 0
            ? change(posts, { add: [{ channel_id: other, text: "Added", ...at(3) }] })
            : ask("POST", "/posts", {
                channels: [other],
                text: "Joined",
                submission_id: idOf(posts),
                scheduled_for: inHours(3),
              }),
        ),
        ask("POST", `/channels/${gone}/disconnect`, { scheduled: "move", move_to: other }),
      ]);
      expect(answers.at(-1)?.status).toBe(200);
      for (const posts of texts) expect([round, await countPosts(idOf(posts), other)]).toEqual([round, 1]);
    }
  });
});

test("whatever the posts' states, a change of channels is made as a whole or not at all, and leaves one post a channel", async () => {
  const status = fc.constantFrom("draft", "scheduled", "publishing", "published", "failed", "canceled");
  const part = fc.constantFrom("edit", "remove", "leave");
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(status, part), { minLength: 2, maxLength: 2 }),
      fc.subarray([0, 1, 2, 3]),
      fc.constantFrom("draft", "scheduled"),
      async (states, addedTo, next) => {
        const posts = await submit();
        for (const [index, [state]] of states.entries()) await setStatus(posts[index], state);
        const before = await see(posts);
        const pick = (what: string) => named(posts.filter((_, index) => states[index]?.[1] === what));
        const [edited, removed] = [pick("edit"), pick("remove")];
        const add = addedTo.map((index) => ({
          channel_id: channels[index],
          ...(next === "draft" ? { status: next } : at(3)),
        }));
        const { status: code } = await change(posts, {
          ...(edited.length > 0 && { posts: edited }),
          ...(removed.length > 0 && { remove: removed }),
          ...(add.length > 0 && { add }),
          text: "Other",
        });
        const after = await see(posts);
        const isFixed = ([state, what]: (typeof states)[number]) =>
          what !== "leave" && (state === "published" || state === "publishing");
        const isTwice = addedTo.some((index) => states[index] !== undefined && states[index][1] !== "remove");
        const isNothing = edited.length + removed.length + add.length === 0 || removed.length - add.length === 2;
        expect([code === 200, states, addedTo]).toEqual([
          !(states.some(isFixed) || isTwice || isNothing),
          states,
          addedTo,
        ]);
        if (code !== 200) {
          expect(after).toEqual(before);
          return;
        }
        const left = posts.filter((_, index) => states[index]?.[1] !== "remove").length;
        expect(after.posts).toHaveLength(left + add.length);
        expect(new Set(channelsOf(after)).size).toBe(after.posts.length);
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);
