import { expect, test } from "vitest";
import { formatPlatformName } from "./platform-names.ts";
import { getPlatformRules, getRulesWithImages, platforms } from "./platform-rules.ts";

test("each platform is found by its unique slug", () => {
  expect(new Set(platforms.map((rules) => rules.slug)).size).toBe(platforms.length);
  for (const rules of platforms) expect(getPlatformRules(rules.slug)).toBe(rules);
});

test("each platform has the name that it gives itself", () => {
  expect(platforms.map(({ name }) => name).join(", ")).toBe(
    "X, Bluesky, Mastodon, Nostr, Threads, LinkedIn, Instagram, Facebook, Telegram, Discord, Slack",
  );
});

test("X always publishes threads and allows 280 characters", () => {
  expect(getPlatformRules("x")).toMatchObject({ thread: "always", limit: 280, urlLength: 23 });
});

test("Bluesky limits graphemes and bytes", () => {
  expect(getPlatformRules("bluesky")).toMatchObject({ limit: 300, byteLimit: 3000, thread: "when-long" });
});

test("LinkedIn has no reply chains", () => {
  expect(getPlatformRules("linkedin")).toMatchObject({ limit: 3000, thread: "never" });
});

test.each([
  ["telegram", 4096],
  ["discord", 2000],
  ["slack", 3000],
])("%s accepts one item of %i UTF-16 units and has no threads", (slug, limit) => {
  // Discord's count includes the escaping backslashes: see `CountingMethod`.
  const counting = slug === "discord" ? "discord" : "utf16";
  expect(getPlatformRules(slug)).toMatchObject({ counting, limit, thread: "never" });
});

test("images limit a Telegram text to a caption of 1,024 characters", () => {
  for (const rules of platforms) {
    expect(getRulesWithImages(rules, 0)).toBe(rules);
    const limit = rules.slug === "telegram" ? 1024 : rules.limit;
    expect(getRulesWithImages(rules, 2)).toEqual({ ...rules, limit });
    expect(getRulesWithImages(rules, 1)).toBe(getRulesWithImages(rules, 2));
  }
});

test("an unknown platform has a readable name but no rules", () => {
  expect(getPlatformRules("my_space")).toBeNull();
  expect(formatPlatformName("my_space")).toBe("My space");
  expect(["pinterest", "tiktok", "youtube"].map(formatPlatformName)).toEqual(["Pinterest", "TikTok", "YouTube"]);
  expect(formatPlatformName(" - ")).toBe("Unknown");
  expect(formatPlatformName("constructor")).toBe("Constructor");
  expect(formatPlatformName("𝔞bc")).toBe("𝔞bc");
});
