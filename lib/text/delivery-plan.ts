import { getRulesWithImages, type PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { countText, type TextRules } from "./count-text.ts";
import { joinThreadParts } from "./join-thread-parts.ts";
import { findDistinctLinks } from "./links/distinct-links.ts";
import { findHashtags } from "./links/find-hashtags.ts";

type ItemRules = TextRules & Pick<PlatformRules, "maxLinks" | "maxHashtags">;

/** The images of one part: how many, and if one of them is animated. */
export type PartImages = { count: number; animated: boolean };

/** A text too long for a platform, or with too many links or hashtags; or a post without the image that it needs. */
export type LengthProblem = {
  /** Index of the part, from 0; null for the text as a whole: the only part, or all parts joined. */
  part: number | null;
  count: number;
  limit: number;
  /** `characters` as the platform counts them, UTF-8 `bytes`, distinct `links`, `hashtags`, or missing `images`. */
  unit: "characters" | "bytes" | "links" | "hashtags" | "images";
};

/** The items that a post becomes on a platform: `thread` is one item for each text, in order; `joined` is one item. */
export type DeliveryPlan = { delivery: "thread" | "joined"; texts: string[] } | { problem: LengthProblem };

type Size = Omit<LengthProblem, "part">;

/** `countText` or its cached form. */
type Count = typeof countText;

function findLengthProblem(text: string, rules: ItemRules, countOf: Count): Size | null {
  const { count, bytes, limit, over, isOver } = countOf(text, rules);
  if (!isOver) return findLinkProblem(text, rules);
  if (over > 0 || rules.byteLimit === null) return { count, limit, unit: "characters" };
  return { count: bytes, limit: rules.byteLimit, unit: "bytes" };
}

function findLinkProblem(text: string, { maxLinks, maxHashtags }: ItemRules): Size | null {
  const links = maxLinks === undefined ? 0 : findDistinctLinks(text).length;
  if (maxLinks !== undefined && links > maxLinks) return { count: links, limit: maxLinks, unit: "links" };
  const hashtags = maxHashtags === undefined ? 0 : findHashtags(text).length;
  return maxHashtags !== undefined && hashtags > maxHashtags
    ? { count: hashtags, limit: maxHashtags, unit: "hashtags" }
    : null;
}

/** Describes a problem as the rest of a sentence about a channel: `the text has 281 characters; the limit is 280`. */
export function formatLengthProblem({ part, count, limit, unit }: LengthProblem, whole = "the text"): string {
  if (unit === "images") return "a post needs an image";
  return `${part === null ? whole : `part ${part + 1}`} has ${count} ${unit}; the limit is ${limit}`;
}

function planThread(
  parts: readonly string[],
  rules: PlatformRules,
  images: readonly PartImages[],
  countOf: Count,
): DeliveryPlan {
  for (const [index, part] of parts.entries()) {
    const count = images[index]?.count ?? 0;
    const size = findLengthProblem(part, getRulesWithImages(rules, count), countOf) ?? findMissingImage(count, rules);
    if (size !== null) return { problem: { part: parts.length > 1 ? index : null, ...size } };
  }
  return { delivery: "thread", texts: [...parts] };
}

function findMissingImage(count: number, { images }: PlatformRules): Size | null {
  return images.required === true && count === 0 ? { count: 0, limit: 1, unit: "images" } : null;
}

/**
 * Plans the rest of a thread whose first parts are published: those stay unchanged, and each remaining part becomes an
 * item of its own, because published parts can't be joined any more.
 * @param out number of published parts, at least 1
 */
export function planRemainingDelivery(
  parts: readonly string[],
  rules: PlatformRules,
  out: number,
  images: readonly PartImages[] = [],
): DeliveryPlan {
  for (const [index, part] of parts.entries()) {
    const itemRules = getRulesWithImages(rules, images[index]?.count ?? 0);
    const size = index < out ? null : findLengthProblem(part, itemRules, countText);
    if (size !== null) return { problem: { part: index, ...size } };
  }
  return { delivery: "thread", texts: [...parts] };
}

/**
 * Decides which items the parts of a post become on a platform. Previews, the check on entry and delivery share this
 * function; `applyThreadChoice` gives it the author's choice.
 * - `thread: "always"` (X): a thread with one item for each part; a single part is a thread of one.
 * - Otherwise the parts are joined to one item if that fits; a single part is `joined`, unchanged.
 * - If the joined text or its images do not fit, `when-long` makes a reply chain of the parts with their numbering. With
 * `never` a text that does not fit is a problem, and images that do not fit are left out: see `placeImages`.
 * The parts must be normalised. The check on entry, not this function, limits their number and refuses blank ones.
 */
export function planDelivery(
  parts: readonly string[],
  rules: PlatformRules,
  images: readonly PartImages[] = [],
  countOf: Count = countText,
): DeliveryPlan {
  if (rules.thread === "always") return planThread(parts, rules, images, countOf);
  const joined = joinThreadParts(parts);
  const all = sumImages(images);
  const size =
    findLengthProblem(joined, getRulesWithImages(rules, all.count), countOf) ?? findMissingImage(all.count, rules);
  const mayBeThread = rules.thread === "when-long" && parts.length > 1;
  if (size === null && (!mayBeThread || fitOneItem(all, rules))) return { delivery: "joined", texts: [joined] };
  if (mayBeThread) return planThread(parts, rules, images, countOf);
  return size === null ? { delivery: "joined", texts: [joined] } : { problem: { part: null, ...size } };
}

function sumImages(images: readonly PartImages[]): PartImages {
  return {
    count: images.reduce((sum, { count }) => sum + count, 0),
    animated: images.some(({ animated }) => animated),
  };
}

function fitOneItem({ count, animated }: PartImages, { images: { max, animated: rule } }: PlatformRules): boolean {
  return count <= max && !(animated && rule === "alone" && count > 1);
}

/** Says that a joined item has fewer images than its parts. */
export function formatImagesLeftOut(count: number): string {
  const what = count === 1 ? "The last image is" : `The last ${count} images are`;
  return `${what} left out: one post can't have more.`;
}

/**
 * Returns the images of each published item. In a thread each item has the images of its part. A joined item has the
 * images of all parts in order, up to the maximum of one item; the rest is left out.
 */
export function placeImages<Image>(
  delivery: "thread" | "joined",
  images: readonly (readonly Image[])[],
  max: number,
): { items: Image[][]; leftOut: number } {
  const all = images.flat();
  // The images of a single part are refused on entry and not cut.
  const isThread = delivery === "thread" || images.length <= 1;
  if (isThread) return { items: images.map((part) => [...part]), leftOut: 0 };
  return { items: [all.slice(0, max)], leftOut: Math.max(0, all.length - max) };
}
