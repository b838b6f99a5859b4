import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { countText, type TextRules } from "./count-text.ts";
import { joinParts } from "./join-parts.ts";
import { findDistinctLinks } from "./links/distinct-links.ts";

type ItemRules = TextRules & Pick<PlatformRules, "maxLinks">;
export type DeliveryRules = ItemRules & Pick<PlatformRules, "thread">;

/** A text too long for a platform, or with too many links. */
export type LengthProblem = {
  /** Index of the part, from 0; null when the text as a whole is meant: its only part, or all parts joined. */
  part: number | null;
  count: number;
  limit: number;
  /** `characters` as the platform counts them, or UTF-8 `bytes`, or different `links` where that is the limit passed. */
  unit: "characters" | "bytes" | "links";
};

/** How the parts of a post go out: `thread` is one item for each text, in order; `joined` is one item. */
export type DeliveryPlan = { delivery: "thread" | "joined"; texts: string[] } | { problem: LengthProblem };

type Size = Omit<LengthProblem, "part">;

/** `countText`, or what gives the same from memory. */
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
 * How a thread goes on of which the first parts are out: those stay as they are, and each of the rest goes out by itself,
 * for what is out can't be joined any more.
 * @param out how many are out, at least 1. @param rules of a part without images: those went with the first.
 */
export function planRemainingDelivery(parts: readonly string[], rules: DeliveryRules, out: number): DeliveryPlan {
  for (const [index, part] of parts.entries()) {
    const size = index < out ? null : findLengthProblem(part, rules, countText);
    if (size !== null) return { problem: { part: index, ...size } };
  }
  return { delivery: "thread", texts: [...parts] };
}

/**
 * Decides how parts go out on a platform; the same for a preview, a check on entry and the delivery itself.
 * - `thread: "always"` (X): a thread, one item a part; a single part is a thread of one.
 * - Else joined to one item where that fits; a single part is `joined`, unchanged.
 * - Where it does not fit: `when-long` makes a reply chain of the parts, numbering kept; `never` is a problem.
 * The parts must be normalised. How many there may be, and that none is blank, is checked on entry, not here.
 */
export function planDelivery(parts: readonly string[], rules: DeliveryRules, countOf: Count = countText): DeliveryPlan {
  if (rules.thread === "always") return planThread(parts, rules, countOf);
  const joined = joinParts(parts);
  const size = findLengthProblem(joined, rules, countOf);
  if (size === null) return { delivery: "joined", texts: [joined] };
  if (rules.thread === "when-long" && parts.length > 1) return planThread(parts, rules, countOf);
  return { problem: { part: null, ...size } };
}
