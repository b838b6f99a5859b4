import fc from "fast-check";
import { expect, test } from "vitest";
import {
  findForbiddenCharacter,
  findTextProblem,
  normaliseText,
  normalizeUnicode,
  toEditableText,
} from "./normalise-text.ts";

test("a text is normalised to NFC with LF line ends and no trailing whitespace", () => {
  expect(normaliseText("cafe\u0301\r\nau\rlait \t\n\u00a0")).toBe("café\nau\nlait");
  expect(normaliseText("\ufeff  kept indent")).toBe("  kept indent");
});

test("30 marks on one character are sorted as Unicode says; more stay in their order, and the rest is composed", () => {
  const marks = "\u0301\u0316";
  for (const count of [1, 15]) {
    const text = `e${marks.repeat(count)} e\u0301`;
    expect(normalizeUnicode(text, "NFC")).toBe(text.normalize("NFC"));
  }
  expect(normalizeUnicode(`e\u0301 e${marks.repeat(16)} e\u0301`, "NFC")).toBe(`é e${marks.repeat(16)} é`);
});

test("normalising a text twice changes nothing", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc
      .constantFrom("\u0344", "\u0301\u0316", "e\u0301")
      .chain((unit) => fc.integer({ min: 0, max: 40 }).map((n) => unit.repeat(n))),
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
  ["a\u0086", "control_character"],
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
  expect(toEditableText("a\u0000b\ud800c\n\t👋\u0301")).toEqual({ text: "abc\n\t👋\u0301", removed: 2 });
});

const lineBreaks = ["\u000b", "\u000c", "\u0085", "\u2028", "\u2029"];

test.each(lineBreaks)("the line break %j of an office program stays a line break, stored and pasted", (mark) => {
  const text = `title${mark}soft break${mark}${mark}third`;
  expect(normaliseText(text)).toBe("title\nsoft break\n\nthird");
  expect(findTextProblem(normaliseText(text))).toBeNull();
  expect(toEditableText(text)).toEqual({ text: "title\nsoft break\n\nthird", removed: 0 });
});

test("a pasted text is stored as it was pasted, without the characters that were counted as removed", () => {
  const unit = fc.constantFrom("a", "é", "👋", "\n", "\u0007", "\u0000", "\ud800", ...lineBreaks);
  fc.assert(
    fc.property(fc.array(unit), (units) => {
      const { text, removed } = toEditableText(units.join(""));
      const allowed = units.filter((one) => !["\u0007", "\u0000", "\ud800"].includes(one));
      expect(removed).toBe(units.length - allowed.length);
      expect(normaliseText(text)).toBe(normaliseText(allowed.join("")));
    }),
  );
});

test("the first character that no text may hold is found where the sender wrote it", () => {
  expect(findForbiddenCharacter("e\u0301\r\n👋\u000b\u0007\u0000")).toEqual({ position: 7, name: "U+0007" });
  expect(findForbiddenCharacter("ab\udc00")).toEqual({ position: 3, name: "U+DC00" });
  expect(findForbiddenCharacter("fine\u2028here")).toBeNull();
});
