import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { collapseOverflow, layOutEvents } from "./event-layout.ts";

describe("overlapping events", () => {
  test("events are placed side by side without overlap, and none is left out", () => {
    const starts = fc.array(fc.integer({ min: 0, max: 1439 }), { maxLength: 60 });
    fc.assert(
      fc.property(starts, fc.integer({ min: 1, max: 120 }), (minutes, length) => {
        const laid = layOutEvents(
          minutes.map((minute, item) => ({ item, minute })),
          length,
        );
        expect(laid.map(({ item }) => item).sort((one, other) => one - other)).toEqual(minutes.map((_, at) => at));
        for (const [at, one] of laid.entries()) {
          expect(one.minute).toBe(minutes[one.item]);
          expect(one.lane).toBeLessThan(one.lanes);
          for (const other of laid.slice(at + 1)) {
            if (Math.abs(one.minute - other.minute) >= length) continue;
            expect(one.lanes).toBe(other.lanes);
            expect(one.lane).not.toBe(other.lane);
          }
        }
      }),
    );
  });

  test("the last column counts events beyond the maximum, and none is lost", () => {
    const starts = fc.array(fc.integer({ min: 0, max: 1439 }), { maxLength: 60 });
    const [length, most] = [fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 6 })];
    fc.assert(
      fc.property(starts, length, most, (minutes, lengthMinutes, lanesMax) => {
        const laid = layOutEvents(
          minutes.map((minute, item) => ({ item, minute })),
          lengthMinutes,
        );
        const { shown, rests } = collapseOverflow(laid, lengthMinutes, lanesMax);
        const all = [...shown.map(({ item }) => item), ...rests.flatMap(({ items }) => items)];
        expect(all.toSorted((one, other) => one - other)).toEqual(minutes.map((_, at) => at));
        expect(rests.filter(({ items, lanes }) => items.length < 2 || lanes !== lanesMax)).toEqual([]);
        const placed = [...shown, ...rests];
        for (const [at, one] of placed.entries()) {
          expect([one.lane < one.lanes, one.lanes <= lanesMax]).toEqual([true, true]);
          for (const other of placed.slice(at + 1)) {
            if (Math.abs(one.minute - other.minute) >= lengthMinutes) continue;
            expect([one.lanes === other.lanes, one.lane === other.lane]).toEqual([true, false]);
          }
        }
      }),
    );
  });

  test("of six events in one minute two are visible and four are counted, with room for three", () => {
    const six = ["a", "b", "c", "d", "e", "f"].map((item) => ({ item, minute: 540 }));
    const { shown, rests } = collapseOverflow(layOutEvents(six, 45), 45, 3);
    expect(shown.map(({ item, lane }) => `${item}${lane}`)).toEqual(["a0", "b1"]);
    expect(rests).toEqual([{ items: ["c", "d", "e", "f"], minute: 540, lane: 2, lanes: 3 }]);
  });
});
