import { expect, test } from "vitest";
import { toSearchText } from "./search-text.ts";

test.each([
  ["Café", "cafe"],
  ["MÜNCHEN", "munchen"],
  ["Straße", "strasse"],
  ["한국어", "한국어"],
  ["ガス", "ガス"],
])("a search compares %s as %s", (text, compared) => {
  expect(toSearchText(text)).toBe(compared);
});
