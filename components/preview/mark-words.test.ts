import fc from "fast-check";
import { expect, test } from "vitest";
import { platforms } from "#lib/contract/platforms";
import { markWords } from "./mark-words.ts";

const lit = (text: string, platform: string) =>
  markWords(text, platform).flatMap(({ text: words, is }) => (is === "plain" ? [] : [`${is} ${words}`]));

test("joined again the pieces are the text, on every platform", () => {
  const text = fc
    .array(
      fc.oneof(
        fc.string({ unit: "grapheme" }),
        fc.constantFrom("@me", "#tag", "https://a.com/x#y", "@a@b.social", " ", "\n"),
      ),
    )
    .map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(text, fc.constantFrom(...platforms.map(({ slug }) => slug), "unknown"), (words, platform) => {
      const pieces = markWords(words, platform);
      expect(pieces.map((piece) => piece.text).join("")).toBe(words);
      expect(pieces.every((piece) => piece.text !== "")).toBe(true);
    }),
  );
});

test("each platform lights what it knows", () => {
  const text = "Ask @alice, see example.com/a#b and https://a.org #news #2026 #c4";
  expect(lit(text, "x")).toEqual([
    "mention @alice",
    "link example.com/a#b",
    "link https://a.org",
    "tag #news",
    "tag #c4",
  ]);
  expect(lit(text, "mastodon")).toEqual(["mention @alice", "link https://a.org", "tag #news", "tag #c4"]);
  expect(lit(text, "linkedin")).toEqual(["link example.com/a#b", "link https://a.org", "tag #news", "tag #c4"]);
  expect(lit(text, "threads").filter((one) => one.startsWith("tag"))).toEqual(["tag #news"]);
  expect(lit("@alice @alice.bsky.social", "bluesky")).toEqual(["mention @alice.bsky.social"]);
  expect(lit("to @alice@example.social", "mastodon")).toEqual(["mention @alice@example.social"]);
});

test("an address of a letter is neither mention nor link of one", () => {
  expect(lit("me@example", "x")).toEqual([]);
  expect(lit("a#b 50% #", "x")).toEqual([]);
});
