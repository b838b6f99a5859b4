import type { RemainingLimit } from "#components/preview/remaining-limit.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { countText } from "#lib/text/count-text.ts";
import type { DeliveryPlan } from "#lib/text/delivery-plan.ts";
import { findDistinctLinks } from "#lib/text/links/distinct-links.ts";
import { findHashtags } from "#lib/text/links/find-hashtags.ts";
import { findJoinedOverflow, findPartOverflow, type PartPosition } from "#lib/text/overflow.ts";

/** From this share of the limit on, little is left. */
const nearLimitShare = 0.9;

/** Returns the remaining characters of a plan. `countOf` may be a cached `countText`. */
export function computeRemaining(plan: DeliveryPlan, rules: PlatformRules, countOf = countText): RemainingLimit {
  if ("problem" in plan) {
    const { count, limit, unit } = plan.problem;
    return { type: "over", over: Math.abs(count - limit), unit };
  }
  let left = rules.limit;
  let isNear = false;
  for (const text of plan.texts) {
    const { count, bytes, limit } = countOf(text, rules);
    left = Math.min(left, limit - count);
    if (count >= limit * nearLimitShare || (rules.byteLimit !== null && bytes >= rules.byteLimit * nearLimitShare))
      isNear = true;
  }
  return { type: isNear ? "near" : "fits", left };
}

/** Finds the first character that exceeds a platform's limit; null if the parts fit. */
export function findExcess(texts: readonly string[], plan: DeliveryPlan, rules: PlatformRules): PartPosition | null {
  if (!("problem" in plan)) return null;
  const part = plan.problem.part ?? (texts.length === 1 ? 0 : null);
  const { unit, limit } = plan.problem;
  if (unit === "images") return { part: 0, at: 0 };
  if (unit === "links" || unit === "hashtags") return findExcessTag(texts, part, unit, limit);
  if (part === null) return findJoinedOverflow(texts, rules);
  const at = findPartOverflow(texts[part] ?? "", rules);
  return at === null ? null : { part, at };
}

/** Finds the first link or hashtag that exceeds the limit: within one part, or within all if they are joined. */
function findExcessTag(
  texts: readonly string[],
  part: number | null,
  unit: "links" | "hashtags",
  most: number,
): PartPosition | null {
  const before = new Set<string>();
  let count = 0;
  for (const [index, text] of texts.entries()) {
    if (part !== null && part !== index) continue;
    const found = unit === "links" ? findDistinctLinks(text, before) : findHashtags(text);
    const at = found[most - count];
    if (at !== undefined) return { part: index, at };
    count += found.length;
  }
  return null;
}
