import fc from "fast-check";
import { expect, test } from "vitest";
import {
  computeMinHashBands,
  computeSimilarity,
  getShingles,
  similarityThreshold,
  tokenizeText,
} from "./text-similarity.ts";

const word = fc.stringMatching(/^[a-z]{2,7}$/);
const words = fc.array(word, { minLength: 12, maxLength: 80 });
const meet = (one: string, other: string) => {
  const seen = new Set(computeMinHashBands(getShingles(one)));
  return computeMinHashBands(getShingles(other)).some((band) => seen.has(band));
};

test("case, punctuation, spaces and links don't change the text that is compared", () => {
  const one = "We moved the release to Thursday: here is why! https://example.org/a";
  const other = "we moved the RELEASE to thursday — here is  why https://example.org/b";
  expect(computeSimilarity(getShingles(one), getShingles(other))).toBe(1);
  expect(meet(one, other)).toBe(true);
});

test("texts written without spaces are compared by their characters", () => {
  expect(tokenizeText("発売は木曜日")).toHaveLength(6);
  const one = getShingles("新しい製品の発売は来週の木曜日に変更になりました");
  const other = getShingles("新しい製品の発売は来週の木曜日に変更になりました。");
  expect(computeSimilarity(one, other)).toBe(1);
});

test("a text without words is similar to nothing and has no bands", () => {
  expect(computeMinHashBands(getShingles("🎉 !!! https://example.org"))).toEqual([]);
  expect(computeSimilarity(getShingles(""), getShingles(""))).toBe(0);
});

test("similarity is symmetric, 1 for the same text, and between 0 and 1", () => {
  fc.assert(
    fc.property(words, words, (one, other) => {
      const [a, b] = [getShingles(one.join(" ")), getShingles(other.join(" "))];
      expect(computeSimilarity(a, b)).toBe(computeSimilarity(b, a));
      expect(computeSimilarity(a, a)).toBe(1);
      expect(computeSimilarity(a, b)).toBeGreaterThanOrEqual(0);
      expect(computeSimilarity(a, b)).toBeLessThanOrEqual(1);
    }),
  );
});

test("nearly equal texts share a band", () => {
  let close = 0;
  let met = 0;
  fc.assert(
    fc.property(words, word, fc.nat(), (text, another, place) => {
      const changed = text.with(place % text.length, another);
      const [one, other] = [text.join(" "), changed.join(" ")];
      if (computeSimilarity(getShingles(one), getShingles(other)) < similarityThreshold) return;
      close += 1;
      if (meet(one, other)) met += 1;
    }),
    { numRuns: 300, seed: 20261121 },
  );
  expect(close).toBeGreaterThan(50);
  expect(met / close).toBeGreaterThan(0.99);
});

test("bands are numbers that fit the database and are the same on every machine", () => {
  const bands = computeMinHashBands(getShingles("We moved the release to Thursday. Here is why."));
  expect(bands).toHaveLength(16);
  for (const band of bands) expect(BigInt.asIntN(64, band)).toBe(band);
  expect(bands).toEqual(computeMinHashBands(getShingles("we moved the release to thursday here is why")));
});

test("of a text of a million words, only the first few thousand are compared", () => {
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(" ");
  expect(tokenizeText(numbered(1_000_000))).toEqual(tokenizeText(numbered(4_000)));
  expect(getShingles(numbered(1_000_000))).toEqual(getShingles(numbered(4_000)));
});
