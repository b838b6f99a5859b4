import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { countText } from "#lib/text/count-text.ts";
import { excessOfJoined, excessOfPart, type PlaceInParts } from "#lib/text/overflow.ts";
import type { DeliveryPlan } from "#lib/text/delivery-plan.ts";
import { newLinks } from "#lib/text/links/distinct-links.ts";
import type { Room } from "#components/preview/channel-preview.ts";

/** From this share of the limit on there is little left. */
const nearShare = 0.9;

/** The room that a plan leaves. `countOf` may give the same as `countText` from memory. */
export function roomOf(plan: DeliveryPlan, rules: PlatformRules, countOf = countText): Room {
  if ("problem" in plan) {
    const { count, limit, unit } = plan.problem;
    return { is: "over", over: count - limit, unit };
  }
  let left = rules.limit;
  let isNear = false;
  for (const text of plan.texts) {
    const { count, bytes, limit } = countOf(text, rules);
    left = Math.min(left, limit - count);
    if (count >= limit * nearShare || (rules.byteLimit !== null && bytes >= rules.byteLimit * nearShare)) isNear = true;
  }
  return { is: isNear ? "near" : "fits", left };
}

/** Where the first character stands that is too much for a platform; null when the parts fit. */
export function placeOfExcess(texts: readonly string[], plan: DeliveryPlan, rules: PlatformRules): PlaceInParts | null {
  if (!("problem" in plan)) return null;
  const part = plan.problem.part ?? (texts.length === 1 ? 0 : null);
  if (plan.problem.unit === "links") return placeOfLink(texts, part, plan.problem.limit);
  if (part === null) return excessOfJoined(texts, rules);
  const at = excessOfPart(texts[part] ?? "", rules);
  return at === null ? null : { part, at };
}

/** The first link too many: of one part, or of all where they are joined. */
function placeOfLink(texts: readonly string[], part: number | null, most: number): PlaceInParts | null {
  const before = new Set<string>();
  for (const [index, text] of texts.entries()) {
    if (part !== null && part !== index) continue;
    const room = most - before.size;
    const at = newLinks(text, before)[room];
    if (at !== undefined) return { part: index, at };
  }
  return null;
}
