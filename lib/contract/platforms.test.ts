import { expect, test } from "vitest";
import { platformMark, platformName } from "./platform-names.ts";
import { platformRules, platforms } from "./platforms.ts";

test("every platform is found by its own slug, and slugs do not repeat", () => {
  expect(new Set(platforms.map((rules) => rules.slug)).size).toBe(platforms.length);
  for (const rules of platforms) expect(platformRules(rules.slug)).toBe(rules);
});

test("the short-message platform always threads and holds 280", () => {
  expect(platformRules("x")).toMatchObject({ thread: "always", limit: 280, urlLength: 23 });
});

test("Bluesky is bound by graphemes and by bytes", () => {
  expect(platformRules("bluesky")).toMatchObject({ limit: 300, byteLimit: 3000, thread: "when-long" });
});

test("LinkedIn knows no reply chain", () => {
  expect(platformRules("linkedin")).toMatchObject({ limit: 3000, thread: "never" });
});

test("an unknown platform has no rules but a name and a mark a person can read", () => {
  expect(platformRules("my_space")).toBeNull();
  expect(platformName("my_space")).toBe("My space");
  expect(platformMark("my_space")).toBe("M");
  expect(platformName("telegram")).toBe("Telegram");
  expect(platformName(" - ")).toBe("Unknown");
  expect(platformMark("")).toBe("U");
  expect(platformName("constructor")).toBe("Constructor");
  expect(platformName("𝔞bc")).toBe("𝔞bc");
});
