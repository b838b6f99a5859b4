import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Post } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

let service: TestService;
let x = "";
let bluesky = "";
let linkedin = "";
beforeAll(async () => {
  service = await openTestService();
  [x = "", bluesky = "", linkedin = ""] = service.org.channelIds;
});
afterAll(() => service.close());

const thread = ["The hook", "The payoff"];
const later = () => new Date(service.clock.now().getTime() + 3_600_000).toISOString();
const call = (method: string, path: string, json?: unknown) =>
  service.call(method, `/v1${path}`, { key: service.org.key, ...(json !== undefined && { json }) });
const create = (json: Record<string, unknown>) => call("POST", "/posts", { thread, scheduled_for: later(), ...json });
const createOn = async (channelId: string, threads?: Record<string, string>): Promise<Post> => {
  const answer = await create({ channels: [channelId], ...(threads && { threads }) });
  expect(answer.status).toBe(201);
  return answer.wire.data[0];
};
const see = async ({ id }: Post): Promise<Post> => (await call("GET", `/posts/${id}`)).wire.data;
const shape = ({ delivery, threads }: Post) => [delivery, threads];

describe("what becomes of several parts", () => {
  test("without a choice a post follows the document: a thread on X, joined elsewhere, and no field says otherwise", async () => {
    const posts: Post[] = (await create({ channels: [x, bluesky, linkedin] })).wire.data;
    expect(posts.map(({ delivery }) => delivery)).toEqual(["thread", "joined", "joined"]);
    for (const post of posts) expect(post).not.toHaveProperty("threads");
  });

  test("each channel has its author's choice, and reads back with it", async () => {
    const threads = { [bluesky.toUpperCase()]: "chain", [x]: "join" };
    const posts: Post[] = (await create({ channels: [x, bluesky, linkedin], threads })).wire.data;
    expect(posts.map(shape)).toEqual([
      ["joined", { [x]: "join" }],
      ["thread", { [bluesky]: "chain" }],
      ["joined", undefined],
    ]);
    for (const post of posts) expect(await see(post)).toMatchObject(post.threads ? { threads: post.threads } : {});
  });

  test.for([
    ["a chain where the platform has no threads", () => ({ [linkedin]: "chain" }), /LinkedIn has no threads/],
    ["a channel that gets no post", () => ({ [bluesky]: "chain" }), /threads names the channel/],
    ["another word", () => ({ [linkedin]: "tree" }), /threads/],
  ] as const)("%s is refused, also for a draft", async ([, threads, message]) => {
    for (const draft of [true, false]) {
      const { status, wire } = await create({ channels: [linkedin], threads: threads(), draft });
      expect([status, wire.error.code, wire.error.message]).toEqual([
        400,
        "invalid_request",
        expect.stringMatching(message),
      ]);
    }
  });

  test("a text that is too long as one post is refused where it is to be joined, and not made a thread", async () => {
    const long = ["a".repeat(200), "b".repeat(200)];
    const joined = await create({ channels: [bluesky], thread: long, threads: { [bluesky]: "join" } });
    expect([joined.status, joined.wire.error.message]).toEqual([400, expect.stringMatching(/402 characters/)]);
    const free = await create({ channels: [bluesky], thread: long });
    expect(free.wire.data[0].delivery).toBe("thread");
  });

  test("the choice stays over an edit, a draft and back, a deletion and its restore, until it is changed", async () => {
    let post = await createOn(bluesky, { [bluesky]: "chain" });
    const patch = async (json: Record<string, unknown>) => {
      const { status, wire } = await call("PATCH", `/posts/${post.id}`, { version: post.version, ...json });
      expect(status).toBe(200);
      post = wire.data;
      return shape(post);
    };
    const chain = ["thread", { [bluesky]: "chain" }];
    expect(await patch({ thread: ["One", "Two", "Three"] })).toEqual(chain);
    expect(await patch({ status: "draft" })).toEqual(chain);
    expect(await patch({ status: "scheduled", scheduled_for: later() })).toEqual(chain);
    await call("DELETE", `/posts/${post.id}`);
    expect(shape((await call("POST", `/posts/${post.id}/restore`)).wire.data)).toEqual(chain);
    post = await see(post);
    expect(await patch({ threads: { [bluesky]: "join" } })).toEqual(["joined", { [bluesky]: "join" }]);
    const foreign = await call("PATCH", `/posts/${post.id}`, { version: post.version, threads: { [x]: "chain" } });
    expect([foreign.status, await see(post)]).toEqual([400, post]);
  });

  test("a change of a submission gives each of its channels its own choice, also one that it adds", async () => {
    const [first]: Post[] = (await create({ channels: [bluesky] })).wire.data;
    const change = (threads: Record<string, string>) =>
      call("PATCH", `/submissions/${first?.submission_id}`, {
        posts: [{ id: first?.id, version: first?.version }],
        add: [{ channel_id: x, status: "draft" }],
        thread,
        threads,
      });
    const refused = await change({ [linkedin]: "join" });
    expect([refused.status, refused.wire.error.message]).toEqual([400, expect.stringMatching(/threads names/)]);
    const { status, wire } = await change({ [bluesky]: "chain", [x]: "join" });
    expect([status, (wire.data.posts as Post[]).map(shape)]).toEqual([
      200,
      [
        ["thread", { [bluesky]: "chain" }],
        ["joined", { [x]: "join" }],
      ],
    ]);
  });

  test("a working draft and the settings of a member keep the choices", async () => {
    const id = crypto.randomUUID();
    const threads = { [bluesky]: "join" };
    const content = { parts: thread, own: {}, images: [], channels: [bluesky], when: null, points: 0, post: null };
    await call("PUT", `/drafts/${id}`, { version: 0, content: { ...content, threads } });
    expect((await call("GET", `/drafts/${id}`)).wire.data.content.threads).toEqual(threads);
    expect((await call("GET", "/me/settings")).wire.data.threads).toEqual({});
    expect((await call("PATCH", "/me/settings", { threads })).wire.data.threads).toEqual(threads);
  });
});
