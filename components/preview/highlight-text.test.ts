import fc from "fast-check";
import { expect, test } from "vitest";
import { platforms } from "#lib/contract/platforms/platform-rules.ts";
import { findLinkedinHashtags } from "#lib/text/platforms/find-linkedin-hashtags.ts";
import { highlightText } from "./highlight-text.ts";

const lit = (text: string, platform: string) =>
  highlightText(text, platform).flatMap(({ text: words, type }) => (type === "plain" ? [] : [`${type} ${words}`]));

test("the pieces join to the text, on every platform", () => {
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
      const pieces = highlightText(words, platform);
      expect(pieces.map((piece) => piece.text).join("")).toBe(words);
      expect(pieces.every((piece) => piece.text !== "")).toBe(true);
    }),
  );
});

test("each platform highlights what it recognizes", () => {
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
  expect(lit(text, "instagram")).toEqual(["mention @alice", "tag #news", "tag #c4"]);
  expect(lit("@alice @alice.bsky.social", "bluesky")).toEqual(["mention @alice.bsky.social"]);
  expect(lit("to @alice@example.social", "mastodon")).toEqual(["mention @alice@example.social"]);
});

test("a platform without hashtags and mentions highlights only full URLs", () => {
  const text = "See example.com, https://a.org/b_c. and #news of @alice";
  for (const platform of ["discord", "slack"]) expect(lit(text, platform)).toEqual(["link https://a.org/b_c"]);
  expect(lit(text, "telegram")).toEqual(["link example.com", "link https://a.org/b_c", "tag #news", "mention @alice"]);
});

test("on Bluesky exactly the rich text of the request is highlighted", () => {
  expect(
    lit("(#no) #a-b. #2026 @a.test@ (@ada.test) nope.invalidtld x.org/#c, https://localhost/a", "bluesky"),
  ).toEqual([...["tag #a-b", "mention @ada.test", "link x.org/#c", "link https://localhost/a"]]);
});

test("on LinkedIn exactly the hashtags of the request are highlighted, none of them within a link", () => {
  expect(lit("So.#one @#two ##three #2026 ＃four example.com/?#five https://a.org,#six (#seven)", "linkedin")).toEqual([
    ...["tag #one", "tag #two", "link example.com/?#five", "link https://a.org", "tag #seven"],
  ]);
  const piece = fc.constantFrom(
    "#tag",
    "#日本",
    "C#",
    "x.org",
    "https://a.org/",
    "?",
    ".",
    "@",
    ",",
    "#",
    "/",
    " ",
    "a",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      const sent = findLinkedinHashtags(text).map(({ word }) => `tag #${word}`);
      expect(lit(text, "linkedin").filter((one) => one.startsWith("tag"))).toEqual(sent);
    }),
    { numRuns: 2_000 },
  );
});

test("an e-mail address is highlighted neither as a mention nor as a link", () => {
  expect(lit("me@example", "x")).toEqual([]);
  expect(lit("a#b 50% #", "x")).toEqual([]);
});
