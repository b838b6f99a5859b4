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
  ["npub1sg6plzptd64u62a878hep2kev88swjh3tw00gjsfl8f237lmu63q0uf63m", "npub1sg6plzp…f63m"],
])("the handle %j is shown as %j", (username, shown) => {
  expect(formatAccountHandle(username)).toBe(shown);
});
