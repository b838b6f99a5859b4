import { expect, test } from "vitest";
import type { ChannelDetail, ConnectionMethod } from "#lib/contract/types.ts";
import { describeChannelTest } from "./describe-channel-test.ts";

const describe = (platform: string, can: Partial<ConnectionMethod["can"]>, limitations: string[] = []) =>
  describeChannelTest(
    { platform, username: "ada", limitations } as ChannelDetail,
    {
      name: "Slack",
      can: { chain: true, images: 4, take_down: true, look_up: true, repeat_safe: true, ...can },
    } as ConnectionMethod,
  );

test("a test says what becomes public, and whether it can be deleted", () => {
  expect(describe("bluesky", {})).toEqual([
    "Postwright publishes a text, a reply and an image as @ada. They are public, and followers may be notified.",
    "They are deleted at once, usually within 20 seconds. What can't be deleted is listed here.",
  ]);
  expect(describe("slack", { chain: false, take_down: false }).join(" ")).toContain(
    "Slack doesn't let apps delete posts. The test stays public until you delete it there.",
  );
  const onServer = { platform: "mastodon", username: "ada", take_down: false } as ChannelDetail;
  const onMastodon = { name: "Mastodon", can: { chain: true, images: 4, take_down: true, look_up: true } };
  expect(describeChannelTest(onServer, onMastodon as ConnectionMethod)[1]).toBe(
    "Postwright can't delete posts of this account. The test stays public until you delete it there.",
  );
  const reported_limits = { characters: null, images: null, image_required: true };
  const pixelfed = { platform: "mastodon", username: "ada", reported_limits } as ChannelDetail;
  const can = { chain: true, images: 4, take_down: true, look_up: true, repeat_safe: true };
  expect(describeChannelTest(pixelfed, { name: "Mastodon", can } as ConnectionMethod)[0]).toContain(
    "an image with a text",
  );
  expect(describe("instagram", { take_down: false })[0]).toContain("an image with a text as @ada. It is public");
});

test("a test on X names its price, and an account's limitations are repeated", () => {
  expect(describe("x", {}, ["It can't reply."]).slice(2)).toEqual([
    "X charges its app about $0.11 for it.",
    "It can't reply.",
  ]);
});
