import { expect, test } from "vitest";
import { findHashtags, rankHashtags } from "./find-hashtags.ts";

test.each([
  ["#one and #two", [0, 9]],
  ["#same #same", [0, 6]],
  ["(#in) „#Straße“ #日本", [1, 7, 16]],
  ["a#no https://example.com/#no &#39; #1 ##", []],
  ["#2026goals", [0]],
])("the hashtags of %j begin at %j", (text, starts) => {
  expect(findHashtags(text)).toEqual(starts);
});

test("the hashtags of most texts come first, a text counts once, and the first spelling stays", () => {
  const texts = [
    "#Launch and #launch, then #Beta",
    "#news #launch",
    "No hashtag, https://a.org/#top",
    "#News",
    "#News",
  ];
  expect(rankHashtags(texts)).toEqual(["Launch", "news", "Beta"]);
});
