import type { ImageRequirements, ImageType } from "./image-requirements.ts";
import { formatPlatformName } from "./platform-names.ts";

/**
 * The rules of each platform as plain data without zod: browser, service and documentation read the same numbers. The
 * figures are those that platforms published by November 2026. Limits that a platform reports itself (a Mastodon server
 * does) override them.
 */

/**
 * The way a platform counts a text, after Unicode normalisation (NFC).
 * - `x-weight`: a link is 23, an emoji 2, most Latin-like characters 1, all others (CJK among them) 2.
 * - `grapheme`: user-perceived characters.
 * - `mastodon`: graphemes; a link with `http(s)://` is 23 or the length its server reports; of `@user@host` only
 * `@user` counts.
 * - `mastodon-whole`: the same, or the code points of the whole text if they are more, for servers of Mastodon's API that
 * are not Mastodon.
 * - `threads`: code points, but an emoji counts as its UTF-8 bytes.
 * - `utf16`: UTF-16 code units, JavaScript's `length`.
 * - `discord`: the same, plus the backslashes that stop Discord from formatting the text.
 */
export type CountingMethod = "x-weight" | "grapheme" | "mastodon" | "mastodon-whole" | "threads" | "utf16" | "discord";

export type PlatformRules = {
  /** The value of `platform` in the API. */
  slug: string;
  /** Display name. */
  name: string;
  counting: CountingMethod;
  /** Maximum of one item, in the unit of `counting`. */
  limit: number;
  /** Maximum UTF-8 bytes of one item, in addition to `limit`; null where the platform has no such rule. */
  byteLimit: number | null;
  /** Length of one link, in the unit of `counting`; null where a link counts in full. */
  urlLength: number | null;
  /** Maximum distinct links of one item; absent without such a rule. */
  maxLinks?: number;
  /** Maximum hashtags of one item; absent without such a rule. */
  maxHashtags?: number;
  /** Present where the platform makes no card of a link for posts of applications, so that Postwright makes it. */
  linkCards?: true;
  /**
   * `always`: every part is an item of a thread. `when-long`: parts are joined to one item if that fits, otherwise they
   * become a reply chain. `never`: one item only.
   */
  thread: "always" | "when-long" | "never";
  /** Maximum parts that the author of one post may write, joined or not. */
  maxParts: number;
  images: ImageRequirements & {
    /** Maximum images of one item. */
    max: number;
    /** Present where the platform publishes nothing without an image. */
    required?: true;
    /** Maximum characters of an image's description. */
    maxAlt: number;
    /** True if the platform shows descriptions. */
    describes: boolean;
    /** Animated images: `native` like any other, `alone` only without other images, `refuse` never. */
    animated: "native" | "alone" | "refuse";
    /** Types whose animations the platform accepts and shows as a still image; absent without one. */
    stills?: readonly ImageType[];
    /** Several images of one item: `cut` at the edges to fill a grid until opened, or `whole` in a row. */
    several: "cut" | "whole";
    /** Maximum text of an item with images, in the unit of `counting`; null where images change nothing. */
    captionLimit: number | null;
  };
};

const megabyte = 1_000_000;

type UsualRules = Pick<PlatformRules, "byteLimit" | "urlLength" | "maxParts">;
type UsualImageRules = Pick<
  PlatformRules["images"],
  "describes" | "captionLimit" | "several" | "animated" | "maxPixels"
>;
type OwnRules = Omit<PlatformRules, "slug" | "name" | "images" | keyof UsualRules> &
  Partial<UsualRules> & { images: Omit<PlatformRules["images"], keyof UsualImageRules> & Partial<UsualImageRules> };

/**
 * Adds what most platforms have in common: no byte limit, links in full, and images with descriptions, in a grid, without
 * animation and with any text. Every page that writes loads these rules, so nothing is said twice.
 */
const createRules = (slug: string, own: OwnRules): PlatformRules => ({
  slug,
  name: formatPlatformName(slug),
  byteLimit: null,
  urlLength: null,
  maxParts: 100,
  ...own,
  images: { describes: true, captionLimit: null, several: "cut", animated: "refuse", maxPixels: null, ...own.images },
});

/** Every platform that this version knows, in display order. */
export const platforms: readonly PlatformRules[] = [
  createRules("x", {
    counting: "x-weight",
    limit: 280,
    urlLength: 23,
    thread: "always",
    images: {
      max: 4,
      types: ["image/jpeg", "image/png", "image/webp", "image/gif"],
      // x-api/media/quickstart/best-practices: images of up to 5 MB, animated GIFs of up to 15 MB.
      maxBytes: 5 * megabyte,
      animationBytes: 15 * megabyte,
      maxEdge: 4096,
      maxAlt: 1000,
      animated: "alone",
      // The page names animated GIFs alone.
      stills: ["image/webp"],
    },
  }),
  createRules("bluesky", {
    counting: "grapheme",
    limit: 300,
    byteLimit: 3000,
    // docs.bsky.app, "Creating a post", Website card embeds: the client fetches the page (read November 2026).
    linkCards: true,
    thread: "when-long",
    images: {
      max: 4,
      types: ["image/jpeg", "image/png", "image/webp"],
      // Newer servers accept 2 MB; all servers accept 1 MB.
      maxBytes: megabyte,
      maxEdge: 2000,
      maxAlt: 10_000,
    },
  }),
  createRules("mastodon", {
    counting: "mastodon",
    limit: 500,
    urlLength: 23,
    thread: "when-long",
    images: {
      max: 4,
      types: ["image/jpeg", "image/png", "image/webp", "image/gif"],
      maxBytes: 16_777_216,
      // Default `image_matrix_limit` of a server (entities/Instance.md): 33,177,600 is 7680 by 4320.
      maxEdge: 7680,
      maxPixels: 33_177_600,
      maxAlt: 1500,
      animated: "alone",
      // mastodon/mastodon#36514: the server makes animated WebP still.
      stills: ["image/webp"],
    },
  }),
  createRules("nostr", {
    counting: "utf16",
    // The protocol has no limit; strfry, the usual relay, takes events of 64 KB (maxEventSize of its strfry.conf, August
    // 2026). A UTF-16 unit takes up to 3 bytes.
    limit: 20_000,
    thread: "always",
    images: {
      // NIP-92 names no maximum; this one is our choice.
      max: 10,
      types: ["image/jpeg", "image/png", "image/webp", "image/gif"],
      // Image servers publish no common limit; the large ones take more.
      maxBytes: 10 * megabyte,
      maxEdge: 4096,
      // strfry takes 1,024 bytes for the value of a tag.
      maxAlt: 1000,
      animated: "native",
      several: "whole",
    },
  }),
  createRules("threads", {
    counting: "threads",
    limit: 500,
    // "Threads Posts", Limitations: since 22 December 2025 more links fail with THREADS_API__LINK_LIMIT_EXCEEDED.
    maxLinks: 5,
    thread: "when-long",
    images: {
      max: 20,
      types: ["image/jpeg", "image/png"],
      maxBytes: 8 * megabyte,
      // "Threads Posts", image specifications: up to 1440 wide; wider images are scaled there.
      maxEdge: 1440,
      maxAlt: 1000,
      several: "whole",
    },
  }),
  createRules("linkedin", {
    counting: "utf16",
    // Counted before the connector escapes LinkedIn's reserved characters: the backslashes are not part of the text.
    limit: 3000,
    // "Posts API", article: "does not support URL scraping" (read November 2026).
    linkCards: true,
    thread: "never",
    images: {
      max: 20,
      types: ["image/jpeg", "image/png", "image/gif"],
      // LinkedIn publishes no maximum; this one is our choice. "Images API": fewer than 36,152,320 pixels.
      maxBytes: 5 * megabyte,
      maxEdge: 4096,
      maxPixels: 36_152_319,
      // LinkedIn publishes no maximum for descriptions either: the shortest of the other platforms is safe.
      maxAlt: 1000,
      animated: "native",
    },
  }),
  createRules("instagram", {
    counting: "utf16",
    // "IG User Media", caption: up to 2,200 characters, 30 hashtags and 20 mentions.
    limit: 2200,
    thread: "never",
    images: {
      // "Content Publishing": an image, or a carousel of up to 10.
      max: 10,
      types: ["image/jpeg"],
      maxBytes: 8 * megabyte,
      maxEdge: 1440,
      // "IG User Media" names no maximum for `alt_text`; Threads, of the same company, has this one.
      maxAlt: 1000,
      several: "whole",
      required: true,
    },
    maxHashtags: 30,
  }),
  createRules("facebook", {
    counting: "utf16",
    // The most that Facebook's own form takes; "Page Feed" names no limit.
    limit: 63_206,
    thread: "never",
    images: {
      // "Pages API, Posts" names no maximum; this one is our choice.
      max: 10,
      types: ["image/jpeg", "image/png"],
      // Subcode 1366046 of "Page Photos": smaller than 4 MB, JPG or PNG.
      maxBytes: 4 * megabyte,
      maxEdge: 2048,
      // `alt_text_custom` has no documented maximum: the shortest of the other platforms is safe.
      maxAlt: 1000,
    },
  }),
  createRules("telegram", {
    counting: "utf16",
    // Bot API, sendMessage: "1-4096 characters after entities parsing". We send no markup, so parsing removes nothing.
    limit: 4096,
    thread: "never",
    images: {
      // Bot API, sendMediaGroup: an album holds 2 to 10; sendPhoto: 10 MB.
      max: 10,
      types: ["image/jpeg", "image/png"],
      maxBytes: 10 * megabyte,
      maxEdge: 2560,
      // Telegram has no image descriptions: ours stay here, of any length.
      maxAlt: 10_000,
      describes: false,
      // Bot API, sendPhoto: caption of 0-1024 characters. A separate text message would be a second send that can fail
      // alone and that a lookup could not find: one post is one send.
      captionLimit: 1024,
    },
  }),
  createRules("discord", {
    counting: "discord",
    // Discord, Webhook resource, "Execute Webhook": content of up to 2000 characters.
    limit: 2000,
    thread: "never",
    images: {
      max: 10,
      types: ["image/jpeg", "image/png", "image/webp", "image/gif"],
      // Every server accepts this size, boosted or not.
      maxBytes: 10 * megabyte,
      maxEdge: 2560,
      // Message resource, attachment object: description of up to 1024 characters.
      maxAlt: 1024,
      animated: "native",
    },
  }),
  createRules("slack", {
    counting: "utf16",
    // Block Kit, section block: text of up to 3000 characters.
    limit: 3000,
    thread: "never",
    images: {
      // A message has up to 50 blocks; ten images are our own limit.
      max: 10,
      types: ["image/jpeg", "image/png", "image/gif"],
      maxBytes: 10 * megabyte,
      maxEdge: 2560,
      // Block Kit, image block: alt_text of up to 2000 characters.
      maxAlt: 2000,
      animated: "native",
      several: "whole",
    },
  }),
];

const bySlug: ReadonlyMap<string, PlatformRules> = new Map(platforms.map((rules) => [rules.slug, rules]));

/**
 * Returns the rules of a platform by its slug; null for a slug that this version does not know (a remote service may
 * have more).
 */
export function getPlatformRules(slug: string): PlatformRules | null {
  return bySlug.get(slug) ?? null;
}

const captioned = new WeakMap<PlatformRules, PlatformRules>();

/**
 * Returns the rules for a text with this many images. Equal input gives the same object, so that a component may
 * compare by identity.
 */
export function getRulesWithImages(rules: PlatformRules, images: number): PlatformRules {
  const { captionLimit } = rules.images;
  if (images === 0 || captionLimit === null || captionLimit >= rules.limit) return rules;
  const found = captioned.get(rules);
  if (found) return found;
  const shorter = { ...rules, limit: captionLimit };
  captioned.set(rules, shorter);
  return shorter;
}
