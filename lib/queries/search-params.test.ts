import { expect, test } from "vitest";
import { createParamReader, serializeParams } from "./search-params.ts";

test("an invalid search param is null, and a repeated one counts by its first value", () => {
  const params = createParamReader({
    n: ["7", "8"],
    day: "2026-02-30",
    id: "x".repeat(101),
    view: "tree",
    q: "  a b ",
  });
  expect(params.integer("n", 1, 9)).toBe(7);
  expect(params.integer("n", 8, 9)).toBeNull();
  expect([params.day("day"), params.id("id"), params.choice("view", ["list", "grid"]), params.read("none")]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(params.text("q")).toBe("a b");
  expect(createParamReader({ n: ["7", "8"] }, "invalid").read("n")).toBeNull();
});

test("an address contains no default value, and a list as a repeated param", () => {
  const values = { q: "", page: 1, channel: ["b", "a"], member: null, columns: "" };
  expect(serializeParams(values, { q: "", page: 1 })).toBe("channel=b&channel=a&columns=");
});
