import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { platforms } from "#lib/contract/platforms/platform-rules.ts";
import { countText, type TextRules } from "./count-text.ts";
import { planDelivery } from "./delivery-plan.ts";
import { listGraphemes } from "./graphemes.ts";
import { normaliseText } from "./normalise-text.ts";
import { findJoinedOverflow, findPartOverflow } from "./overflow.ts";

const text = fc
  .array(
    fc.constantFrom(
      "a",
      "word ",
      "好",
      "👨‍👩‍👧‍👦",
      "é",
      "e\u0301",
      "\n",
      "https://example.com/long/path ",
      "@me",
      "#tag ",
    ),
    {
      maxLength: 40,
    },
  )
  .map((pieces) => pieces.join(""));
const tight = (rules: TextRules): TextRules => ({ ...rules, limit: 30, byteLimit: rules.byteLimit && 60 });

describe.each(platforms.map((rules) => [rules.slug, rules] as const))("overflow on %s", (_, rules) => {
  const small = tight(rules);
  const isOver = (part: string) => countText(normaliseText(part), small).isOver;

  test("the text before the overflow fits and one more character does not", () => {
    fc.assert(
      fc.property(text, (part) => {
        const at = findPartOverflow(part, small);
        expect(isOver(part)).toBe(at !== null);
        if (at === null) return;
        expect(isOver(part.slice(0, at))).toBe(false);
        const [next = ""] = listGraphemes(part.slice(at));
        expect(isOver(part.slice(0, at) + next)).toBe(true);
      }),
    );
  });

  test("joined parts have an overflow exactly when they are too long, within the right part", () => {
    fc.assert(
      fc.property(
        fc.array(
          text.map((words) => `b${words}`),
          { minLength: 1, maxLength: 5 },
        ),
        (parts) => {
          const texts = parts.map(normaliseText);
          const place = findJoinedOverflow(parts, small);
          const images = rules.images.required ? [{ count: 1, animated: false }] : [];
          const plan = planDelivery(texts, { ...rules, ...small, thread: "never" }, images);
          expect(place !== null).toBe("problem" in plan);
          if (!place) return;
          expect(place.at).toBeLessThanOrEqual((parts[place.part] ?? "").length);
          const part = (parts[place.part] ?? "").slice(0, place.at);
          const until = [...parts.slice(0, place.part), ...(part === "" ? [] : [part])];
          expect(
            "problem" in planDelivery(until.map(normaliseText), { ...rules, ...small, thread: "never" }, images),
          ).toBe(false);
        },
      ),
    );
  });
});

const rules = { counting: "utf16", limit: 10, byteLimit: null, urlLength: null } as const;

test("the blank line between parts counts and removed numbering does not", () => {
  expect(findJoinedOverflow(["aaaa", "bbbbb"], rules)).toEqual({ part: 1, at: 4 });
  expect(findJoinedOverflow(["aaaa 1/2", "bbbb 2/2"], rules)).toBeNull();
  expect(findJoinedOverflow(["aaaa 1/2", "bbbbb 2/2"], rules)).toEqual({ part: 1, at: 4 });
  expect(findJoinedOverflow(["a".repeat(9), "b"], rules)).toEqual({ part: 1, at: 0 });
});

test("an emoji sequence is never split", () => {
  expect(findPartOverflow(`${"a".repeat(8)}👨‍👩‍👧‍👦`, rules)).toBe(8);
});
