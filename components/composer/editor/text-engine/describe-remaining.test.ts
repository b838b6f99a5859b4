import { expect, test } from "vitest";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { countText } from "#lib/text/count-text.ts";
import { describeRemaining } from "./describe-remaining.ts";

const wordsFor = (text: string, slugs: readonly string[]) =>
  describeRemaining(
    slugs.map((slug) => {
      const rules = getPlatformRules(slug);
      if (!rules) throw new Error(`no rules for ${slug}`);
      return { rules, count: countText(text, rules) };
    }),
  );

test.each([
  ["31 characters left on X", ["mastodon", "x"], "a".repeat(249)],
  ["1 character left on X", ["x", "bluesky"], "a".repeat(279)],
  ["0 characters left on X", ["x"], "a".repeat(280)],
  ["21 characters too many for X", ["bluesky", "x"], "a".repeat(301)],
  ["80 characters too many for X", ["x", "bluesky"], "https://example.org ".repeat(15)],
  ["1,800 characters left on LinkedIn", ["linkedin"], "a".repeat(1_200)],
  // 130 characters of 25 bytes each.
  ["250 bytes too many for Bluesky", ["bluesky"], "👨‍👩‍👧‍👦".repeat(130)],
  ["", [], "a"],
])("“%s” is shown on %j", (words, slugs, text) => {
  expect(wordsFor(text, slugs)).toBe(words);
});
