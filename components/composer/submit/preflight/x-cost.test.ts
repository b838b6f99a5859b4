import { expect, test } from "vitest";
import { type ComposerDraft, createEmptyDraft } from "#components/composer/state/draft.ts";
import type { Channel } from "#lib/contract/types.ts";
import { formatXCost, getXCost } from "./x-cost.ts";

const channel = (id: string, platform: string, practice?: boolean): Channel => ({
  id,
  platform,
  name: id,
  username: id,
  verified: false,
  ...(practice !== undefined && { practice }),
});
const channels = [
  channel("x", "x"),
  channel("x2", "x", false),
  channel("toy", "x", true),
  channel("bluesky", "bluesky", false),
];
const parts = (...texts: string[]) => texts.map((text, at) => ({ id: `p${at}`, text }));
const write = (channelIds: string[], ...texts: string[]): ComposerDraft => ({
  ...createEmptyDraft("p", 20),
  parts: parts(...texts),
  channelIds,
});

test("each post on X is billed, more with a link; other platforms and practice cost nothing", () => {
  expect(getXCost(write(["x"], "Hello", "See https://example.com"), channels)).toBe(215_000);
  expect(getXCost(write(["x", "x2"], "Hello"), channels)).toBe(30_000);
  expect(getXCost(write(["toy", "bluesky"], "Hello"), channels)).toBe(0);
  expect(getXCost(write(["gone"], "Hello"), channels)).toBe(0);
});

test("unsent text is not billed: empty parts at the end, and the common text of an overridden channel", () => {
  expect(getXCost(write(["x"], "Hello", "", " "), channels)).toBe(15_000);
  expect(getXCost(write(["x"], ""), channels)).toBe(0);
  const own = { ...write(["x"], "See https://example.com"), own: { x: parts("No link", "here") } };
  expect(getXCost(own, channels)).toBe(30_000);
});

test("a changed part is repriced, and each image and description is billed on each channel", () => {
  const draft = write(["x"], "Hello");
  expect(getXCost(draft, channels)).toBe(15_000);
  expect(getXCost({ ...draft, parts: parts("example.com") }, channels)).toBe(200_000);
  const image = (id: string, alt: string) =>
    ({ id, name: id, sizeBytes: 1, alt, state: { type: "ready", mediaId: id, url: id } }) as const;
  const images = [image("a", "A ship"), image("b", " "), image("c", "A harbour")];
  expect(getXCost({ ...draft, images, channelIds: ["x", "x2"] }, channels)).toBe(140_000);
});

test("parts that become one post are billed as one, with a link if one of them has one", () => {
  const draft = write(["x"], "Hello", "See https://example.com", "Bye");
  expect(getXCost({ ...draft, threads: { x: "join" } }, channels)).toBe(200_000);
  expect(getXCost({ ...draft, threads: { x: "chain" } }, channels)).toBe(230_000);
});

test("an amount is shown in dollars, to a tenth of a cent", () => {
  expect(formatXCost(0)).toBeNull();
  expect(formatXCost(15_000)).toBe("About $0.015 on X");
  expect(formatXCost(200_000)).toBe("About $0.20 on X");
  expect(formatXCost(2_420_000)).toBe("About $2.42 on X");
});
