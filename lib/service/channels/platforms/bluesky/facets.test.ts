import fc from "fast-check";
import { expect, test } from "vitest";
import { findFacets } from "./facets.ts";

const shown = (text: string) => {
  const bytes = Buffer.from(text);
  const cut = ({ byteStart, byteEnd }: { byteStart: number; byteEnd: number }) =>
    bytes.subarray(byteStart, byteEnd).toString("utf8");
  const { facets, mentions } = findFacets(text);
  return [...facets, ...mentions].map((one) => cut(one.index));
};

test("offsets count bytes, also after an accent or an emoji family", () => {
  const { facets } = findFacets("héllo 👨‍👩‍👧‍👦 https://example.com/x #tag");
  expect(facets.map(({ index }) => [index.byteStart, index.byteEnd])).toEqual([
    [33, 54],
    [55, 59],
  ]);
});

test.for([
  ["(see https://example.com/a_(b))", ["https://example.com/a_(b)"]],
  ["See https://example.com.", ["https://example.com"]],
  ["“https://example.com/日本”", ["https://example.com/日本"]],
  [
    "詳しくは https://example.com/a。続きは「https://example.com/b」で。",
    ["https://example.com/a", "https://example.com/b"],
  ],
  ["见https://example.com/a，还有（https://example.com/b）。", ["https://example.com/a", "https://example.com/b"]],
  ['<https://example.com/a>, "https://example.com/b"', ["https://example.com/a", "https://example.com/b"]],
  ["https://example.com/a\u200bあと example.org\u2060。", ["https://example.com/a", "example.org"]],
  ["公式はexample.comです。「my-site.org/a」も", ["example.com", "my-site.org/a"]],
  ["example.com/?to=https://example.org/b", ["example.com/?to=https://example.org/b"]],
  ["that’s.it and it's.me", []],
  ["https://example.com/日本語?q=é, so", ["https://example.com/日本語?q=é"]],
  ["example.com and my-site.org/a?b=c!", ["example.com", "my-site.org/a?b=c"]],
  ["me@example.com", []],
  ["no.such-ending-here", []],
  ["1.5 or v2.0 or e.g. this", []],
  ["#one #2 #3d #️⃣ #タグ。続き x#no", ["#one", "#3d", "#タグ"]],
  ["@ada.test, (@bob.example.com) @nobody @alice@example.social", ["@ada.test", "@bob.example.com"]],
] as const)("these are facets: %s", ([text, found]) => {
  expect(shown(text)).toEqual(found);
});

const words = fc.constantFrom(
  ...[
    "word",
    "日本語",
    "👨‍👩‍👧‍👦",
    "é",
    "https://example.com",
    "https://example.com/a/b?c=d#e",
    "example.org",
    "sub.example.net/x",
  ],
  ...["#tag", "#タグ", "#a1", "#12", "@ada.test", "@bob.example.com", "and", "1.5", "x@y.com"],
);

test("facets never overlap and are sorted, for any text", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string({ unit: "grapheme" })), { maxLength: 8 }), (all) => {
      const text = all.join(" ");
      const { facets, mentions } = findFacets(text);
      const ranges = [...facets, ...mentions].map(({ index }) => index).toSorted((a, b) => a.byteStart - b.byteStart);
      for (const [at, { byteStart, byteEnd }] of ranges.entries()) {
        expect(byteEnd).toBeGreaterThan(byteStart);
        expect(byteEnd).toBeLessThanOrEqual(ranges[at + 1]?.byteStart ?? Buffer.byteLength(text));
      }
    }),
  );
});
