import { expect, test } from "vitest";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { createRulesLookup } from "./read-platform-rules.ts";
import { defaultRulesLookup } from "./state/platform-rules-lookup.ts";

const on = (platform: string) => ({ platform });
const server = (characters: number | null) => ({ platform: "mastodon", reported_limits: { characters, images: 4 } });

test("the service's limits override the page's, and nothing else of a rule changes", () => {
  const rulesOf = createRulesLookup([
    { slug: "x", limit: 250, byte_limit: null },
    { slug: "bluesky", limit: 300, byte_limit: 3000 },
    { slug: "somewhere_else", limit: 9, byte_limit: null },
  ]);
  expect(rulesOf(on("x"))).toEqual({ ...getPlatformRules("x"), limit: 250 });
  // The same objects come back, so that plans for them stay cached.
  expect(rulesOf(on("x"))).toBe(rulesOf(on("x")));
  expect(rulesOf(on("bluesky"))).toBe(getPlatformRules("bluesky"));
  expect([rulesOf(on("mastodon")), rulesOf(on("somewhere_else"))]).toEqual([getPlatformRules("mastodon"), null]);
});

test("the account server's limits override its platform's, from the first letter on and after a refusal", () => {
  for (const rulesOf of [defaultRulesLookup, createRulesLookup([{ slug: "mastodon", limit: 450, byte_limit: null }])]) {
    expect(rulesOf(server(5_000))).toMatchObject({ slug: "mastodon", limit: 5_000 });
    expect(rulesOf(server(200))?.limit).toBe(200);
    expect(rulesOf(server(5_000))).toBe(rulesOf(server(5_000)));
    expect(rulesOf(server(null))?.limit).toBe(rulesOf(on("mastodon"))?.limit);
  }
  // Servers with the most common limit share one count.
  expect(defaultRulesLookup(server(500))).toBe(getPlatformRules("mastodon"));
});
