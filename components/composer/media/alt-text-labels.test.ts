import { expect, test } from "vitest";
import { platforms } from "#lib/contract/platforms/platform-rules.ts";
import { formatMissingAltText, getAltTextCount, getAltTextLimit } from "./alt-text-labels.ts";

const on = (...slugs: string[]) => platforms.filter(({ slug }) => slugs.includes(slug));
const images = (...alts: string[]) => alts.map((alt) => ({ alt, state: { type: "uploading", share: 0 } as const }));

test("a description is counted against the strictest of the chosen platforms", () => {
  expect(getAltTextLimit(on("bluesky", "mastodon"))).toEqual({ most: 1500, by: "Mastodon" });
  expect(getAltTextLimit(on("bluesky", "mastodon", "x"))).toEqual({ most: 1000, by: "X" });
  expect(getAltTextLimit([])).toEqual({ most: 10_000, by: null });
});

test("the label says by how much a description is too long, and nothing is cut", () => {
  expect(getAltTextCount("a".repeat(1000), on("x"))).toEqual({ label: "1,000 of 1,000 on X", isOver: false });
  expect(getAltTextCount("a".repeat(1003), on("x"))).toEqual({
    label: "1,003 of 1,000 on X: 3 too many",
    isOver: true,
  });
});

test("images without a description are named, and blanks count as none", () => {
  expect(formatMissingAltText(images("a", "b"))).toBeNull();
  expect(formatMissingAltText(images(" "))).toBe("The image has no alt text.");
  expect(formatMissingAltText(images("", ""))).toBe("None of the 2 images has alt text.");
  expect(formatMissingAltText(images("a", "", "c"))).toBe("Image 2 has no alt text.");
  expect(formatMissingAltText(images("", "b", "", ""))).toBe("Images 1, 3 and 4 have no alt text.");
});
