import { expect, test } from "vitest";
import { parseServerAddress } from "./server-address.ts";

const none: ReadonlySet<string> = new Set();

test.each([
  ["mastodon.social", "https://mastodon.social"],
  [" https://mastodon.social/ ", "https://mastodon.social"],
  ["@ada@mastodon.social", "https://mastodon.social"],
  ["ada@mastodon.social", "https://mastodon.social"],
  ["mastodon.social/@ada", "https://mastodon.social"],
  ["https://mastodon.social/@ada", "https://mastodon.social"],
])("%j is the server %s", (typed, host) => {
  expect(parseServerAddress(typed, none)).toEqual({ host });
});

test.each(["", "@ada", "not a server", "localhost", "https://ada:secret@mastodon.social"])(
  "%j is not a server",
  (typed) => {
    expect(parseServerAddress(typed, none)).toHaveProperty("problem");
  },
);
