import { expect, test } from "vitest";
import type { Channel, Post } from "#lib/contract/types.ts";
import { addChannelIdsToPosts } from "./add-channel-ids-to-posts.ts";

const channels = ["x1 x", "x2 x", "x3 x", "m1 mastodon", "m2 mastodon", "b1 bluesky"].map((line) => {
  const [id, platform] = line.split(" ");
  return { id, platform } as Channel;
});

test("a post gets the channel of its platform only if one channel of the request is on that platform", () => {
  const posts = [
    { id: "1", channel: "x" },
    { id: "2", channel: "mastodon" },
  ] as Post[];
  const channelIdsOf = (channelIds: string[]) =>
    addChannelIdsToPosts(posts, channelIds, channels).map(({ channel_id: channelId }) => channelId);
  expect(channelIdsOf(["x2", "m1"])).toEqual(["x2", "m1"]);
  expect(channelIdsOf(["x1", "x2", "m1"])).toEqual([undefined, "m1"]);
  expect(channelIdsOf(["b1"])).toEqual([undefined, undefined]);
});
