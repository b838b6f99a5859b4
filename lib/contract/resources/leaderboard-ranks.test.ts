import fc from "fast-check";
import { expect, test } from "vitest";
import { findMemberRank, formatOrdinal, rankEntries } from "./leaderboard-ranks.ts";

const entry = (name: string, points: number) => ({ membership_id: name, name, level: 1, points });

test("equal points share a rank and the next rank is skipped", () => {
  const ranks = rankEntries([entry("a", 9), entry("b", 7), entry("c", 7), entry("d", 1)]);
  expect(ranks.map(({ rank, isTied }) => [rank, isTied])).toEqual([
    [1, false],
    [2, true],
    [2, true],
    [4, false],
  ]);
});

test("a rank is one more than the number of members with more points", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 30 }), (points) => {
      const ranked = rankEntries(points.map((value, at) => entry(String(at), value)));
      for (const one of ranked) expect(one.rank).toBe(points.filter((value) => value > one.points).length + 1);
    }),
  );
});

test("a member sees the points to the next rank and the members who hold it", () => {
  const ranked = rankEntries([entry("Lena", 12), entry("Jo", 9), entry("Mina", 9), entry("Ines", 4)]);
  expect(findMemberRank(ranked, "Ines")).toMatchObject({
    rank: 4,
    next: { points: 5, members: 2, names: ["Jo", "Mina"] },
  });
  expect(findMemberRank(ranked, "Lena")).toMatchObject({ rank: 1, next: null, ahead: { points: 3, name: "Jo" } });
  expect(findMemberRank(ranked, "Nobody")).toBeNull();
});

test("ranks are formatted as ordinals", () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111, 113].map(formatOrdinal)).toEqual([
    "1st",
    "2nd",
    "3rd",
    "4th",
    "11th",
    "12th",
    "13th",
    "21st",
    "22nd",
    "101st",
    "111th",
    "113th",
  ]);
  expect(formatOrdinal(1_022)).toBe("1,022nd");
});
