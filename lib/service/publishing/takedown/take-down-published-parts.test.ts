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

const takeDown = (post: Post, json = {}) => stage.call("POST", post, "/take-down", json);
const texts = (name: string) => stage.standing(name).map(([text]) => text);
const retry = (post: Post, json = {}) => stage.call("POST", post, "/retry", json);
const toldOf = async (post: Post) => {
  const { wire } = await stage.call("GET", post, "/events");
  const found = wire.data.filter(({ kind }: { kind: string }) => kind === "taken_down");
  return found.map(({ detail }: { detail: unknown }) => detail);
};

describe("taking down the published parts of a failed thread", () => {
  test("a takedown leaves a draft with the same text, which can be edited and published as new items", async () => {
    const post = await stage.halfSent("Whole");
    const { status, wire } = await takeDown(post);
    expect([status, texts("Whole")]).toEqual([200, []]);
    expect(wire.data).toMatchObject({ status: "draft", error: null, failure: null, published_urls: [], progress: [] });
    expect(wire.data.posts).toEqual(post.posts);
    expect(await toldOf(post)).toEqual([{ down: 2, of: 2 }]);
    const words = ["Whole 1", "Whole two", "Whole 3"];
    const sent = await stage.patch(wire.data, { thread: words, status: "publishing" });
    expect(sent.status).toBe(200);
    await stage.statusIs(post, "published");
    expect(stage.standing("Whole")).toEqual(words.map((text, at) => [text, words[at - 1] ?? null]));
    const keys = stage.platform.requests.filter(({ text }) => text === "Whole 1").map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });

  test("a takedown stops at a part that remains, reports the number removed, and the post can be continued", async () => {
    const post = await stage.halfSent("Stays");
    stage.state.removes = (text) => text !== "Stays 1";
    const { status, wire } = await takeDown(post);
    expect([status, wire.error.message]).toEqual([503, expect.stringMatching(/^1 of 2 parts were taken down: part 1/)]);
    const seen = await stage.see(post);
    expect([seen.status, seen.published_urls.length, texts("Stays")]).toEqual(["failed", 1, ["Stays 1"]]);
    expect(seen.error).toBe(
      "1 part was taken down from X. 1 of 5 published. Continue with part 2, or take down the rest.",
    );
    expect(await toldOf(post)).toEqual([{ down: 1, of: 2 }]);
    stage.state.refuses = () => false;
    await retry(seen);
    await stage.statusIs(post, "published");
    const words = post.posts.map(({ text }) => text);
    expect(stage.standing("Stays")).toEqual(words.map((text, at) => [text, words[at - 1] ?? null]));
    expect(stage.platform.requests.filter(({ text }) => text === "Stays 1")).toHaveLength(1);
    stage.state.removes = () => true;
  });

  test("a takedown that removes nothing says so and changes nothing; a repeat continues with what remains", async () => {
    const post = await stage.halfSent("Again");
    stage.state.removes = () => false;
    const refused = await takeDown(post);
    expect([refused.status, refused.wire.error.message]).toEqual([
      503,
      expect.stringMatching(/^Nothing was taken down/),
    ]);
    const { status, error, progress } = await stage.see(post);
    expect({ status, error, progress }).toEqual({ status: "failed", error: post.error, progress: post.progress });
    stage.state.removes = () => true;
    expect((await takeDown(post)).wire.data.status).toBe("draft");
    expect(texts("Again")).toEqual([]);
  });

  test("a takedown locks the post: nothing is sent, changed or deleted meanwhile", async () => {
    const post = await stage.halfSent("Held");
    const answers: number[] = [];
    stage.state.removes = () => true;
    stage.state.beforeRemove = async () => {
      const now = await stage.see(post);
      for (const asked of [
        retry(now),
        stage.patch(now, { thread: ["Held 1", "Held 2", "Held x"] }),
        stage.call("DELETE", now),
        takeDown(now),
      ]) {
        answers.push((await asked).status);
      }
    };
    expect((await takeDown(post)).status).toBe(200);
    stage.state.beforeRemove = () => Promise.resolve();
    expect(answers).toEqual(Array.from({ length: 8 }, () => 409));
    expect((await stage.see(post)).status).toBe("draft");
  });

  test("a takedown by a process that ended early continues after its lease", async () => {
    const post = await stage.halfSent("Ended");
    await stage.pool.query("update posts set lease_until = $2 where id = $1", [post.id, stage.soon(60_000)]);
    expect((await takeDown(post)).status).toBe(409);
    await stage.pool.query("update posts set lease_until = $2 where id = $1", [post.id, stage.soon(-1)]);
    expect((await takeDown(post)).wire.data.status).toBe("draft");
  });

  test("a platform without deletion says so, and after the author's own deletion the post is a draft again", async () => {
    const post = await stage.halfSent("By hand");
    const real = stage.service.context.connectorFor;
    stage.service.context.connectorFor = (channel) => {
      const connector = real(channel);
      return connector && { ...connector, remove: { can: false, why: "It has no such call." } };
    };
    const { status, wire } = await takeDown(post);
    expect([status, wire.error.message]).toEqual([409, expect.stringContaining("It has no such call.")]);
    expect((await stage.see(post)).published_urls).toHaveLength(2);
    const word = await takeDown(post, { by_hand: true });
    stage.service.context.connectorFor = real;
    expect([word.status, word.wire.data.status]).toEqual([200, "draft"]);
    expect(await toldOf(post)).toEqual([{ down: 2, of: 2, by_hand: 1 }]);
  });

  test("a takedown with an unconfirmed part asks for a check first, and accepts the author's confirmation", async () => {
    const post = await stage.halfSent("Maybe");
    stage.state.shows = false;
    stage.state.loses = (text) => text === "Maybe lost";
    await stage.patch(post, { thread: ["Maybe 1", "Maybe 2", "Maybe lost"], status: "publishing" });
    const unsure = await stage.statusIs(post, "failed");
    stage.state.shows = true;
    const { status, wire } = await takeDown(unsure);
    expect([status, wire.error.message]).toEqual([409, expect.stringMatching(/^Part 3 may be published too/)]);
    expect(texts("Maybe")).toHaveLength(2);
    expect((await takeDown(unsure, { by_hand: true })).wire.data).toMatchObject({ status: "draft", progress: [] });
  });

  test("a takedown of a failed post without published parts is 409", async () => {
    stage.state.refuses = (text) => text.includes("bad");
    const [post] = await stage.service.create({ channels: [stage.service.org.channelIds[0]], text: "Alone bad" });
    if (!post) throw new Error("no post");
    const { status, wire } = await takeDown(await stage.statusIs(post, "failed"));
    expect([status, wire.error.message]).toEqual([409, "No part of this post is published."]);
  });

  test("a removed item is never matched to the part that takes its place", async () => {
    const post = await stage.halfSent("Listed");
    await takeDown(post);
    const { rows } = await stage.pool.query("select remote_id from parts_taken_down where post_id = $1", [post.id]);
    const now = await stage.see(post);
    stage.state.loses = (text) => text === "Listed 1";
    await stage.patch(now, { thread: ["Listed 1"], status: "publishing" });
    await stage.until("the part was looked up", () => stage.platform.looks.some(({ text }) => text === "Listed 1"));
    const look = stage.platform.looks.find(({ text }) => text === "Listed 1");
    stage.state.loses = () => false;
    expect(look?.others).toEqual(expect.arrayContaining(rows.map((row) => row.remote_id)));
  });
});
