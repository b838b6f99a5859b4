import { expect, test } from "vitest";
import { formatGoneChannels } from "./gone-channels-message.ts";

const names = { a: "@harbour on X", b: "@harbour.example on Bluesky" };

test("channels that went away are named where they were ever seen here, and counted where not", () => {
  expect(formatGoneChannels(["a"], names, true)).toBe(
    "1 channel of this draft was disconnected, or is for other members now: @harbour on X. Your text is safe.",
  );
  expect(formatGoneChannels(["a", "b"], names, true)).toBe(
    "2 channels of this draft were disconnected, or are for other members now: @harbour on X, @harbour.example on Bluesky. Your text is safe.",
  );
  expect(formatGoneChannels(["a", "c", "d"], names, true)).toContain("3 channels of this draft were disconnected");
  expect(formatGoneChannels(["a", "c", "d"], names, true)).toContain(": @harbour on X, 2 more. ");
  expect(formatGoneChannels(["c", "d"], names, true)).toBe(
    "2 channels of this draft were disconnected, or are for other members now. Your text is safe.",
  );
});

test("without a network nothing is claimed of a channel that this page does not know", () => {
  const said = formatGoneChannels(["a"], names, false);
  expect(said).toBe("Offline, this page does not know 1 channel of this draft: @harbour on X. Your text is safe.");
  expect(said).not.toContain("disconnected");
});
