import { expect, test } from "vitest";
import { formatCount } from "./format-count.ts";

test("a count has its noun in the singular for one alone, and separators from a thousand on", () => {
  expect([0, 1, 2, 1_234].map((count) => formatCount(count, "post"))).toEqual([
    "0 posts",
    "1 post",
    "2 posts",
    "1,234 posts",
  ]);
  expect(formatCount(2, "entry", "entries")).toBe("2 entries");
});
