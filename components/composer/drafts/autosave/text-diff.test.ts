import fc from "fast-check";
import { expect, test } from "vitest";
import { diffTexts } from "./text-diff.ts";

const joined = (pieces: readonly { text: string }[]) => pieces.map(({ text }) => text).join("");
const common = (pieces: readonly { text: string; isOnly: boolean }[]) => joined(pieces.filter(({ isOnly }) => !isOnly));

test("the pieces join to both texts, and unmarked pieces are equal in both", () => {
  const text = fc
    .array(fc.constantFrom("a", "b ", " ", "\n\n", "c", "👩‍👩‍👧", ""), { maxLength: 30 })
    .map((all) => all.join(""));
  fc.assert(
    fc.property(text, text, (mine, theirs) => {
      const marked = diffTexts(mine, theirs);
      expect([joined(marked.mine), joined(marked.theirs)]).toEqual([mine, theirs]);
      expect(common(marked.mine)).toBe(common(marked.theirs));
      if (mine === theirs) expect([...marked.mine, ...marked.theirs].some(({ isOnly }) => isOnly)).toBe(false);
    }),
  );
});

test("one changed word is one mark, also in a hundred thousand characters", () => {
  const { mine, theirs } = diffTexts("We moved it to Thursday, at last.", "We moved it to Friday, at last.");
  expect(mine.filter(({ isOnly }) => isOnly)).toEqual([{ text: "Thursday,", isOnly: true }]);
  expect(theirs.filter(({ isOnly }) => isOnly)).toEqual([{ text: "Friday,", isOnly: true }]);
  const long = "word ".repeat(20_000);
  expect(joined(diffTexts(long, `${long.slice(0, 50_000)}!${long.slice(50_000)}`).theirs)).toHaveLength(100_001);
});
