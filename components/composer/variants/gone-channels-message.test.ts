import { expect, test } from "vitest";
import { formatGoneChannels } from "./gone-channels-message.ts";

const names = { a: "@harbour on X", b: "@harbour.example on Bluesky" };

test("unavailable channels are named if this browser has seen them, otherwise counted", () => {
  expect(formatGoneChannels(["a"], names, true)).toBe(
    "1 channel of this draft is no longer available: @harbour on X. Your text is safe.",
  );
  expect(formatGoneChannels(["a", "b"], names, true)).toBe(
    "2 channels of this draft are no longer available: @harbour on X, @harbour.example on Bluesky. Your text is safe.",
  );
  expect(formatGoneChannels(["a", "c", "d"], names, true)).toContain(
    "3 channels of this draft are no longer available",
  );
  expect(formatGoneChannels(["a", "c", "d"], names, true)).toContain(": @harbour on X, 2 more. ");
  expect(formatGoneChannels(["c", "d"], names, true)).toBe(
    "2 channels of this draft are no longer available. Your text is safe.",
  );
});

test("offline, a channel that this page does not know is not called unavailable", () => {
  const said = formatGoneChannels(["a"], names, false);
  expect(said).toBe("Offline, 1 channel of this draft can't be checked: @harbour on X. Your text is safe.");
  expect(said).not.toContain("available");
});
