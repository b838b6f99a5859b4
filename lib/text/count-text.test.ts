import fc from "fast-check";
import twitter from "twitter-text";
import { expect, test, vi } from "vitest";
import { getPlatformRules, platforms } from "#lib/contract/platforms/platform-rules.ts";
import { countBytes, countText } from "./count-text.ts";
import { countGraphemes, listGraphemes } from "./graphemes.ts";

// Some tests walk through all of Unicode and compare with the slower reference counter.
vi.setConfig({ testTimeout: 30_000 });

function count(text: string, slug: string) {
  const rules = getPlatformRules(slug);
  if (rules === null) throw new Error(`no rules for ${slug}`);
  return countText(text, rules);
}

const longUrl = "https://example.com/a/path/that/is/rather/long";

// The text, then its count on X, Bluesky (graphemes, bytes), Mastodon, Threads, LinkedIn.
const table: readonly (readonly [string, number, number, number, number, number, number])[] = [
  ["Hello, world!", 13, 13, 13, 13, 13, 13],
  ["café", 4, 4, 5, 4, 4, 4],
  // The counter composes a text first, because delivery sends it composed.
  ["cafe\u0301", 4, 4, 5, 4, 4, 4],
  ["Hello 👋", 8, 7, 10, 7, 10, 8],
  ["👨‍👩‍👧‍👦", 2, 1, 25, 1, 25, 11],
  ["🇳🇱", 2, 1, 8, 1, 8, 4],
  ["1️⃣", 2, 1, 7, 1, 7, 3],
  ["❤️", 2, 1, 6, 1, 6, 2],
  ["🐦‍🔥", 2, 1, 11, 1, 11, 5],
  ["日本語", 6, 3, 9, 3, 3, 3],
  ["한국어", 6, 3, 9, 3, 3, 3],
  ["नमस्ते", 6, 3, 18, 3, 6, 6],
  ["สวัสดี", 6, 4, 18, 4, 6, 6],
  ["→", 2, 1, 3, 1, 1, 1],
  ["𝗕𝗼𝗹𝗱", 8, 4, 16, 4, 4, 8],
  ["— … “x” ’", 10, 9, 19, 9, 9, 9],
  ["https://example.com", 23, 19, 19, 23, 19, 19],
  [longUrl, 23, longUrl.length, longUrl.length, 23, longUrl.length, longUrl.length],
  ["example.com", 23, 11, 11, 11, 11, 11],
  ["See https://example.com.", 28, 24, 24, 28, 24, 24],
  ["(https://example.com)", 25, 21, 21, 25, 21, 21],
  // X sees no link here. Mastodon may see one, so the longer of both readings counts.
  ["http://localhost:3000", 21, 21, 21, 23, 21, 21],
  ["http://192.0.2.1/x", 18, 18, 18, 23, 18, 18],
  ["https://a.example", 17, 17, 17, 23, 17, 17],
  ["me@example.com", 14, 14, 14, 14, 14, 14],
  ["@alice@example.social hi", 24, 24, 24, 9, 24, 24],
];

test.each(table)(
  "%j is counted by the rules of each platform",
  (text, x, graphemes, bytes, mastodon, threads, utf16) => {
    expect(count(text, "x").count).toBe(x);
    expect(count(text, "bluesky")).toMatchObject({ count: graphemes, bytes });
    expect(count(text, "mastodon").count).toBe(mastodon);
    expect(count(text, "threads").count).toBe(threads);
    expect(count(text, "linkedin").count).toBe(utf16);
  },
);

test("a text of exactly the limit fits and a longer one does not", () => {
  expect(count("👨‍👩‍👧‍👦".repeat(140), "x")).toMatchObject({ count: 280, over: 0, isOver: false });
  expect(count("a".repeat(281), "x")).toMatchObject({ over: 1, isOver: true });
  expect(count("日".repeat(141), "x")).toMatchObject({ over: 2, isOver: true });
  expect(count("a".repeat(281), "bluesky")).toMatchObject({ over: -19, isOver: false });
  expect(count("日".repeat(141), "bluesky").isOver).toBe(false);
});

test("Bluesky's byte limit applies to a text within its grapheme limit", () => {
  expect(count("👨‍👩‍👧‍👦".repeat(140), "bluesky")).toEqual({
    count: 140,
    bytes: 3500,
    limit: 300,
    over: -160,
    isOver: true,
  });
});

test("an address within a handle or a longer word is not counted as a Mastodon link", () => {
  expect(count("@a@b.social@c", "mastodon").count).toBe(13);
  expect(count("x@alice@example.social", "mastodon").count).toBe(22);
  expect(count("https://example.social/@alice@example.org", "mastodon").count).toBe(23);
});

test("a Mastodon link counts the reported length and a possible link counts no less", () => {
  const mastodon = getPlatformRules("mastodon");
  if (!mastodon) throw new Error("no rules");
  const on = (urlLength: number, text: string) => countText(text, { ...mastodon, urlLength }).count;
  for (const length of [1, 25, 2_000_000_000]) {
    expect(on(length, longUrl)).toBe(length);
    expect(on(length, `See ${longUrl}, ${longUrl}`)).toBe(4 + 2 + 2 * length);
    expect(on(length, "http://localhost:3000")).toBe(Math.max(21, length));
  }
});

test("on servers that are not Mastodon the longer of Mastodon's count and all code points counts", () => {
  const mastodon = getPlatformRules("mastodon");
  if (!mastodon) throw new Error("no rules");
  const on = (text: string) => countText(text, { ...mastodon, counting: "mastodon-whole" }).count;
  expect(on(longUrl)).toBe(Math.max(23, [...longUrl].length));
  expect(on("https://a.example")).toBe(23);
  expect(on("👨‍👩‍👧‍👦")).toBe(7);
  expect(on("@ada@a.long.host.example")).toBe(24);
});

// Sequences that X's reference counter knows. The reference counter lacks newer emoji.
const emoji = ["👋", "❤️", "❤", "1️⃣", "#⃣", "🇳🇱", "🇳", "👍🏽", "☝️🏽", "☝🏽", "🏻", "©", "©️", "⌚️", "☺︎", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"];
const pieces = [
  ...[
    "https://",
    "http://",
    "HTTPS://",
    "example.com",
    "a.co",
    "t.co/abc",
    "https://t.co/abc123",
    "sub_domain.example.org",
  ],
  ...[
    ".com",
    ".co.uk",
    ".museum",
    ".中国",
    ".рф",
    ".РФ",
    "xn--p1ai",
    ".xn--p1ai",
    ".vermögensberatung",
    ".notatld",
    "example",
    "-",
    "_",
    ".",
  ],
  ...[
    "/",
    "/path",
    "/a_(b)",
    "/a(b(c)d)e",
    "(",
    ")",
    "?q=1&r=é",
    "?",
    "#tag",
    "@",
    "@me",
    "$CASH",
    "＠",
    "＃",
    ":8080",
    ":",
    "//",
    "/@me/",
    "'",
    '"',
    "!",
    ",",
  ],
  ...[
    "a",
    "word",
    "Über",
    "日本語",
    "これは。",
    "とても長い文章",
    "한국어",
    "नमस्ते",
    "العربية",
    "привет",
    "…",
    "→",
    "“",
    "’",
    "e\u0301",
  ],
  ...[" ", " ", "\n", "\u200e", "\u2066", "\u3000", "\ufe0f", "𝗕", "~", "[", "]", "|", "+", "%20", "ı", "ß", "µ"],
];
const anyText = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...pieces) },
      { weight: 2, arbitrary: fc.constantFrom(...emoji) },
      fc.string({ unit: "grapheme-ascii", maxLength: 8 }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(""));

test("X counts any text like the reference counter", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(count(text, "x").count).toBe(twitter.parseTweet(text).weightedLength);
    }),
    { numRuns: 500 },
  );
});

test("X detects domains with long labels in any script like the reference counter", () => {
  const letter = fc.oneof(
    fc.constantFrom("a", "-", "é", "。", "\ufe0f"),
    fc.integer({ min: 0x3041, max: 0x30fa }),
    fc.integer({ min: 0x4e00, max: 0x9fff }),
  );
  const name = fc
    .array(letter, { minLength: 3, maxLength: 24 })
    .map((all) => all.map((one) => (typeof one === "string" ? one : String.fromCharCode(one))).join(""));
  fc.assert(
    fc.property(
      fc.constantFrom("", "https://", "("),
      name,
      fc.constantFrom("a.com", ".com", "a.com/b"),
      (before, part, after) => {
        // One of these lengths is the longest whose encoded form has 63 characters, so the test catches an off-by-one
        // error.
        for (let more = 0; more < 56; more++) {
          const text = `${before}${"b".repeat(more)}${part}${after}`;
          expect(count(text, "x").count).toBe(twitter.parseTweet(text).weightedLength);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test.each(["https://a.co/", "a.co/", "https://t.co/", "http://a.co/?"])(
  "X detects the link %s… up to the same length as the reference counter",
  (start) => {
    for (const length of [38, 39, 40, 41, 42, 4060, ...Array.from({ length: 40 }, (_, index) => 4062 + index)]) {
      const text = start + "x".repeat(length);
      expect(count(text, "x").count).toBe(twitter.parseTweet(text).weightedLength);
    }
  },
);

test("X starts and ends links at the same characters as the reference counter", () => {
  // Every unit in the ranges with separators and cased letters, some of the rest.
  const isDense = (unit: number): boolean => unit < 0x530 || (unit >> 8) % 0x10 === 0 || unit >= 0xfe00;
  for (let unit = 0x20; unit < 0x10000; unit += isDense(unit) ? 1 : 13) {
    if ((unit >= 0x7f && unit < 0xa0) || (unit >= 0xd800 && unit < 0xe000)) continue;
    const c = String.fromCharCode(unit);
    const text = `a.co${c}b.co c${c}d.co https://a.co/x${c} a.co/y${c}z?q=${c}w ${c}e.co https://f.co${c}g.co`;
    const expected = twitter.parseTweet(text).weightedLength;
    if (count(text, "x").count !== expected) expect.fail(`beside U+${unit.toString(16)} should count ${expected}`);
  }
});

test("X counts characters of every script like the reference counter", () => {
  for (let code = 0x20; code < 0x20000; code += 1) {
    const isControl = code === 0x7f || (code >= 0x80 && code < 0xa0);
    if (isControl || (code >= 0xd800 && code <= 0xdfff)) continue;
    const text = String.fromCodePoint(code);
    const expected = twitter.parseTweet(text).weightedLength;
    if (count(text, "x").count !== expected) expect.fail(`U+${code.toString(16)} should count ${expected}`);
  }
});

test("X counts an emoji newer than the reference counter as 2, also when joined", () => {
  for (const text of ["🐦‍🔥", "🍋‍🟩", "🙂‍↔️", "⛓️‍💥", "🫶🏽", "🥹"]) expect(count(text, "x").count).toBe(2);
});

test("the fast path counts the same graphemes as the segmenter", () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.string({ unit: "binary" })), (text) => {
      expect(countGraphemes(text)).toBe(listGraphemes(text).length);
    }),
  );
  // Every unit of the small scripts, some ideographs and syllables.
  for (let unit = 0; unit < 0x10000; unit += unit < 0x3400 ? 1 : 41) {
    const text = `a${String.fromCharCode(unit)}b`;
    if (countGraphemes(text) !== listGraphemes(text).length) expect.fail(`unit ${unit.toString(16)}`);
  }
});

test("bytes are counted in UTF-8", () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.string({ unit: "binary" })), (text) => {
      expect(countBytes(text)).toBe(new TextEncoder().encode(text).length);
    }),
  );
  expect(countBytes("\ud800a\udc00")).toBe(7);
});

// Each of these texts takes a quadratic counter minutes and `countText` some milliseconds. The bound leaves room for
// machines under load.
const hard: readonly string[] = [
  "a.".repeat(50_000),
  "あ".repeat(100_000),
  "あ.".repeat(50_000),
  `${"あ_".repeat(50_000)}.com`,
  `${"あ".repeat(100_000)}.com`,
  `a.co/${"!".repeat(100_000)}`,
  "a.co/(".repeat(20_000),
  `https://a.co/${"(a".repeat(50_000)}`,
  "https://".repeat(12_500),
  "@a@b.".repeat(20_000),
  "👨‍👩‍👧‍👦".repeat(9000),
  "e\u0301\u0327".repeat(33_000),
  `http://${"a-".repeat(50_000)}`,
  "xn--".repeat(25_000),
];
test.each(hard.map((text) => [text.slice(0, 16), text] as const))(
  "100,000 characters of %s… are counted before the test's limit of time",
  (_, text) => {
    for (const rules of platforms) expect(countText(text, rules).count).toBeGreaterThan(0);
  },
);
