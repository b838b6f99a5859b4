import fc from "fast-check";
import { expect, test } from "vitest";
import {
  documentToParts,
  insertPartSeparators,
  partsToDocument,
  toDocumentPosition,
  toPartPosition,
} from "./document-text.ts";

const most = 100;
const pieces = [
  "---",
  "\\---",
  "\\\\---",
  "\n",
  "\n\n",
  "\n\n\n\n\n",
  "a",
  " ",
  "--- ",
  "----",
  "\n\n---\n\n",
  "\\",
  "word",
];
const anyText = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "grapheme", maxLength: 5 })), { maxLength: 12 })
  .map((all) => all.join(""));
const anyParts = fc.array(anyText, { minLength: 1, maxLength: 6 });

test("parts return from the document unchanged, whatever they hold, however often", () => {
  fc.assert(
    fc.property(anyParts, fc.nat(3), (texts, times) => {
      let now = texts;
      for (let at = 0; at <= times; at += 1) now = documentToParts(partsToDocument(now), most);
      expect(now).toEqual(texts);
    }),
    { numRuns: 2_000 },
  );
});

test("an edit beside a line of hyphens, made in the document, never publishes a backslash that nobody typed", () => {
  const line = fc.constantFrom("", "", "---", "----", "word", "- item", " ---");
  const part = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join("\n"));
  const edit = fc.record({ at: fc.nat(), removed: fc.nat(2), put: fc.array(line, { maxLength: 3 }) });
  const switches = fc.array(fc.array(edit, { maxLength: 3 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), switches, (texts, rounds) => {
      let parts = texts;
      for (const edits of rounds) {
        const lines = partsToDocument(parts).split("\n");
        for (const { at, removed, put } of edits) lines.splice(at % (lines.length + 1), removed, ...put);
        parts = documentToParts(lines.join("\n"), most);
      }
      expect(parts.join("\n")).not.toContain("\\");
    }),
    { numRuns: 2_000 },
  );
});

test("a line typed below an escaped line leaves no backslash in the text", () => {
  const shown = partsToDocument(["My notes\n\n---"]);
  expect(shown).toBe("My notes\n\n\\---");
  expect(documentToParts(`${shown}\nThe end.`, most)).toEqual(["My notes\n\n---\nThe end."]);
});

test("text typed into the document stays the same when it is rewritten, also beyond the most parts", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 4 }), (typed, limit) => {
      const texts = documentToParts(typed, limit);
      expect(texts.length).toBeLessThanOrEqual(limit);
      expect(documentToParts(partsToDocument(texts), limit)).toEqual(texts);
    }),
    { numRuns: 2_000 },
  );
});

test("a caret keeps its place between letters in both views", () => {
  fc.assert(
    fc.property(anyParts, fc.nat(), fc.nat(), (texts, one, other) => {
      const part = one % texts.length;
      const at = other % ((texts[part]?.length ?? 0) + 1);
      const text = partsToDocument(texts);
      const place = toDocumentPosition(texts, part, at);
      expect(place).toBeLessThanOrEqual(text.length);
      expect(toPartPosition(text, place, most)).toEqual({ part, at });
    }),
    { numRuns: 2_000 },
  );
});

test("a line of three hyphens between blank lines splits; with a backslash or in a paragraph it does not", () => {
  expect(documentToParts("One\n\n---\n\nTwo", most)).toEqual(["One", "Two"]);
  expect(documentToParts("One\n\n\\---\n\nTwo", most)).toEqual(["One\n\n---\n\nTwo"]);
  expect(documentToParts("One\n---\nTwo", most)).toEqual(["One\n---\nTwo"]);
  expect(partsToDocument(["One\n\n---\n\nTwo", "Three"])).toBe("One\n\n\\---\n\nTwo\n\n---\n\nThree");
  expect(partsToDocument(["One\n---\nTwo"])).toBe("One\n---\nTwo");
});

test("the third Enter in a row begins a part; two make a blank line, and two pasted blank lines stay", () => {
  expect(insertPartSeparators("One\n", "One\n\n", 5)).toEqual({ text: "One\n\n", at: 5 });
  expect(insertPartSeparators("One\n\n", "One\n\n\n", 6)).toEqual({ text: "One\n\n---\n\n", at: 10 });
  expect(insertPartSeparators("One\n\nTwo", "One\n\n\nTwo", 4)).toEqual({ text: "One\n\n---\n\nTwo", at: 10 });
  expect(insertPartSeparators("", "A\n\n\nB", 5)).toEqual({ text: "A\n\n\nB", at: 5 });
});

test("three newly inserted empty lines split with the caret behind them; existing ones do not", () => {
  expect(insertPartSeparators("One\n\n\n", "One\n\n\n\n", 7)).toEqual({ text: "One\n\n---\n\n", at: 10 });
  expect(insertPartSeparators("One\n\n\nTwo", "One\n\n\n\nTwo", 5)).toEqual({ text: "One\n\n---\n\nTwo", at: 10 });
  expect(insertPartSeparators("", "A\n\n\n\nB\n\n\n\nC", 11)).toEqual({ text: "A\n\n---\n\nB\n\n---\n\nC", at: 17 });
  const old = "One\n\n\n\n\nTwo";
  expect(insertPartSeparators(old, `${old}!`, old.length + 1)).toEqual({ text: `${old}!`, at: old.length + 1 });
  expect(insertPartSeparators(`${old}!`, old, old.length)).toEqual({ text: old, at: old.length });
  expect(insertPartSeparators(old, "One!\n\n\n\n\nTwo", 4)).toEqual({ text: "One!\n\n\n\n\nTwo", at: 4 });
});
