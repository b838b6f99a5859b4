import { expect, test } from "vitest";
import type { TextRules } from "#lib/text/count";
import { fitLong, splitUp } from "./split-up.ts";

const rules: TextRules[] = [{ counting: "utf16", limit: 20, byteLimit: null, urlLength: null }];

test("one part is split where it stands, and the caret stays at its word", () => {
  const made = splitUp(["First", "one two three four five six", "Last"], 1, rules, true, 20);
  expect(made.texts).toEqual(["First", "one two three four", "five six", "Last"]);
  expect(made).toMatchObject({ count: 2, caret: { part: 2, at: 1 } });
});

test("numbers are counted through the whole thread when it has them, the caret before the number", () => {
  const first = splitUp(["one two three four five six"], 0, rules, true, 27);
  expect(first.texts).toEqual(["one two three 1/2", "four five six 2/2"]);
  expect(first.caret).toEqual({ part: 1, at: 13 });
  const more = splitUp(["one two three 1/2", "four five six seven 2/2"], 1, rules, true, 19);
  expect(more.texts).toEqual(["one two three 1/3", "four five six 2/3", "seven 3/3"]);
  expect(more.caret).toEqual({ part: 2, at: 5 });
});

test("a text longer than a part becomes several, a million characters a sentence", () => {
  const fitted = fitLong("word ".repeat(20_000), { characters: 0, room: 100 });
  expect("pieces" in fitted && fitted.pieces.map(({ text }) => text.length <= 25_000)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(fitLong("a".repeat(1_000_000), { characters: 0, room: 100 })).toEqual({
    refusal:
      "That is 1,000,000 characters; a thread holds 250,000 here. Nothing was put in; what stood here is unchanged.",
  });
  expect(fitLong("a".repeat(60_000), { characters: 0, room: 2 })).toMatchObject({
    refusal: expect.stringContaining("3 parts; a thread"),
  });
});
