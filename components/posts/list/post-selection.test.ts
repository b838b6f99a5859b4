import fc from "fast-check";
import { expect, test } from "vitest";
import {
  emptySelection,
  pruneSelection,
  selectAllMatching,
  selectPage,
  selectPost,
  selectPostRange,
} from "./post-selection.ts";

const order = ["a", "b", "c", "d", "e"];
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort().join("");

test("Shift chooses every row from the one pressed last, in either direction, and lets go alike", () => {
  const from = selectPost(emptySelection, "b", true);
  expect(ids(selectPostRange(from, "d", true, order))).toBe("bcd");
  expect(ids(selectPostRange(from, "a", true, order))).toBe("ab");
  expect(ids(selectPostRange(selectPostRange(from, "e", true, order), "c", false, order))).toBe("b");
});

test("Shift without a row chosen before chooses that row alone", () => {
  expect(ids(selectPostRange(emptySelection, "d", true, order))).toBe("d");
  expect(ids(selectPostRange(selectPost(emptySelection, "gone", true), "d", true, order))).toBe("dgone");
});

test("letting one go of all that match leaves the others of this page, and no others", () => {
  const all = selectAllMatching(order);
  expect([all.all, ids(all)]).toEqual([true, "abcde"]);
  const fewer = selectPost(all, "c", false);
  expect([fewer.all, ids(fewer)]).toEqual([false, "abde"]);
  expect(selectPostRange(all, "c", true, order).all).toBe(true);
});

test("a row that left the page is chosen no longer", () => {
  fc.assert(
    fc.property(fc.subarray(order), fc.subarray(order), (chosen, left) => {
      const selection = pruneSelection(selectPage(chosen, chosen.length > 0), left);
      expect(ids(selection)).toBe(chosen.filter((id) => left.includes(id)).join(""));
    }),
  );
});
