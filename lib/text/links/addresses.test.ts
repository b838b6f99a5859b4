import fc from "fast-check";
import { expect, test } from "vitest";
import { findBlueskyEntities } from "#lib/text/platforms/bluesky-entities.ts";
import { findLinkedinHashtags } from "#lib/text/platforms/find-linkedin-hashtags.ts";
import { findAddresses, findSlackAddresses, removeAddresses } from "./addresses.ts";
import { findCardLinks } from "./find-card-links.ts";
import { findLinks, xLinkRule } from "./find-links.ts";

const sentences = fc
  .array(
    fc.record({
      before: fc.constantFrom("見る", "「", "（", "，", "“", "<", '"', " ", "の\u200b", "한국", "！", "、", "é "),
      path: fc.constantFrom("", "/", "/a", "/a_(b)", "/a?b=c", "/a-b/c#d"),
      after: fc.constantFrom(
        "。続き",
        "」で",
        "）",
        "，",
        "”",
        ">",
        '"',
        " ",
        "\u200b後",
        "\u2060",
        "…",
        "！",
        "、と",
        "』",
        "．",
      ),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((all) => ({
    text: all.map(({ before, path, after }, at) => `${before}https://example${at}.com${path}${after}`).join(""),
    links: all.map(({ path }, at) => `https://example${at}.com${path}`),
  }));

const cut = (text: string, found: readonly { start: number; length: number }[]) =>
  found.map(({ start, length }) => text.slice(start, start + length));

test("X, Bluesky, Slack and link cards read the same addresses in a sentence of any script", () => {
  fc.assert(
    fc.property(sentences, ({ text, links }) => {
      expect(cut(text, findLinks(text, xLinkRule))).toEqual(links);
      expect(cut(text, findAddresses(text))).toEqual(links);
      expect(
        cut(
          text,
          findBlueskyEntities(text).filter(({ type }) => type === "link"),
        ),
      ).toEqual(links);
      expect(cut(text, findSlackAddresses(text))).toEqual(links);
      expect(findCardLinks(text)).toEqual([...new Set(links)]);
    }),
    { numRuns: 1_000 },
  );
});

test("a hashtag after the end of an address is a hashtag on LinkedIn, and one within it is not", () => {
  const text = "https://example.com/#no。#タグ #tag";
  expect(findLinkedinHashtags(text).map(({ word }) => word)).toEqual(["タグ", "tag"]);
});

test("without its addresses a text keeps the words around them", () => {
  expect(removeAddresses("見る https://example.com/a。続き")).toBe("見る  。続き");
});

test("addresses are found in a time that grows with the text and not with its square", () => {
  const links = (text: string) => findAddresses(text).length + findBlueskyEntities(text).length;
  // Each of these froze the page for minutes if it were read again from every position.
  for (const unit of ["https://", "aa.", "aa.aa@", "(a.aa", "#!", "'a.", "https://(", "a-"]) links(unit.repeat(50_000));
  expect(links("https://example.com ".repeat(10_000))).toBe(20_000);
});
