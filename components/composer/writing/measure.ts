/**
 * Counting, splitting and planning, loaded after the page stands: the text engine is 11 KB that nobody needs before the
 * first keystroke. Everything here is the service's own rule (lib/text), so a count here and a refusal there agree.
 */

import { platformName } from "#lib/contract/platform-names";
import type { PlatformRules } from "#lib/contract/platforms";
import type { TextCount } from "#lib/text/count";
import { excessOfPart } from "#lib/text/excess";
import { type DeliveryPlan, planDelivery } from "#lib/text/join";
import { joinParts } from "#lib/text/joined";
import { normaliseText } from "#lib/text/normalise";
import { makeRecount } from "#lib/text/recount";
import { cutText } from "#lib/text/split";
import { markWords } from "../../preview/mark-words.ts";
import { placeOfExcess, roomOf as roomOfPlan } from "../channels/room.ts";
import { placeInParts } from "./document-text.ts";
import { goInDocument } from "./go-in-document.ts";
import { leftWords } from "./left-words.ts";
import { longActs } from "./long-acts.ts";

export { cutText, excessOfPart, goInDocument, leftWords, longActs, markWords, placeInParts, placeOfExcess };

/** With each keystroke all parts are planned for all platforms, and one line of one of them is another. */
const recount = makeRecount();

/** The size of one part on a platform. */
export function countPart(text: string, rules: PlatformRules): TextCount {
  return recount(normaliseText(text), rules);
}

/** How written parts go out on a platform. */
export function planParts(texts: readonly string[], rules: PlatformRules): DeliveryPlan {
  return planDelivery(texts.map(normaliseText), rules, recount);
}

/** The sizes of the parts joined, as the platform would get them in one item. */
export function countJoined(texts: readonly string[], rules: PlatformRules): TextCount {
  return recount(joinParts(texts.map(normaliseText)), rules);
}

/** The room that a plan leaves. */
export function roomOf(plan: DeliveryPlan, rules: PlatformRules): ReturnType<typeof roomOfPlan> {
  return roomOfPlan(plan, rules, recount);
}

/** A sentence for what does not fit, in the words of the service; null when it fits. */
export function describeProblem(plan: DeliveryPlan, slug: string, username: string): string | null {
  if (!("problem" in plan)) return null;
  const { part, count, limit, unit } = plan.problem;
  const what = part === null ? "the text" : `part ${part + 1}`;
  return `@${username} on ${platformName(slug)}: ${what} has ${count} ${unit}; the limit is ${limit}.`;
}
