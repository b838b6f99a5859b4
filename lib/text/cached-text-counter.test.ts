import fc from "fast-check";
import { expect, test } from "vitest";
import { platforms } from "#lib/contract/platforms/platform-rules.ts";
import { createCachedTextCounter } from "./cached-text-counter.ts";
import { countText } from "./count-text.ts";
import { planDelivery } from "./delivery-plan.ts";
import { normaliseText } from "./normalise-text.ts";

/** Texts that platforms count in special ways, cut anywhere, and line ends between them. */
const piece = fc.oneof(
  fc.constantFrom(
    "\n",
    "\n\n",
    " ",
    "https://example.com/a_(b)?c=d#e",
    "example.com",
    "http://",
    "@ada@example.org",
    "@ada",
  ),
  fc.constantFrom(
    "👩‍🚀",
    "\u200d",
    "\ufe0f",
    "1️⃣",
    "🇩🇪",
    "🇩",
    "❤",
    "e\u0301",
    "\u0301",
    "\u0338",
    "한",
    "\u1112",
    "नमस्ते",
    "日本",
  ),
  fc.constantFrom(">", "> ", "# ", "-", "1.", "1. ", "*", "_", "`", "<", "\\", "[", "|"),
  fc.constantFrom("\r", "\r\n", "\u0085", "\u2028", "\ufeff", "\ud800", ".", "/", "#", "=", "(", ")", "-", "a", "0"),
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const text = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(""));

test("cached counts equal fresh counts on every platform", () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (texts) => {
      const recount = createCachedTextCounter();
      for (const rules of platforms) {
        // The second count comes from the cache.
        for (const one of [...texts, ...texts]) expect(recount(one, rules)).toEqual(countText(one, rules));
      }
    }),
    { numRuns: 400 },
  );
});

test("counts are cached separately for different link lengths", () => {
  const recount = createCachedTextCounter();
  const line = "A long enough line with https://example.com/a/path in it";
  for (const rules of platforms.filter(({ counting }) => counting === "mastodon")) {
    for (const urlLength of [23, 25, 23]) {
      const own = { ...rules, urlLength };
      expect(recount(`${line}\n${line}`, own)).toEqual(countText(`${line}\n${line}`, own));
    }
  }
});

test("a domain after an accented letter counts the same on any line", () => {
  for (const line of ["éexample.com", "éexample.com is what stands here"]) {
    for (const whole of [line, `\n${line}`, `${line}\n${line}`]) {
      const recount = createCachedTextCounter();
      for (const rules of platforms) {
        for (const _ of [1, 2]) expect(recount(whole, rules)).toEqual(countText(whole, rules));
      }
    }
  }
});

test("a delivery plan with cached counts equals one without", () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 60 }), (texts, limit) => {
      const recount = createCachedTextCounter();
      const parts = texts.map(normaliseText);
      for (const rules of platforms) {
        const tight = { ...rules, limit };
        for (const _ of [1, 2]) expect(planDelivery(parts, tight, [], recount)).toEqual(planDelivery(parts, tight));
      }
    }),
    { numRuns: 200 },
  );
});

test("only changed lines are counted again and old lines leave the cache", () => {
  const rules = platforms.find(({ slug }) => slug === "threads");
  if (!rules) throw new Error("no Threads");
  let counted = 0;
  // `countText` reads `byteLimit` each time it counts a line.
  const watched = {
    ...rules,
    get byteLimit() {
      counted += 1;
      return null;
    },
  };
  const recount = createCachedTextCounter();
  const lines = Array.from({ length: 500 }, (_, at) => `Line ${at} of a long text.`);
  const costOf = (text: string) => {
    counted = 0;
    recount(text, watched);
    return counted;
  };
  const first = costOf(lines.join("\n"));
  const again = costOf(lines.with(7, "Line 7 was written anew.").join("\n"));
  expect(first).toBeGreaterThan(500);
  expect(again).toBeLessThan(5);
  for (let at = 0; at < 5; at += 1) recount(lines.map((line) => `${line} ${at}`).join("\n"), rules);
  expect(costOf(lines.join("\n"))).toBeGreaterThan(500);
});
