import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { collapseOverflow, layOutEvents, placeFreeSlot } from "./event-layout.ts";

test("a free slot is drawn at its time, below a post that would cover it, and never far away", () => {
  const at = (...minutes: number[]) => placeFreeSlot(600, minutes, [600], 45);
  expect(at()).toBe(600);
  expect(at(640)).toBe(600);
  expect(at(555)).toBe(600);
  expect(at(560)).toBe(605);
  expect(at(560, 604)).toBe(600);
  expect(at(600)).toBe(645);
  expect(at(600, 630)).toBe(600);
});

test("a free slot is never moved over the next one", () => {
  const at = (...slots: number[]) => placeFreeSlot(600, [600], [600, ...slots], 45);
  expect([at(645), at(689), at(610)]).toEqual([600, 600, 600]);
  expect([at(690), at(540)]).toEqual([645, 645]);
});

describe("overlapping events", () => {
  test("events are placed side by side without overlap, and none is left out", () => {
    const starts = fc.array(fc.integer({ min: 0, max: 1439 }), { maxLength: 60 });
    fc.assert(
      fc.property(starts, fc.integer({ min: 1, max: 120 }), (minutes, length) => {
        const events = layOutEvents(
          minutes.map((minute, item) => ({ item, minute })),
          length,
        );
        expect(events.map(({ item }) => item).sort((one, other) => one - other)).toEqual(minutes.map((_, at) => at));
        for (const [at, event] of events.entries()) {
          expect(event.minute).toBe(minutes[event.item]);
          expect(event.column).toBeLessThan(event.columnCount);
          for (const other of events.slice(at + 1)) {
            if (Math.abs(event.minute - other.minute) >= length) continue;
            expect(event.columnCount).toBe(other.columnCount);
            expect(event.column).not.toBe(other.column);
          }
        }
      }),
    );
  });

  test("the last column counts events beyond the maximum, and none is lost", () => {
    const starts = fc.array(fc.integer({ min: 0, max: 1439 }), { maxLength: 60 });
    const [length, maxColumnsArbitrary] = [fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 6 })];
    fc.assert(
      fc.property(starts, length, maxColumnsArbitrary, (minutes, lengthMinutes, maxColumns) => {
        const events = layOutEvents(
          minutes.map((minute, item) => ({ item, minute })),
          lengthMinutes,
        );
        const { visible, overflow } = collapseOverflow(events, lengthMinutes, maxColumns);
        const all = [...visible.map(({ item }) => item), ...overflow.flatMap(({ items }) => items)];
        expect(all.toSorted((one, other) => one - other)).toEqual(minutes.map((_, at) => at));
        expect(overflow.filter(({ items, columnCount }) => items.length < 2 || columnCount !== maxColumns)).toEqual([]);
        const placed = [...visible, ...overflow];
        for (const [at, event] of placed.entries()) {
          expect([event.column < event.columnCount, event.columnCount <= maxColumns]).toEqual([true, true]);
          for (const other of placed.slice(at + 1)) {
            if (Math.abs(event.minute - other.minute) >= lengthMinutes) continue;
            expect([event.columnCount === other.columnCount, event.column === other.column]).toEqual([true, false]);
          }
        }
      }),
    );
  });

  test("of six events in one minute two are visible and four are counted, with room for three", () => {
    const six = ["a", "b", "c", "d", "e", "f"].map((item) => ({ item, minute: 540 }));
    const { visible, overflow } = collapseOverflow(layOutEvents(six, 45), 45, 3);
    expect(visible.map(({ item, column }) => `${item}${column}`)).toEqual(["a0", "b1"]);
    expect(overflow).toEqual([{ items: ["c", "d", "e", "f"], minute: 540, column: 2, columnCount: 3 }]);
  });

  test("where one chip fits, the first of two events is visible and the other counted", () => {
    const two = ["a", "b"].map((item) => ({ item, minute: 540 }));
    const { visible, overflow } = collapseOverflow(layOutEvents(two, 45), 45, 2, true);
    expect(visible.map(({ item, column }) => `${item}${column}`)).toEqual(["a0"]);
    expect(overflow).toEqual([{ items: ["b"], minute: 540, column: 1, columnCount: 2 }]);
    const alone = collapseOverflow(layOutEvents(two.slice(1), 45), 45, 2, true);
    expect(alone).toEqual({ visible: [{ item: "b", minute: 540, column: 0, columnCount: 1 }], overflow: [] });
  });
});
