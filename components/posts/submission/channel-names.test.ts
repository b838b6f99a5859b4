import { describe, expect, test } from "vitest";
import type { Post } from "#lib/contract/types.ts";
import { formatChannels, formatStatuses } from "./channel-names.ts";

const post = (channel: string, status: Post["status"], channel_id = channel): Post => ({
  id: `${channel} ${channel_id}`,
  status,
  channel,
  channel_id,
  posts: [{ text: "Hello" }],
  scheduled_for: null,
  published_urls: [],
  error: null,
  created_at: "2027-01-01T00:00:00Z",
  updated_at: "2027-01-01T00:00:00Z",
});

describe("the channels of a submission", () => {
  test("they are named by platform, and by the name of the channel where two are on one platform", () => {
    const all = [post("x", "draft", "1"), post("x", "draft", "2"), post("bluesky", "draft")];
    const accounts = { "1": "Ada", "2": "The team", bluesky: "On Bluesky" };
    expect(formatChannels(all, all, accounts)).toBe("Ada, The team and Bluesky");
    expect(formatChannels(all.slice(2), all, accounts)).toBe("Bluesky");
  });

  test("their statuses are counted, the most frequent first and failures before the rest", () => {
    const posts = [post("x", "failed"), post("bluesky", "published"), post("linkedin", "published")];
    expect(formatStatuses(posts)).toBe("Published on 2, failed on 1");
    expect(formatStatuses([post("x", "published"), post("bluesky", "failed")])).toBe("Failed on 1, published on 1");
  });
});
