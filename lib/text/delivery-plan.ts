import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { countText, type TextRules } from "./count-text.ts";
import { joinThreadParts } from "./join-thread-parts.ts";
import { findDistinctLinks } from "./links/distinct-links.ts";

type ItemRules = TextRules & Pick<PlatformRules, "maxLinks">;
export type DeliveryRules = ItemRules & Pick<PlatformRules, "thread">;

/** A text too long for a platform, or with too many links. */
export type LengthProblem = {
  /** Index of the part, from 0; null for the text as a whole: the only part, or all parts joined. */
  part: number | null;
  count: number;
  limit: number;
  /** `characters` as the platform counts them, UTF-8 `bytes`, or distinct `links`. */
  unit: "characters" | "bytes" | "links";
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

function findLinkProblem(text: string, { maxLinks }: ItemRules): Size | null {
  if (maxLinks === undefined) return null;
  const { length } = findDistinctLinks(text);
  return length > maxLinks ? { count: length, limit: maxLinks, unit: "links" } : null;
}

function planThread(parts: readonly string[], rules: DeliveryRules, countOf: Count): DeliveryPlan {
  for (const [index, part] of parts.entries()) {
    const size = findLengthProblem(part, rules, countOf);
    if (size !== null) return { problem: { part: parts.length > 1 ? index : null, ...size } };
  }
  return { delivery: "thread", texts: [...parts] };
}

/**
 * Plans the rest of a thread whose first parts are published: those stay unchanged, and each remaining part becomes an
 * item of its own, because published parts can't be joined any more.
 * @param out number of published parts, at least 1
 * @param rules the rules for a part without images: the images went with the first part
 */
export function planRemainingDelivery(parts: readonly string[], rules: DeliveryRules, out: number): DeliveryPlan {
  for (const [index, part] of parts.entries()) {
    const size = index < out ? null : findLengthProblem(part, rules, countText);
    if (size !== null) return { problem: { part: index, ...size } };
  }
  return { delivery: "thread", texts: [...parts] };
}

/**
 * Decides which items the parts of a post become on a platform. Previews, the check on entry and delivery share this
 * function.
 * - `thread: "always"` (X): a thread with one item for each part; a single part is a thread of one.
 * - Otherwise the parts are joined to one item if that fits; a single part is `joined`, unchanged.
 * - If the joined text does not fit, `when-long` makes a reply chain of the parts with their numbering; `never` is a
 * problem.
 * The parts must be normalised. The check on entry, not this function, limits their number and refuses blank ones.
 */
export function planDelivery(parts: readonly string[], rules: DeliveryRules, countOf: Count = countText): DeliveryPlan {
  if (rules.thread === "always") return planThread(parts, rules, countOf);
  const joined = joinThreadParts(parts);
  const size = findLengthProblem(joined, rules, countOf);
  if (size === null) return { delivery: "joined", texts: [joined] };
  if (rules.thread === "when-long" && parts.length > 1) return planThread(parts, rules, countOf);
  return { problem: { part: null, ...size } };
}
