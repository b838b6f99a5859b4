import { expect, test } from "vitest";
import { formatAccountHandle } from "./format-account-handle.ts";

test.each([
  ["ada", "@ada"],
  ["ada@mastodon.social", "@ada@mastodon.social"],
  ["@ada", "@ada"],
  ["_ada_", "@_ada_"],
  ["Ada Lovelace", "Ada Lovelace"],
  ["-1001234", "-1001234"],
  ["", ""],
])("the handle %j is shown as %j", (username, shown) => {
  expect(formatAccountHandle(username)).toBe(shown);
});
