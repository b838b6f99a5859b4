import { expect, test } from "vitest";
import type { SubmitRequest } from "#components/composer/state/composer-state.ts";
import type { Channel, Post } from "#lib/contract/types.ts";
import { findSubmittedPosts } from "./find-submitted-posts.ts";

const sinceMs = Date.parse("2026-11-21T12:00:00Z");
const channels = [
  { id: "x1", platform: "x" },
  { id: "x2", platform: "x" },
  { id: "m1", platform: "mastodon" },
] as Channel[];
const call = (channelIds: readonly string[], texts: readonly string[] = ["One", "Two"]) =>
  ({ channelIds, print: JSON.stringify(["send", channelIds, texts, [], { type: "now" }, 20]) }) as SubmitRequest;
const post = (id: string, channel: string, texts: readonly string[], created_at = "2026-11-21T12:00:01Z") =>
  ({ id, channel, posts: texts.map((text) => ({ text })), created_at }) as Post;
const find = (one: SubmitRequest, posts: Post[], known: string[] = []) =>
  findSubmittedPosts(one, { posts, channels, sinceMs, knownIds: new Set(known) }).map(({ channelId, post: { id } }) => [
    channelId,
    id,
  ]);

test("a post with the same text on the same platform is found, also if its parts were joined", () => {
  const posts = [post("a", "x", ["One", "Two"]), post("b", "mastodon", ["One\n\nTwo"])];
  expect(find(call(["x1", "m1"]), posts)).toEqual([
    ["x1", "a"],
    ["m1", "b"],
  ]);
});

test("an older post, another text, another platform and a known post do not match", () => {
  expect(find(call(["x1"]), [post("a", "x", ["One", "Two"], "2026-11-21T11:50:00Z")])).toEqual([]);
  expect(find(call(["x1"]), [post("a", "x", ["One"])])).toEqual([]);
  expect(find(call(["x1"]), [post("a", "mastodon", ["One", "Two"])])).toEqual([]);
  expect(find(call(["x1"]), [post("a", "x", ["One", "Two"])], ["a"])).toEqual([]);
});

test("a post whose platform the service leaves open counts for one channel", () => {
  const open = { ...post("a", "x", ["One", "Two"]), channel: null };
  expect(find(call(["x1"]), [open])).toEqual([["x1", "a"]]);
  expect(find(call(["x1", "m1"]), [open, post("b", "mastodon", ["One", "Two"])])).toEqual([
    ["x1", "a"],
    ["m1", "b"],
  ]);
  expect(find(call(["x1", "m1"]), [open])).toEqual([["x1", "a"]]);
});

test("one post never counts for two channels of one platform", () => {
  const one = post("a", "x", ["One", "Two"]);
  expect(find(call(["x1", "x2"]), [one])).toEqual([]);
  expect(find(call(["x1", "x2"]), [one, { ...one, id: "b" }])).toHaveLength(2);
});
