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

test("Shift selects every row from the last pressed one, in either direction, and also deselects", () => {
  const from = selectPost(emptySelection, "b", true);
  expect(ids(selectPostRange(from, "d", true, order))).toBe("bcd");
  expect(ids(selectPostRange(from, "a", true, order))).toBe("ab");
  expect(ids(selectPostRange(selectPostRange(from, "e", true, order), "c", false, order))).toBe("b");
});

test("Shift without a previous row selects only that row", () => {
  expect(ids(selectPostRange(emptySelection, "d", true, order))).toBe("d");
  expect(ids(selectPostRange(selectPost(emptySelection, "gone", true), "d", true, order))).toBe("dgone");
});

test("deselecting one of all matches leaves only the others of this page selected", () => {
  const all = selectAllMatching(order);
  expect([all.all, ids(all)]).toEqual([true, "abcde"]);
  const fewer = selectPost(all, "c", false);
  expect([fewer.all, ids(fewer)]).toEqual([false, "abde"]);
  expect(selectPostRange(all, "c", true, order).all).toBe(true);
});

test("a row that left the page is no longer selected", () => {
  fc.assert(
    fc.property(fc.subarray(order), fc.subarray(order), (chosen, left) => {
      const selection = pruneSelection(selectPage(chosen, chosen.length > 0), left);
      expect(ids(selection)).toBe(chosen.filter((id) => left.includes(id)).join(""));
    }),
  );
});
