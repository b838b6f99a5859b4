import fc from "fast-check";
import { expect, test } from "vitest";
import { findTextProblem, normaliseText, removeForbiddenCharacters } from "./normalise-text.ts";

test("a text is composed, its lines end by LF, and nothing blank is left at its end", () => {
  expect(normaliseText("cafe\u0301\r\nau\rlait \t\n\u00a0")).toBe("café\nau\nlait");
  expect(normaliseText("\ufeff  kept indent")).toBe("  kept indent");
});

test("a normalised text stays as it is when normalised again", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fc.constantFrom("\r", "\n", "\ufeff", "e", "\u0301", " ", "\u1100", "\u1161")).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(text, (any) => {
      expect(normaliseText(normaliseText(any))).toBe(normaliseText(any));
    }),
  );
});

test.each([
  ["a\ud800b", "lone_surrogate"],
  ["\udc00", "lone_surrogate"],
  ["a\0b", "control_character"],
  ["\u001b[31m", "control_character"],
  ["a\u007f", "control_character"],
  ["a\u0085", "control_character"],
  ["\uffff", "control_character"],
  ["", "blank"],
  [" \n\t\r\n\u3000", "blank"],
  ["\u200b\u2060\ufe0f\u3164\u2800", "blank"],
])("%j is refused as %s", (text, problem) => {
  expect(findTextProblem(text)).toBe(problem);
});

test.each(["a", "\tline\nline\r\n", "👨‍👩‍👧‍👦", "नमस्ते", "."])("%j is taken", (text) => {
  expect(findTextProblem(text)).toBeNull();
});

test("what no platform takes is left out of a text and counted", () => {
  expect(removeForbiddenCharacters("a\u0000b\ud800c\n\t👋\u0301")).toEqual({ text: "abc\n\t👋\u0301", left: 2 });
});
