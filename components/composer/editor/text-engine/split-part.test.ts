import { expect, test } from "vitest";
import type { TextRules } from "#lib/text/count-text.ts";
import { splitLongText, splitLongTexts, splitPart } from "./split-part.ts";

const rules: TextRules[] = [{ counting: "utf16", limit: 20, byteLimit: null, urlLength: null }];

test("a part is split in place, and the caret stays at its word", () => {
  const made = splitPart(["First", "one two three four five six", "Last"], 1, rules, true, 20);
  expect(made.texts).toEqual(["First", "one two three four", "five six", "Last"]);
  expect(made).toMatchObject({ count: 2, caret: { part: 2, at: 1 } });
});

test("numbers continue through a numbered thread, with the caret before the number", () => {
  const first = splitPart(["one two three four five six"], 0, rules, true, 27);
  expect(first.texts).toEqual(["one two three 1/2", "four five six 2/2"]);
  expect(first.caret).toEqual({ part: 1, at: 13 });
  const more = splitPart(["one two three 1/2", "four five six seven 2/2"], 1, rules, true, 19);
  expect(more.texts).toEqual(["one two three 1/3", "four five six 2/3", "seven 3/3"]);
  expect(more.caret).toEqual({ part: 2, at: 5 });
});

test("a long text becomes several parts, a million characters a sentence", () => {
  const fitted = splitLongText("word ".repeat(20_000), { characters: 0, remaining: 100 });
  expect("pieces" in fitted && fitted.pieces.map(({ text }) => text.length <= 25_000)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(splitLongText("a".repeat(1_000_000), { characters: 0, remaining: 100 })).toEqual({
    refusal: "That is 1,000,000 characters; a thread holds 250,000 here. Nothing was inserted; your text is unchanged.",
  });
  expect(splitLongText("a".repeat(60_000), { characters: 0, remaining: 2 })).toMatchObject({
    refusal: expect.stringContaining("3 parts; a thread"),
  });
});

test("only a part that is too long becomes more parts; the others stay", () => {
  const was = [
    { id: "a", text: "First" },
    { id: "b", text: "Second", gap: " " },
    { id: "c", text: "Third", gap: "\n" },
  ];
  const long = "word ".repeat(12_000).trim();
  const fitted = splitLongTexts(["First", `Second ${long}`, "Third"], was);
  if ("refusal" in fitted) throw new Error(fitted.refusal);
  expect(fitted.texts.map(({ length }) => length <= 25_000)).toEqual([true, true, true, true, true]);
  expect([fitted.texts[0], fitted.texts.at(-1)]).toEqual(["First", "Third"]);
  // The gaps hold the cut characters, so joining gives the pasted text again.
  expect(fitted.texts.slice(1, 4).reduce((whole, text, at) => whole + (at ? fitted.gaps[at + 1] : "") + text, "")).toBe(
    `Second ${long}`,
  );
  expect([fitted.gaps[0], fitted.gaps[1], fitted.gaps[4]]).toEqual([undefined, " ", "\n"]);
});

test("a split into too many parts or characters is refused with a sentence", () => {
  const many = Array.from({ length: 99 }, (_, at) => `Part ${at}`);
  expect(splitLongTexts([...many, "a".repeat(60_000)], [])).toMatchObject({
    refusal: expect.stringContaining("a thread holds"),
  });
  expect(
    splitLongTexts(
      Array.from({ length: 5 }, () => "a".repeat(60_000)),
      [],
    ),
  ).toMatchObject({
    refusal: expect.stringContaining("a thread holds 250,000 here"),
  });
});
