import { expect, test } from "vitest";
import type { DraftImageMetadata } from "#components/composer/state/draft.ts";
import { getChannelRules } from "#lib/contract/platforms/channel-rules.ts";
import { platforms } from "#lib/contract/platforms/platform-rules.ts";
import { getPlatformImageNotes } from "./platform-image-notes.ts";

const on = (...slugs: string[]) => platforms.filter(({ slug }) => slugs.includes(slug));
const still: DraftImageMetadata = { type: "image/png", sizeBytes: 400_000, width: 800, height: 600, moves: false };
const webp: DraftImageMetadata = { ...still, type: "image/webp" };
const gif: DraftImageMetadata = { ...still, type: "image/gif", moves: true };
const words = (images: (DraftImageMetadata | undefined)[], ...slugs: string[]) =>
  getPlatformImageNotes(images, on(...slugs)).map((note) => (note.isRefused ? `! ${note.words}` : note.words));

test.each<[string, (DraftImageMetadata | undefined)[], string[], string[]]>([
  ["a photo that all take", [still], ["x", "bluesky", "mastodon", "threads", "linkedin"], []],
  ["a WebP where it is taken", [webp], ["x", "bluesky", "mastodon"], []],
  ["a WebP where it is not", [still, webp], ["threads"], ["Threads takes JPEG and PNG; image 2 is a WebP."]],
  ["a WebP on LinkedIn", [webp], ["linkedin"], ["LinkedIn takes JPEG, PNG and GIF; image 1 is a WebP."]],
  [
    "a GIF that does not move",
    [{ ...gif, moves: false }],
    ["bluesky", "x"],
    ["Bluesky takes JPEG, PNG and WebP; image 1 is a GIF."],
  ],
  [
    "more bytes than a platform takes",
    [{ ...still, sizeBytes: 3_240_000 }],
    ["x", "bluesky"],
    ["Bluesky takes images of up to 1.0 MB; image 1 has 3.2 MB."],
  ],
  ["a GIF by itself", [gif], ["x", "mastodon", "linkedin"], []],
  [
    "a GIF where nothing moves",
    [gif],
    ["bluesky", "threads"],
    [
      "! Bluesky takes no image that moves: with image 1 the post is refused there.",
      "! Threads takes no image that moves: with image 1 the post is refused there.",
    ],
  ],
  [
    "a GIF beside others",
    [still, gif],
    ["x"],
    [
      "! X takes an image that moves only by itself: with image 2 beside others the post is refused there.",
      "X shows images in the grid; a tap shows each in full.",
    ],
  ],
  [
    "several images",
    [still, still],
    ["x", "bluesky", "mastodon", "threads"],
    ["X, Bluesky and Mastodon show images in the grid; a tap shows each in full."],
  ],
  ["images of which nothing is known", [undefined, {}], ["threads"], []],
  ["a type that is new to us", [{ type: "image/jxl", sizeBytes: 1, moves: false }], ["threads"], []],
])("before sending: %s", (_, images, slugs, expected) => {
  expect(words(images, ...slugs)).toEqual(expected);
});

test("more images than an account's own server takes are told to be refused, as many as it takes are not", () => {
  const [mastodon] = on("mastodon");
  if (!mastodon) throw new Error("no rules");
  const small = getChannelRules(mastodon, { characters: null, images: 2 });
  expect(getPlatformImageNotes([still, still, still], [small])[0]).toEqual({
    words: "Mastodon takes 2 images there: with 3 the post is refused.",
    isRefused: true,
  });
  expect(getPlatformImageNotes([still, still], [small]).some(({ isRefused }) => isRefused)).toBe(false);
});
