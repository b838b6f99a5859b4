import fc from "fast-check";
import { expect, test } from "vitest";
import { platforms } from "./platform-rules.ts";
import { findTruncationIndex, getPreviewStyle } from "./preview-styles.ts";

const linkedin = getPreviewStyle("linkedin").fold;

test("a short text is not truncated and a long one is truncated at the end of a word", () => {
  expect(findTruncationIndex("Three\nshort\nlines", linkedin)).toBeNull();
  expect(findTruncationIndex("a".repeat(210), linkedin)).toBeNull();
  const long = "word ".repeat(60).trim();
  expect(findTruncationIndex(long, linkedin)).toBe(209);
  expect(long.slice(0, 209).endsWith(" word")).toBe(true);
});

test("blank lines count as lines", () => {
  expect(findTruncationIndex("One\n\nTwo\nThree", linkedin)).toBe("One\n\nTwo".length);
});

test("truncation never splits a character", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("👨‍👩‍👧‍👦", "a", " ", "\n", "é"), { maxLength: 400 }), (pieces) => {
      const text = pieces.join("");
      for (const { slug } of platforms) {
        const at = findTruncationIndex(text, getPreviewStyle(slug).fold);
        if (at === null) continue;
        expect(at).toBeGreaterThanOrEqual(0);
        expect(at).toBeLessThan(text.length);
        const starts = new Set(Array.from(new Intl.Segmenter("en").segment(text), ({ index }) => index));
        expect(starts.has(at)).toBe(true);
      }
    }),
  );
});

test("an unknown platform has the default preview style", () => {
  expect(getPreviewStyle("toString")).toEqual({ fold: null, link: "card", images: "sides" });
});
