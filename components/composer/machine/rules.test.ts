import { expect, test } from "vitest";
import { platformRules } from "#lib/contract/platforms";
import { rulesWith } from "./rules.ts";

test("the limits that the service tells go before those the page came with, and nothing else of a rule changes", () => {
  const rulesOf = rulesWith([
    { slug: "x", limit: 250, byte_limit: null },
    { slug: "bluesky", limit: 300, byte_limit: 3000 },
    { slug: "somewhere_else", limit: 9, byte_limit: null },
  ]);
  expect(rulesOf("x")).toEqual({ ...platformRules("x"), limit: 250 });
  // The same objects: what is planned by them is not planned again.
  expect(rulesOf("x")).toBe(rulesOf("x"));
  expect(rulesOf("bluesky")).toBe(platformRules("bluesky"));
  expect([rulesOf("mastodon"), rulesOf("somewhere_else")]).toEqual([platformRules("mastodon"), null]);
});
