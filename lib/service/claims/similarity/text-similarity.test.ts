import fc from "fast-check";
import { expect, test } from "vitest";
import { alike, bandsOf, likenessOf, shinglesOf, wordsOf } from "./text-similarity.ts";

const word = fc.stringMatching(/^[a-z]{2,7}$/);
const words = fc.array(word, { minLength: 12, maxLength: 80 });
const meet = (one: string, other: string) => {
  const seen = new Set(bandsOf(shinglesOf(one)));
  return bandsOf(shinglesOf(other)).some((band) => seen.has(band));
};

test("case, marks, spaces and addresses do not make another text", () => {
  const one = "We moved the release to Thursday: here is why! https://example.org/a";
  const other = "we moved the RELEASE to thursday — here is  why https://example.org/b";
  expect(likenessOf(shinglesOf(one), shinglesOf(other))).toBe(1);
  expect(meet(one, other)).toBe(true);
});

test("texts written without spaces are compared by their characters", () => {
  expect(wordsOf("発売は木曜日")).toHaveLength(6);
  const one = shinglesOf("新しい製品の発売は来週の木曜日に変更になりました");
  const other = shinglesOf("新しい製品の発売は来週の木曜日に変更になりました。");
  expect(likenessOf(one, other)).toBe(1);
});

test("a text without words is like none, and stands in no band", () => {
  expect(bandsOf(shinglesOf("🎉 !!! https://example.org"))).toEqual([]);
  expect(likenessOf(shinglesOf(""), shinglesOf(""))).toBe(0);
});

test("likeness is the same both ways, 1 for the same text, and between 0 and 1", () => {
  fc.assert(
    fc.property(words, words, (one, other) => {
      const [a, b] = [shinglesOf(one.join(" ")), shinglesOf(other.join(" "))];
      expect(likenessOf(a, b)).toBe(likenessOf(b, a));
      expect(likenessOf(a, a)).toBe(1);
      expect(likenessOf(a, b)).toBeGreaterThanOrEqual(0);
      expect(likenessOf(a, b)).toBeLessThanOrEqual(1);
    }),
  );
});

test("texts that are nearly the same share a band", () => {
  let close = 0;
  let met = 0;
  fc.assert(
    fc.property(words, word, fc.nat(), (text, another, place) => {
      const changed = text.with(place % text.length, another);
      const [one, other] = [text.join(" "), changed.join(" ")];
      if (likenessOf(shinglesOf(one), shinglesOf(other)) < alike) return;
      close += 1;
      if (meet(one, other)) met += 1;
    }),
    { numRuns: 300, seed: 20261121 },
  );
  expect(close).toBeGreaterThan(50);
  expect(met / close).toBeGreaterThan(0.99);
});

test("bands are numbers that the database can hold, and the same on every machine", () => {
  const bands = bandsOf(shinglesOf("We moved the release to Thursday. Here is why."));
  expect(bands).toHaveLength(16);
  for (const band of bands) expect(BigInt.asIntN(64, band)).toBe(band);
  expect(bands).toEqual(bandsOf(shinglesOf("we moved the release to thursday here is why")));
});

test("a text of a million words costs no more than one of a few thousand", () => {
  // What this process works, in microseconds: by the clock it is also what others do meanwhile.
  const begun = process.cpuUsage();
  expect(wordsOf("words without end ".repeat(350_000))).toHaveLength(4_000);
  bandsOf(shinglesOf("words without end ".repeat(350_000)));
  const { user, system } = process.cpuUsage(begun);
  expect(user + system).toBeLessThan(2_000_000);
});
