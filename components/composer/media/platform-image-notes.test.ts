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
  getPlatformImageNotes(images, on(...slugs)).map((note) => (note.isRefused ? `! ${note.message}` : note.message));

test.each<[string, (DraftImageMetadata | undefined)[], string[], string[]]>([
  ["a photo that all take", [still], ["x", "bluesky", "mastodon", "threads", "linkedin"], []],
  ["a WebP where it is taken", [webp], ["x", "bluesky", "mastodon"], []],
  [
    "a WebP where it is not",
    [still, webp],
    ["threads"],
    ["Image 2 (WebP) may be converted for Threads (only JPEG and PNG)."],
  ],
  [
    "a WebP on LinkedIn",
    [webp],
    ["linkedin"],
    ["Image 1 (WebP) may be converted for LinkedIn (only JPEG, PNG and GIF)."],
  ],
  [
    "a GIF that does not move",
    [{ ...gif, moves: false }],
    ["bluesky", "x"],
    ["Image 1 (GIF) may be converted for Bluesky (only JPEG, PNG and WebP)."],
  ],
  [
    "more bytes than a platform takes",
    [{ ...still, sizeBytes: 3_240_000 }],
    ["x", "bluesky"],
    ["Image 1 (3.2 MB) may be compressed for Bluesky (max 1.0 MB)."],
  ],
  ["a GIF by itself", [gif], ["x", "mastodon", "linkedin"], []],
  [
    "an animated WebP where it is not taken, and where it is shown still",
    [{ ...webp, moves: true }],
    ["linkedin", "mastodon", "discord"],
    [
      "Mastodon shows image 1 without its movement: it plays GIF only.",
      "! The post can't go to LinkedIn: image 1 is an animated WebP, only GIF is accepted, and it can't be converted without losing its movement.",
    ],
  ],
  [
    "a large animation, which is not compressed",
    [{ ...gif, sizeBytes: 6_600_000 }],
    ["x", "linkedin"],
    [
      "! The post can't go to LinkedIn: image 1 is an animation of 6.6 MB, the limit is 5.0 MB, and it can't be converted without losing its movement.",
    ],
  ],
  [
    "a GIF where nothing moves",
    [gif],
    ["bluesky", "threads"],
    [
      "! Bluesky allows no animated images: it rejects a post with image 1.",
      "! Threads allows no animated images: it rejects a post with image 1.",
    ],
  ],
  [
    "a GIF beside others",
    [still, gif],
    ["x"],
    [
      "! X allows an animated image only on its own: it rejects a post with image 2 and others.",
      "X crops images in the grid; a tap shows each in full.",
    ],
  ],
  [
    "several images",
    [still, still],
    ["x", "bluesky", "mastodon", "threads"],
    ["X, Bluesky and Mastodon crop images in the grid; a tap shows each in full."],
  ],
  [
    "an image of a shape that Instagram doesn't take",
    [
      { ...still, type: "image/jpeg" },
      { ...still, type: "image/jpeg", width: 600, height: 800 },
    ],
    ["instagram"],
    ["Image 2 gets white edges for Instagram (4:5 to 1.91:1)."],
  ],
  [
    "an image too wide for Threads and Telegram",
    [{ ...still, type: "image/jpeg", width: 2_100, height: 100 }],
    ["threads", "telegram"],
    ["Image 1 gets white edges for Threads (up to 10:1).", "Image 1 gets white edges for Telegram (1:20 to 20:1)."],
  ],
  ["images of which nothing is known", [undefined, {}], ["threads"], []],
  ["a type that is new to us", [{ type: "image/jxl", sizeBytes: 1, moves: false }], ["threads"], []],
])("before sending: %s", (_, images, slugs, expected) => {
  expect(words(images, ...slugs)).toEqual(expected);
});

test("more images than the account's own server allows are rejected, and as many as it allows are not", () => {
  const [mastodon] = on("mastodon");
  if (!mastodon) throw new Error("no rules");
  const small = getChannelRules(mastodon, { characters: null, images: 2 });
  expect(getPlatformImageNotes([still, still, still], [small])[0]).toEqual({
    message: "Mastodon allows 2 images: it rejects a post with 3.",
    isRefused: true,
  });
  expect(getPlatformImageNotes([still, still], [small]).some(({ isRefused }) => isRefused)).toBe(false);
});
