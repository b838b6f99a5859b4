import { describe, expect, test } from "vitest";
import { parseCap, parseLevelStarts, parseRejectReasons } from "./parse-organization-settings.ts";

describe("rules as they are typed", () => {
  test.for<[string, number | null | "wrong"]>([
    ["", null],
    [" 100 ", 100],
    ["0", "wrong"],
    ["-1", "wrong"],
    ["1.5", "wrong"],
    ["1e3", "wrong"],
    ["10000001", "wrong"],
  ])("the cap %j is %j", ([typed, cap]) => {
    const read = parseCap(typed);
    expect(read.error === undefined ? read.ok : "wrong").toBe(cap);
  });

  test.for<[string, number[] | null | "wrong"]>([
    ["", null],
    ["50, 150;300\n500", [50, 150, 300, 500]],
    ["50 50", "wrong"],
    ["50 40", "wrong"],
    ["0 10", "wrong"],
    ["ten", "wrong"],
    [Array.from({ length: 201 }, (_, at) => at + 1).join(" "), "wrong"],
  ])("the starts of levels %j are %j", ([typed, starts]) => {
    const read = parseLevelStarts(typed);
    expect(read.error === undefined ? read.ok : "wrong").toEqual(starts);
  });

  test("a reason is a line, nine at most, and empty lines are none", () => {
    expect(parseRejectReasons(" One. \n\nTwo.")).toEqual({ ok: ["One.", "Two."] });
    expect(parseRejectReasons("x\n".repeat(10)).error).toMatch(/9 reasons/);
    expect(parseRejectReasons("x".repeat(501)).error).toMatch(/500 characters/);
  });
});
