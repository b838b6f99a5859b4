import fc from "fast-check";
import { expect, test } from "vitest";
import { moveItem } from "#components/composer/state/move-item.ts";
import { getDropPosition } from "./drop-position.ts";

const rowsOf = (heights: readonly number[]) => {
  let top = 100;
  return heights.map((height) => {
    const row = { top, bottom: top + height };
    top += height;
    return row;
  });
};

test("a row is dropped between the two rows beside the line", () => {
  const rows = rowsOf([40, 80, 40]);
  expect(getDropPosition(rows, 0, 110)).toEqual({ by: 0, y: 100 });
  expect(getDropPosition(rows, 0, 150)).toEqual({ by: 0, y: 140 });
  expect(getDropPosition(rows, 0, 200)).toEqual({ by: 1, y: 220 });
  expect(getDropPosition(rows, 0, 9_000)).toEqual({ by: 2, y: 260 });
  expect(getDropPosition(rows, 2, -50)).toEqual({ by: -2, y: 100 });
});

test("all other rows keep their order, and the row is at the line", () => {
  const heights = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(heights, fc.nat(), fc.integer({ min: -500, max: 5_000 }), (given, at, y) => {
      const rows = rowsOf(given);
      const from = at % rows.length;
      const list = rows.map((row, id) => ({ id: `${id}`, ...row }));
      const { by, y: line } = getDropPosition(rows, from, y);
      const after = moveItem(list, `${from}`, by);
      expect(after.filter(({ id }) => id !== `${from}`)).toEqual(list.filter(({ id }) => id !== `${from}`));
      const place = after.findIndex(({ id }) => id === `${from}`);
      for (const [index, row] of after.entries()) {
        if (index < place) expect(row.top).toBeLessThan(by === 0 ? Number.POSITIVE_INFINITY : line);
        if (index > place && by !== 0) expect(row.top).toBeGreaterThanOrEqual(line);
      }
    }),
  );
});
