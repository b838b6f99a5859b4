import { expect, test } from "vitest";
import { formatPlatformName, getPlatformIcon } from "./platform-names.ts";
import { getPlatformRules, getRulesWithImages, platforms } from "./platform-rules.ts";

test("every platform is found by its own slug, and slugs do not repeat", () => {
  expect(new Set(platforms.map((rules) => rules.slug)).size).toBe(platforms.length);
  for (const rules of platforms) expect(getPlatformRules(rules.slug)).toBe(rules);
});

test("the short-message platform always threads and holds 280", () => {
  expect(getPlatformRules("x")).toMatchObject({ thread: "always", limit: 280, urlLength: 23 });
});

test("Bluesky is bound by graphemes and by bytes", () => {
  expect(getPlatformRules("bluesky")).toMatchObject({ limit: 300, byteLimit: 3000, thread: "when-long" });
});

test("LinkedIn knows no reply chain", () => {
  expect(getPlatformRules("linkedin")).toMatchObject({ limit: 3000, thread: "never" });
});

test.each([
  ["telegram", 4096],
  ["discord", 2000],
  ["slack", 3000],
])("%s takes one item of %i UTF-16 units and knows no thread", (slug, limit) => {
  // Discord's count includes the escaping backslashes: see `CountingMethod`.
  const counting = slug === "discord" ? "discord" : "utf16";
  expect(getPlatformRules(slug)).toMatchObject({ counting, limit, thread: "never" });
});

test("with images a Telegram text is a caption of 1,024, and nothing else changes", () => {
  for (const rules of platforms) {
    expect(getRulesWithImages(rules, 0)).toBe(rules);
    const limit = rules.slug === "telegram" ? 1024 : rules.limit;
    expect(getRulesWithImages(rules, 2)).toEqual({ ...rules, limit });
    expect(getRulesWithImages(rules, 1)).toBe(getRulesWithImages(rules, 2));
  }
});

test("an unknown platform has no rules but a name and a mark a person can read", () => {
  expect(getPlatformRules("my_space")).toBeNull();
  expect(formatPlatformName("my_space")).toBe("My space");
  expect(getPlatformIcon("my_space")).toBe("M");
  expect(formatPlatformName("pinterest")).toBe("Pinterest");
  expect(formatPlatformName(" - ")).toBe("Unknown");
  expect(getPlatformIcon("")).toBe("U");
  expect(formatPlatformName("constructor")).toBe("Constructor");
  expect(formatPlatformName("𝔞bc")).toBe("𝔞bc");
});
