import { expect, test } from "vitest";
import { mayBeEditedVersion } from "./may-be-edited-version.ts";

const text = "We open the new workshop on Friday at nine, with coffee for everybody.";

test.for([
  ["a corrected word", "We open the new workshop on Saturday at nine, with coffee for everybody."],
  ["an added sentence", `${text} Bring your friends!`],
  ["another order", "With coffee for everybody we open the new workshop on Friday at nine."],
  ["changed case and punctuation", text.toUpperCase().replace(",", " –")],
])("a text with %s is similar", ([, edited = ""]) => {
  expect(mayBeEditedVersion(text, edited)).toBe(true);
  expect(mayBeEditedVersion(edited, text)).toBe(true);
});

test.for([
  ["on another topic", "Our shop is closed on Monday for the holiday."],
  ["of two words", "Good morning"],
  ["without words", "🎉"],
])("a text %s is not similar", ([, other = ""]) => {
  expect(mayBeEditedVersion(text, other)).toBe(false);
  expect(mayBeEditedVersion(other, other.replace("Good", "Bad"))).toBe(other.length > 20);
});
