import { describe, expect, test } from "vitest";
import { parseCap, parseLevelStarts, parseRejectReasons } from "./parse-organization-settings.ts";

describe("organization settings forms", () => {
  test.for<[string, number | null | "wrong"]>([
    ["", null],
    [" 100 ", 100],
    ["0", "wrong"],
    ["-1", "wrong"],
    ["1.5", "wrong"],
    ["1e3", "wrong"],
    ["10000001", "wrong"],
  ])("the cap %j is parsed as %j", ([typed, cap]) => {
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
  ])("the level thresholds %j are parsed as %j", ([typed, starts]) => {
    const read = parseLevelStarts(typed);
    expect(read.error === undefined ? read.ok : "wrong").toEqual(starts);
  });

  test("each line is a reason, at most nine, and empty lines are ignored", () => {
    expect(parseRejectReasons(" One. \n\nTwo.")).toEqual({ ok: ["One.", "Two."] });
    expect(parseRejectReasons("x\n".repeat(10)).error).toMatch(/9 reasons/);
    expect(parseRejectReasons("x".repeat(501)).error).toMatch(/500 characters/);
  });
});
