import { expect, test } from "vitest";
import { isSimilarText } from "./text-similarity.ts";

const text = "We open the new workshop on Friday at nine, with coffee for everybody.";

test.for([
  ["a word put right", "We open the new workshop on Saturday at nine, with coffee for everybody."],
  ["a sentence added", `${text} Bring your friends!`],
  ["another order", "With coffee for everybody we open the new workshop on Friday at nine."],
  ["letters and marks alone", text.toUpperCase().replace(",", " –")],
])("a text after %s is alike", ([, edited = ""]) => {
  expect(isSimilarText(text, edited)).toBe(true);
  expect(isSimilarText(edited, text)).toBe(true);
});

test.for([
  ["on another matter", "Our shop is closed on Monday for the holiday."],
  ["of two words, however near", "Good morning"],
  ["of no words", "🎉"],
])("a text %s is not alike", ([, other = ""]) => {
  expect(isSimilarText(text, other)).toBe(false);
  expect(isSimilarText(other, other.replace("Good", "Bad"))).toBe(other.length > 20);
});
