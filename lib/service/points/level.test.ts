import fc from "fast-check";
import { expect, test } from "vitest";
import { levelOf, startOfLevel } from "./level.ts";

test("levels start at 0, 50, 150, 300, 500, and each further step is 50 points longer", () => {
  expect([1, 2, 3, 4, 5, 6, 7].map(startOfLevel)).toEqual([0, 50, 150, 300, 500, 750, 1050]);
  expect([0, 49, 50, 149, 150, 299, 300, 499, 500].map(levelOf)).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5]);
});

test("a level is the last one whose start is reached, for any number of points", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_147_483_647 }), (points) => {
      const level = levelOf(points);
      expect(startOfLevel(level)).toBeLessThanOrEqual(points);
      expect(startOfLevel(level + 1)).toBeGreaterThan(points);
    }),
  );
});

test("a start is exact: one point less is the level below", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 9000 }), (level) => {
      expect([levelOf(startOfLevel(level)), levelOf(startOfLevel(level) - 1)]).toEqual([level, level - 1]);
    }),
  );
});
