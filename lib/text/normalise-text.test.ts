import fc from "fast-check";
import { expect, test } from "vitest";
import { findTextProblem, normaliseText, removeForbiddenCharacters } from "./normalise-text.ts";

test("a text is normalised to NFC with LF line ends and no trailing whitespace", () => {
  expect(normaliseText("cafe\u0301\r\nau\rlait \t\n\u00a0")).toBe("café\nau\nlait");
  expect(normaliseText("\ufeff  kept indent")).toBe("  kept indent");
});

test("normalising a text twice changes nothing", () => {
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
])("%j is rejected as %s", (text, problem) => {
  expect(findTextProblem(text)).toBe(problem);
});

test.each(["a", "\tline\nline\r\n", "👨‍👩‍👧‍👦", "नमस्ते", "."])("%j is accepted", (text) => {
  expect(findTextProblem(text)).toBeNull();
});

test("characters that no platform accepts are removed and counted", () => {
  expect(removeForbiddenCharacters("a\u0000b\ud800c\n\t👋\u0301")).toEqual({ text: "abc\n\t👋\u0301", left: 2 });
});
