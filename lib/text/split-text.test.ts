import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { type PlatformRules, platforms } from "#lib/contract/platforms/platform-rules.ts";
import { countText, type TextRules } from "./count-text.ts";
import { planDelivery } from "./delivery-plan.ts";
import { listGraphemes } from "./graphemes.ts";
import { removeNumbering } from "./join-thread-parts.ts";
import { normaliseText } from "./normalise-text.ts";
import { splitTextNumbered } from "./split-numbered.ts";
import { cutIntoPieces, joinPieces, splitText } from "./split-text.ts";

vi.setConfig({ testTimeout: 30_000 });

const [linkedin] = platforms.filter(({ slug }) => slug === "linkedin") as [PlatformRules];

function utf16(limit: number): TextRules {
  return { counting: "utf16", limit, byteLimit: null, urlLength: null };
}

test("a text that fits stays one part", () => {
  expect(splitText("One. Two.\n\nThree.", [utf16(20)])).toEqual(["One. Two.\n\nThree."]);
});

test("a blank text has no parts", () => {
  expect(splitText(" \r\n\t ", [utf16(20)])).toEqual([]);
});

test("a text is split at paragraphs, then sentences, then words, then characters", () => {
  expect(splitText("One two. Three\n\nfour five six", [utf16(20)])).toEqual(["One two. Three", "four five six"]);
  expect(splitText("One two three. Four five six", [utf16(20)])).toEqual(["One two three.", "Four five six"]);
  expect(splitText("one two three four five", [utf16(14)])).toEqual(["one two three", "four five"]);
  expect(splitText("abcdefghij", [utf16(4)])).toEqual(["abcd", "efgh", "ij"]);
  expect(splitText("これは文です。次の文です。", [utf16(10)])).toEqual(["これは文です。", "次の文です。"]);
});

test("a short first paragraph stays with the long one that follows", () => {
  expect(splitText(`Hi\n\n${"word ".repeat(10)}`, [utf16(30)])[0]).toBe("Hi\n\nword word word word word");
});

test("a link that fits is not split", () => {
  const url = `https://example.com/${"a".repeat(300)}`;
  const x = platforms.filter((rules) => rules.slug === "x");
  expect(splitText(`${"word ".repeat(54)}${url} end`, x)).toEqual(["word ".repeat(54).trimEnd(), `${url} end`]);
});

test("each part fits the strictest of several platforms", () => {
  const text = "日本語 and words. ".repeat(60);
  for (const part of splitText(text, platforms)) {
    for (const rules of platforms) expect(countText(part, rules).isOver).toBe(false);
  }
});

test("a character larger than the limit stays whole", () => {
  expect(splitText("a👨‍👩‍👧‍👦b", [utf16(5)])).toEqual(["a", "👨‍👩‍👧‍👦", "b"]);
});

const pieces = [
  ...["word", "Sentence.", "Why?", " ", " ", " ", "\n", "\n\n", "\r\n", "\t", "\u3000", "  ", "…", "”", ")"],
  ...[
    "https://example.com/long/path",
    "example.com",
    "@a@example.social",
    "日本語",
    "これは。",
    "する！",
    "สวัสดี",
    "नमस्ते",
    "क्षि",
  ],
  ...[
    "👨‍👩‍👧‍👦",
    "👍🏽",
    "🇳🇱",
    "1️⃣",
    "❤️",
    "e\u0301\u0323",
    " \u0301",
    "\n\u0301",
    "\u0600",
    "\u200d",
    "한국어",
    "\u1100\u1161\u11a8",
  ],
];
const anyText = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "grapheme", maxLength: 12 })), { maxLength: 60 })
  .map((all) => all.join(""));
// Limits far below the real ones, so that short texts are split often and everywhere.
const anyRules = fc
  .constantFrom<PlatformRules>(...platforms)
  .chain((rules) =>
    fc
      .record({ limit: fc.integer({ min: 30, max: 90 }), byteLimit: fc.option(fc.integer({ min: 60, max: 200 })) })
      .map((limits): TextRules => ({ ...rules, ...limits })),
  );
const withoutBlanks = (text: string): string => text.replace(/\s+/gu, "");

test("splitting drops only whitespace, respects the limits and splits no character", () => {
  fc.assert(
    fc.property(anyText, fc.array(anyRules, { minLength: 1, maxLength: 2 }), (raw, rules) => {
      const text = raw.replaceAll("\ufeff", "").replace(/\r\n?/gu, "\n").normalize("NFC");
      const parts = splitText(raw, rules);
      expect(withoutBlanks(parts.join(""))).toBe(withoutBlanks(text));
      // A blank behind a sign that absorbs it, such as U+0600, is still a blank; before an accent it is a character.
      const listShown = (shown: string) => listGraphemes(shown).flatMap((grapheme) => grapheme.trimEnd() || []);
      expect(parts.flatMap(listShown)).toEqual(listShown(text.trim()));
      for (const part of parts) {
        // A space that carries an accent is a character, not a blank.
        const graphemes = listGraphemes(part);
        for (const edge of [graphemes[0], graphemes.at(-1)]) expect(edge?.trim()).toBeTruthy();
        const fits = rules.every((rule) => !countText(part, rule).isOver);
        if (!fits) expect(graphemes).toHaveLength(1);
      }
    }),
    { numRuns: 300 },
  );
});

test("joining the pieces restores the exact text", () => {
  fc.assert(
    fc.property(anyText, fc.array(anyRules, { minLength: 1, maxLength: 2 }), (text, rules) => {
      const cut = [...cutIntoPieces(text, rules)];
      expect(joinPieces(cut)).toBe(text);
      for (const { text: part } of cut.slice(0, -1)) {
        const sent = normaliseText(part);
        if (rules.some((rule) => countText(sent, rule).isOver)) expect(listGraphemes(sent)).toHaveLength(1);
      }
    }),
    { numRuns: 300 },
  );
});

const wholes = ["https://example.com/long/path?q=1", "@ada", "@ada@example.social", "👨‍👩‍👧‍👦", "ordinary", "👍🏽"];

test("links, mentions, emoji and words that fit are not split, also in scripts without spaces", () => {
  const filler = fc.constantFrom("日本語の文", "한국어", " ", " words and ", "これは。", "\n\n", ". ", "、");
  const text = fc
    .array(fc.tuple(filler, fc.constantFrom(...wholes)), { minLength: 1, maxLength: 30 })
    // Without a separator, a filler that ends in a letter would merge with the following word.
    .map((all) =>
      all.map(([before, whole]) => `${before}${/^[a-z]/.test(whole) ? ` ${whole} ` : `${whole}、`}`).join(""),
    );
  fc.assert(
    fc.property(text, fc.integer({ min: 40, max: 90 }), (whole, limit) => {
      const rules = platforms.map((one): TextRules => ({ ...one, limit, byteLimit: null, urlLength: null }));
      const parts = splitText(whole, rules);
      for (const one of wholes) {
        const count = (where: string) => where.split(one).length;
        expect(parts.reduce((sum, part) => sum + count(part) - 1, 1)).toBe(count(normaliseText(whole)));
      }
    }),
    { numRuns: 200 },
  );
});

test("a script without spaces is split between words", () => {
  const parts = splitText("東京都に住んでいます".repeat(20), [utf16(33)]);
  for (const part of parts) expect(part).not.toMatch(/^(?:京|す)/u);
});

test("part numbers fit, run from 1 to the count and are removed by joining", () => {
  fc.assert(
    fc.property(anyText, fc.array(anyRules, { minLength: 1, maxLength: 2 }), (text, rules) => {
      const cut = splitTextNumbered(text, rules);
      if (cut.length < 2) return;
      const parts = cut.map((piece) => piece.text);
      const bare = removeNumbering(parts);
      for (const [at, part] of parts.entries()) {
        expect(part).toBe(`${bare[at]} ${at + 1}/${parts.length}`);
        if (rules.some((rule) => countText(part, rule).isOver)) expect(listGraphemes(bare[at] ?? "")).toHaveLength(1);
      }
      expect(joinPieces(cut.map(({ gap }, at) => ({ gap, text: bare[at] ?? "" })))).toBe(text.trimEnd());
    }),
    { numRuns: 300 },
  );
});

test("blanks before an accented blank are removed like other blanks between words", () => {
  const cut = splitTextNumbered("👨‍👩‍👧‍👦¡¡¡¡¡¡¡¡🇳🇱word\t \u0301𐀀", [{ ...utf16(32), byteLimit: 60 }]);
  expect(cut).toEqual([
    { gap: "", text: "👨‍👩‍👧‍👦¡¡¡¡¡¡¡¡🇳🇱word 1/2" },
    { gap: "\t", text: " \u0301𐀀 2/2" },
  ]);
});

test("blanks after a character that combines with them are removed", () => {
  const cut = splitTextNumbered("\u0600    https://example.com/long/path", [utf16(33)]);
  expect(cut).toEqual([
    { gap: "", text: "\u0600 1/2" },
    { gap: "    ", text: "https://example.com/long/path 2/2" },
  ]);
});

test("a sign is not split from the character it belongs to, also at the start of a link", () => {
  const text = "!\u0600https://example.com/long/path";
  expect(splitText(text, [utf16(30)])).toEqual(["!", "\u0600https://example.com/long/path"]);
});

test("the space for a part number grows with the digits of the count", () => {
  // 10 pieces without numbers; with " 1/9" behind each there are more than 9, so space for two digits is reserved.
  const nine = splitTextNumbered("abcdefgh ".repeat(9), [utf16(12)]).map((piece) => piece.text);
  expect(nine).toHaveLength(9);
  expect(nine[8]).toBe("abcdefgh 9/9");
  const ten = splitTextNumbered("abcdefgh ".repeat(10), [utf16(14)]).map((piece) => piece.text);
  expect(ten).toHaveLength(10);
  expect(ten[9]).toBe("abcdefgh 10/10");
  const joined = planDelivery(ten, linkedin);
  expect(joined).toEqual({ delivery: "joined", texts: [Array(10).fill("abcdefgh").join("\n\n")] });
});

test.each([
  ["words", "word ".repeat(6000)],
  ["ideographs", "語".repeat(30_000)],
  ["one long word", "a".repeat(30_000)],
  ["family emoji", "👨‍👩‍👧‍👦".repeat(2700)],
])("30,000 characters of %s are split before the test's limit of time", (_, text) => {
  expect(splitText(text, platforms).length).toBeGreaterThan(1);
});
