import { expect, test } from "vitest";
import type { Channel, Post } from "#lib/contract/types.ts";
import { nameChannels } from "./name-channels.ts";

const channels = ["x1 x", "x2 x", "x3 x", "m1 mastodon", "m2 mastodon", "b1 bluesky"].map((line) => {
  const [id, platform] = line.split(" ");
  return { id, platform } as Channel;
});

test("a post is named by its platform only if one channel of the request is on it", () => {
  const posts = [
    { id: "1", channel: "x" },
    { id: "2", channel: "mastodon" },
  ] as Post[];
  const nameOf = (channelIds: string[]) =>
    nameChannels(posts, channelIds, channels).map(({ channel_id: channelId }) => channelId);
  expect(nameOf(["x2", "m1"])).toEqual(["x2", "m1"]);
  expect(nameOf(["x1", "x2", "m1"])).toEqual([undefined, "m1"]);
  expect(nameOf(["b1"])).toEqual([undefined, undefined]);
});
