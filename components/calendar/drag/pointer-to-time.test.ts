import fc from "fast-check";
import { expect, test } from "vitest";
import { toMinuteOfDay } from "#lib/time/move-wall-time.ts";
import { dragStepMinutes } from "./keyboard-drag.ts";
import { type DragInput, type DragPoint, getDropTime, getPressedTime, reduceDragPoint } from "./pointer-to-time.ts";

const hourPx = 48;
const quarterPx = (hourPx * dragStepMinutes) / 60;
const dayPx = 24 * hourPx;

const px = fc.integer({ min: 0, max: 2_000 });
const move = fc.record({ type: fc.constant("moved" as const), x: px, y: px });
const scroll = fc.record({ type: fc.constant("scrolled" as const), by: fc.integer({ min: -900, max: 900 }) });
const path = fc.array(fc.oneof(move, scroll), { maxLength: 40 });
const start: DragPoint = { x: 0, y: 0 };

test("a drop is at the pointer, however pointer and page moved", () => {
  fc.assert(
    fc.property(path, move, path, (before, last, after) => {
      const scrolls = after.filter(({ type }) => type === "scrolled");
      const inputs: DragInput[] = [...before, last, ...scrolls];
      expect(inputs.reduce(reduceDragPoint, start)).toEqual({ x: last.x, y: last.y });
    }),
  );
});

test("in a column of hours the chip's top edge follows the pointer, also after scrolling", () => {
  const grip = fc.integer({ min: 0, max: 35 });
  const top = fc.integer({ min: -dayPx, max: 400 });
  fc.assert(
    fc.property(path, move, grip, top, (before, last, gripPx, startTop) => {
      const scrolled = before.reduce((sum, one) => sum + (one.type === "scrolled" ? one.by : 0), 0);
      const column = { top: startTop - scrolled, hourPx };
      const point = [...before, last].reduce<DragPoint>(reduceDragPoint, start);
      const minute = toMinuteOfDay(getDropTime(point.y, column, gripPx));
      const edge = point.y - gripPx;
      const drawn = column.top + (minute * hourPx) / 60;
      expect(minute % dragStepMinutes).toBe(0);
      if (edge < column.top) expect(minute).toBe(0);
      else if (edge > column.top + dayPx - quarterPx) expect(minute).toBe(24 * 60 - dragStepMinutes);
      else expect(Math.abs(drawn - edge)).toBeLessThanOrEqual(quarterPx / 2);
    }),
  );
});

test("a press on an empty hour selects the quarter of an hour under it", () => {
  expect(getPressedTime(100 + 9 * hourPx + 13, { top: 100, hourPx })).toBe("09:15");
  expect(getPressedTime(-1_000, { top: 100, hourPx })).toBe("00:00");
  expect(getPressedTime(5_000, { top: 100, hourPx })).toBe("23:45");
});
