import { expect, test } from "vitest";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import type { Channel, Post } from "#lib/contract/types.ts";
import { copyPostToDraft, createPostPayload, createUpdatePayload, postToDraft } from "./draft-post-conversion.ts";

const whole = { channelIds: ["x1", "b1"], sheet: null, submissionId: null };
const now = new Date("2026-11-21T10:00:00Z");
const draft: ComposerDraft = {
  parts: [
    { id: "a", text: "One" },
    { id: "b", text: "Two" },
    { id: "c", text: "  " },
  ],
  own: {},
  images: [
    { id: "i", name: "i.png", sizeBytes: 1, alt: "", state: { type: "ready", mediaId: "m1", url: "/media/1" } },
    { id: "j", name: "j.png", sizeBytes: 1, alt: "", state: { type: "uploading", share: 0.5 } },
  ],
  channelIds: ["x1", "b1"],
  when: { type: "at", date: "2026-11-24", time: "09:00", zone: "Europe/Berlin" },
  points: 30,
};

test("a thread is sent as thread, without the empty part at its end", () => {
  expect(createPostPayload(draft, "send", now, whole)).toEqual({
    channels: ["x1", "b1"],
    thread: ["One", "Two"],
    media: ["m1"],
    points: 30,
    scheduled_for: "2026-11-24T08:00:00.000Z",
  });
});

test("one part is sent as text", () => {
  const single = { ...draft, parts: draft.parts.slice(0, 1), when: { type: "now" } as const };
  expect(createPostPayload(single, "send", now, whole)).toEqual({
    channels: ["x1", "b1"],
    text: "One",
    media: ["m1"],
    points: 30,
  });
});

test("an override is sent only to its channel, as a further post of the submission", () => {
  const own = { ...draft, own: { b1: [{ id: "o", text: "Mine" }] } };
  expect(createPostPayload(own, "send", now, { channelIds: ["b1"], sheet: "b1", submissionId: "s1" })).toMatchObject({
    channels: ["b1"],
    text: "Mine",
    submission_id: "s1",
    media: ["m1"],
  });
});

test("a draft is saved without a time", () => {
  const body = createPostPayload(draft, "draft", now, whole);
  expect(body).toMatchObject({ draft: true });
  expect(body).not.toHaveProperty("scheduled_for");
});

test("a change names its base version and the post's channels", () => {
  expect(createUpdatePayload(draft, "send", { version: 4 }, now)).toMatchObject({ version: 4, status: "scheduled" });
  expect(createUpdatePayload({ ...draft, when: { type: "now" } }, "send", { version: 4 }, now)).toMatchObject({
    status: "publishing",
  });
  const saved = createUpdatePayload(draft, "draft", { version: 4 }, now);
  expect(saved).toMatchObject({ status: "draft" });
  expect(saved).not.toHaveProperty("scheduled_for");
});

test("a post read back as a draft says the same again", () => {
  const post = {
    id: "p",
    status: "scheduled" as const,
    channel: "x",
    posts: [{ text: "One" }, { text: "Two" }],
    scheduled_for: "2026-11-24T08:00:00.000Z",
    published_urls: [],
    error: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    channel_id: "x1",
    media: [{ id: "m1", type: "image", url: "/media/1" }],
    points: 30,
  };
  const read = postToDraft(post, "Europe/Berlin", (at) => `p${at}`);
  expect(createPostPayload(read, "send", now, { ...whole, channelIds: read.channelIds })).toEqual({
    channels: ["x1"],
    thread: ["One", "Two"],
    media: ["m1"],
    points: 30,
    scheduled_for: "2026-11-24T08:00:00.000Z",
  });
});

test("a recomposed post keeps channels that are gone, so they can be named", () => {
  const of = (id: string) => ({ id, platform: "x", username: id }) as Channel;
  const onChannel = (channelId: string | undefined) =>
    ({ id: `p${channelId}`, channel: "x", channel_id: channelId, posts: [{ text: "One" }] }) as Post;
  const again = (post: Post, siblings: Post[], channels: string[]) =>
    copyPostToDraft(post, siblings, channels.map(of), (at) => `${at}`).channelIds;
  const siblings = ["b", "gone", "a"].map(onChannel);
  expect(again(onChannel("b"), siblings, ["a", "b", "other"])).toEqual(["a", "b", "gone"]);
  expect(again(onChannel("gone"), [], ["a"])).toEqual(["gone"]);
  // If a service reports only the platform, the platform's only channel is chosen.
  expect(again(onChannel(undefined), [], ["a"])).toEqual(["a"]);
});

test("a failed post is recomposed only for the channels that did not get it", () => {
  const on = (channelId: string, rest: Partial<Post>) =>
    ({
      id: channelId,
      channel: "x",
      channel_id: channelId,
      posts: [{ text: "One" }],
      published_urls: [],
      ...rest,
    }) as Post;
  const failed = (cause: string) => ({ status: "failed", failure: { cause, part: null } }) as Partial<Post>;
  const siblings = [
    on("out", { status: "published", published_urls: ["https://example.org/1"] }),
    on("half", { ...failed("rejected"), published_urls: ["https://example.org/2"] }),
    on("perhaps", failed("unconfirmed")),
    on("too", failed("rejected")),
    on("later", { status: "scheduled" }),
  ];
  const channels = ["out", "half", "perhaps", "too", "later", "this"].map((id) => ({ id, platform: "x" }) as Channel);
  const again = (post: Post) => copyPostToDraft(post, siblings, channels, (at) => `${at}`).channelIds;
  expect(again(on("this", failed("rejected")))).toEqual(["too", "this"]);
  // The author decides about a post that may be published.
  expect(again(on("perhaps", failed("unconfirmed")))).toEqual(["perhaps", "too"]);
  expect(again(on("out", { status: "published" }))).toEqual(["out", "half", "perhaps", "too", "later"]);
});

test("a request has the choices of its own channels, and an update that of its post's channel", () => {
  const chosen: ComposerDraft = { ...draft, threads: { x1: "join", b1: "chain", gone: "join" } };
  const one = { ...whole, channelIds: ["b1"] };
  expect(createPostPayload(chosen, "send", now, whole).threads).toEqual({ x1: "join", b1: "chain" });
  expect(createPostPayload(chosen, "send", now, one).threads).toEqual({ b1: "chain" });
  expect(createPostPayload({ ...chosen, threads: {} }, "send", now, one)).not.toHaveProperty("threads");
  const edited = { ...chosen, channelIds: ["b1"] };
  expect(createUpdatePayload(edited, "send", { version: 1 }, now).threads).toEqual({ b1: "chain" });
});

test("a post opens with its choice, and without one with the shape that it would have had", () => {
  const createPost = (more: Partial<Post>) =>
    ({
      channel_id: "b1",
      channel: "bluesky",
      posts: [{ text: "One" }, { text: "Two" }],
      published_urls: [],
      ...more,
    }) as Post;
  const threadsOf = (more: Partial<Post>) => postToDraft(createPost(more), "UTC", String).threads;
  expect(threadsOf({ threads: { b1: "chain" }, delivery: "thread" })).toEqual({ b1: "chain" });
  expect(threadsOf({ delivery: "joined" })).toEqual({ b1: "join" });
  expect(threadsOf({ delivery: "thread" })).toEqual({ b1: "chain" });
  expect(threadsOf({ delivery: "joined", posts: [{ text: "One" }] })).toBeUndefined();
  expect(threadsOf({ delivery: "joined", channel: "linkedin" })).toBeUndefined();
  const sibling = createPost({ channel_id: "x1", channel: "x", threads: { x1: "join" } });
  const copy = copyPostToDraft(createPost({ delivery: "thread" }), [sibling], [], String);
  expect(copy.threads).toEqual({ b1: "chain", x1: "join" });
});
