import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Post } from "#lib/contract/types.ts";
import {
  openPartiallyPublishedFixture,
  type PartiallyPublishedFixture,
} from "#lib/service/publishing/testing/partially-published-fixture.ts";

let stage: PartiallyPublishedFixture;
beforeAll(async () => {
  stage = await openPartiallyPublishedFixture();
  await stage.startWorker();
});
afterAll(() => stage.close());

const thread = (name: string, ...rest: string[]) => [`${name} 1`, `${name} 2`, ...rest];
const outOf = (post: Post) => post.progress?.filter((part) => part.state === "sent").length;
/** Returns the published items of a thread with these texts, each a reply to the previous one. */
const chained = (texts: string[]) => texts.map((text, at) => [text, texts[at - 1] ?? null]);
const retry = (post: Post, json = {}) => stage.call("POST", post, "/retry", json);
const sentTimes = (text: string) => stage.platform.requests.filter((part) => part.text === text).length;

describe("a partially published thread", () => {
  test("a failed thread shows the number of published parts, their links, and the failed part with its reason", async () => {
    const post = await stage.halfSent("Told");
    expect(post.error).toBe(
      "X rejected part 3 of 5: “It does not like this”. 2 of 5 published. Edit the rest and continue with part 3, or take the published parts down.",
    );
    expect([outOf(post), post.failure]).toEqual([2, { cause: "rejected", part: 3, reason: "It does not like this." }]);
    expect(post.published_urls).toHaveLength(2);
  });

  test("a retry continues at the first unpublished part, as a reply to the previous one, with the current text", async () => {
    const post = await stage.halfSent("Mended");
    const words = thread("Mended", "Mended three", "Mended new", "Mended 5");
    const { status, wire } = await stage.patch(post, { thread: words });
    expect([status, wire.data.status, outOf(wire.data)]).toEqual([200, "failed", 2]);
    expect((await retry(post)).status).toBe(200);
    const done = await stage.statusIs(post, "published");
    expect(done.published_urls).toHaveLength(5);
    expect(stage.standing("Mended")).toEqual(chained(words));
    expect([sentTimes("Mended 1"), sentTimes("Mended 2")]).toEqual([1, 1]);
  });

  test("a thread is edited and retried in one step, with more or fewer parts than before", async () => {
    for (const [name, rest] of [
      ["Longer", ["a", "b", "c", "d", "e"]],
      ["Shorter", ["a"]],
      ["Ends there", []],
    ] as const) {
      const post = await stage.halfSent(name);
      const words = thread(name, ...rest.map((word) => `${name} ${word}`));
      const { wire } = await stage.patch(post, { thread: words, status: "publishing" });
      expect(wire.data.scheduled_for).toBe(post.scheduled_for);
      await stage.statusIs(post, "published");
      expect(stage.standing(name)).toEqual(chained(words));
    }
  });

  test.for([
    [
      "another first part",
      { thread: ["Other", "Held 2", "Held 3"] },
      /^Parts 1 to 2 of the post are live.*Part 1 can't/,
    ],
    ["the parts that are out changed over", { thread: ["Held 2", "Held 1", "Held 3"] }, /Part 1 can't be changed/],
    ["one of them left out", { thread: ["Held 1"] }, /Part 2 can't be changed/],
    ["one text", { text: "Held 1" }, /Part 2 can't be changed/],
    ["a part before them", { thread: ["New", "Held 1", "Held 2"] }, /Part 1 can't be changed/],
    ["back to draft", { status: "draft" }, /continued or taken down/],
    ["a time", { status: "scheduled", scheduled_for: "2099-01-01T00:00:00Z" }, /is more than|can't be scheduled/],
  ] as const)("%s is refused as a change and changes nothing", async ([, change, message]) => {
    const post = await stage.halfSent("Held");
    const { status, wire } = await stage.patch(post, change);
    expect([409, 400]).toContain(status);
    expect(wire.error.message).toMatch(message);
    expect(await stage.see(post)).toEqual(post);
  });

  test("a change of an outdated version, or with a part too long for its platform, is refused", async () => {
    const post = await stage.halfSent("Guarded");
    const words = thread("Guarded", "Guarded three");
    const old = await stage.patch({ ...post, version: (post.version ?? 0) - 1 }, { thread: words });
    expect([old.status, old.wire.error.code]).toEqual([409, "conflict"]);
    const long = await stage.patch(post, { thread: [...words, "a".repeat(281)] });
    expect([long.status, long.wire.error.message]).toEqual([400, expect.stringMatching(/part 4 has 281.*280/)]);
    expect(await stage.see(post)).toEqual(post);
  });

  test("an account with lower limits than at planning gets a new plan for the rest; published parts stay", async () => {
    const post = await stage.halfSent("Limits");
    await stage.pool.query(`update channels set told = '{"maxCharacters": 8}' where id = $1`, [post.channel_id]);
    stage.state.refuses = () => false;
    await retry(post);
    const failed = await stage.statusIs(post, "failed");
    await stage.pool.query("update channels set told = '{}' where id = $1", [post.channel_id]);
    expect(failed.error).toMatch(/^X rejected part 3 of 5: “part 3 has \d+ characters and the limit is 8/);
    await retry(failed);
    await stage.statusIs(post, "published");
    expect(stage.standing("Limits").map(([text]) => text)).toEqual(post.posts.map(({ text }) => text));
    expect(sentTimes("Limits 1")).toBe(1);
  });

  test("a thread with an unconfirmed part continues below what the author saw, whatever follows it now", async () => {
    const post = await stage.halfSent("Unsure");
    stage.state.loses = (text) => text === "Unsure lost";
    stage.state.shows = false;
    await stage.patch(post, { thread: thread("Unsure", "Unsure lost", "Unsure 4"), status: "publishing" });
    const unsure = await stage.statusIs(post, "failed");
    expect(unsure.failure).toEqual({ cause: "unconfirmed", part: 3, reason: null });
    const other = await stage.patch(unsure, { thread: thread("Unsure", "Unsure other") });
    expect([other.status, other.wire.error.message]).toEqual([409, expect.stringContaining("Part 3 can't be changed")]);
    const rest = { thread: thread("Unsure", "Unsure lost", "Unsure last") };
    expect((await stage.patch(unsure, { ...rest, status: "publishing" })).status).toBe(409);
    const { wire } = await stage.patch(unsure, rest);
    expect((await retry(wire.data)).status).toBe(400);
    await retry(wire.data, { unconfirmed: "is_there" });
    await stage.statusIs(post, "published");
    stage.state.loses = () => false;
    stage.state.shows = true;
    // The part that counts as published on the author's word has no id, so the last part replies to the one before it.
    expect(stage.standing("Unsure")).toEqual([...chained(thread("Unsure")), ["Unsure last", "Unsure 2"]]);
    expect(sentTimes("Unsure lost")).toBe(1);
  });

  test("a published part is never sent again, whatever is edited after it and wherever the next run stops", async () => {
    const points = fc.constantFrom("taken" as const, "sending" as const, "answered" as const, "saved" as const);
    const run = fc.tuple(points, fc.integer({ min: 3, max: 5 }), fc.integer({ min: 1, max: 3 }));
    let serial = 0;
    await fc.assert(
      fc.asyncProperty(run, async ([at, part, extra]) => {
        serial += 1;
        const name = `Crash${serial}`;
        const post = await stage.halfSent(name);
        const words = thread(name, ...Array.from({ length: extra + 2 }, (_, index) => `${name} ${index + 3}`));
        stage.state.crash = { at, part: at === "taken" ? 0 : part };
        await stage.patch(post, { thread: words, status: "publishing" });
        await stage.statusIs(post, "published");
        expect(stage.state.crash).toBeNull();
        expect(stage.standing(name)).toEqual(chained(words));
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });
});
