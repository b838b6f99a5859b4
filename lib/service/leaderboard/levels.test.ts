import fc from "fast-check";
import { expect, test } from "vitest";
import { createLevels } from "./levels.ts";

const preset = createLevels(null);
/** Rising lists as an organization may set them. */
const risingLists = fc
  .uniqueArray(fc.integer({ min: 1, max: 10_000_000 }), { maxLength: 200 })
  .map((starts) => starts.sort((one, other) => one - other));

test("levels start at 0, 50, 150, 300, 500, and each further step is 50 points longer", () => {
  expect([1, 2, 3, 4, 5, 6, 7].map(preset.startOf)).toEqual([0, 50, 150, 300, 500, 750, 1050]);
  expect([-5, 0, 49, 50, 149, 150, 299, 300, 499, 500].map(preset.levelOf)).toEqual([1, 1, 1, 2, 2, 3, 3, 4, 4, 5]);
});

test("the level of any number of points is the last one whose start is reached", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_147_483_647 }), (points) => {
      const level = preset.levelOf(points);
      expect(preset.startOf(level)).toBeLessThanOrEqual(points);
      expect(preset.startOf(level + 1)).toBeGreaterThan(points);
    }),
  );
});

test("a start is exact: one point less is the level below", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 9000 }), (level) => {
      const start = preset.startOf(level) ?? Number.NaN;
      expect([preset.levelOf(start), preset.levelOf(start - 1)]).toEqual([level, level - 1]);
    }),
  );
});

test("an organization's own rising starts give each number of points the last level reached", () => {
  fc.assert(
    fc.property(risingLists, fc.integer({ min: -100, max: 20_000_000 }), (starts, points) => {
      const levels = createLevels(starts);
      const level = levels.levelOf(points);
      expect(level).toBe(1 + starts.filter((start) => start <= points).length);
      expect(levels.startOf(level) ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(Math.max(points, 0));
      const next = levels.startOf(level + 1);
      if (next === null) expect(level).toBe(starts.length + 1);
      else expect(next).toBeGreaterThan(points);
    }),
  );
});

test("one sentence states the rule, however many levels there are", () => {
  expect(createLevels([10, 1000]).rule).toBe(
    "Level 1 starts at 0 points, level 2 at 10, 3 at 1,000; level 3 is the highest.",
  );
  expect(createLevels([]).rule).toBe("Everyone is on level 1.");
  expect(createLevels([1, 2, 3, 4, 5, 6, 7, 8]).rule).toBe(
    "Level 1 starts at 0 points, level 2 at 1, 3 at 2, 4 at 3, 5 at 4, 6 at 5, 7 at 6, and so on to level 9 at 8, the highest.",
  );
});
