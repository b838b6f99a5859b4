/**
 * Counting, splitting and planning, loaded after the page stands: the text engine is 11 KB that nobody needs before the
 * first keystroke. Everything here is the service's own rule (lib/text), so a count here and a refusal there agree.
 */

import { describeChange, findChangeLocation } from "#components/composer/state/describe-undo.ts";
import { highlightText } from "#components/preview/highlight-text.ts";
import { formatAccountHandle } from "#lib/contract/platforms/account-handle.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { createCachedTextCounter } from "#lib/text/cached-text-counter.ts";
import type { TextCount } from "#lib/text/count-text.ts";
import { type DeliveryPlan, planDelivery } from "#lib/text/delivery-plan.ts";
import { joinParts } from "#lib/text/join-parts.ts";
import { normaliseText } from "#lib/text/normalise-text.ts";
import { findPartOverflow } from "#lib/text/overflow.ts";
import { cutIntoPieces } from "#lib/text/split-text.ts";
import { describeRemaining } from "./describe-remaining.ts";
import { toDocumentPosition, toPartPosition } from "./document-text.ts";
import { findExcess, computeRemaining as roomOfPlan } from "./remaining-characters.ts";
import { createSplitActions } from "./split-actions.ts";

/** Ms of work after which others have their turn; on a slow machine a piece of it may take as long again. */
const sliceMs = 6;

/** Does a long work piece by piece between what else happens, and then tells. @returns stops it */
function runInSlices(work: Iterator<unknown>, onDone: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const go = () => {
    const until = performance.now() + sliceMs;
    do {
      if (work.next().done) return onDone();
    } while (performance.now() < until);
    timer = setTimeout(go, 0);
  };
  timer = setTimeout(go, 0);
  return () => clearTimeout(timer);
}

/** Characters of a segment before the one at `at`, in the text that lies behind the document. */
function findCharacter(segment: Element, at: number): Range | null {
  const walker = document.createTreeWalker(segment, NodeFilter.SHOW_TEXT, {
    acceptNode: ({ parentElement }) =>
      parentElement?.dataset["number"] === undefined ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
  });
  let left = at;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node.nodeValue ?? "";
    if (left < length) {
      const range = document.createRange();
      range.setStart(node, left);
      range.setEnd(node, left + 1);
      return range;
    }
    left -= length;
  }
  return null;
}

/** Puts the caret of the document at a place of a part, and that place into view: a browser shows only the whole field. */
function moveDocumentCaret(field: HTMLTextAreaElement, texts: readonly string[], part: number, at: number): void {
  const place = toDocumentPosition(texts, part, at);
  field.focus({ preventScroll: true });
  field.setSelectionRange(place, place);
  const segment = field.parentElement?.querySelectorAll("[data-segment]")[part];
  const box = segment && (findCharacter(segment, at) ?? segment).getBoundingClientRect();
  const isSeen = box && box.top > edgePx && box.bottom < innerHeight - edgePx * 2;
  if (box && !isSeen) scrollBy({ top: box.top - innerHeight / 3 });
}

/** What bars take at the edges of the page, px; at the lower edge there may be two. */
const edgePx = 76;

export {
  createSplitActions,
  cutIntoPieces,
  describeChange,
  describeRemaining,
  findChangeLocation,
  findExcess,
  findPartOverflow,
  highlightText,
  moveDocumentCaret,
  runInSlices,
  toPartPosition,
};

/** With each keystroke all parts are planned for all platforms, and one line of one of them is another. */
const countIncrementally = createCachedTextCounter();

/** The size of one part on a platform. */
export function countPart(text: string, rules: PlatformRules): TextCount {
  return countIncrementally(normaliseText(text), rules);
}

/** What was made of a list of texts, or of a plan, for as long as that is in use. */
function cacheByRules<Of extends object, Made>(make: (of: Of, rules: PlatformRules) => Made) {
  const all = new WeakMap<Of, Map<PlatformRules, Made>>();
  return (of: Of, rules: PlatformRules): Made => {
    const made = all.get(of) ?? new Map<PlatformRules, Made>();
    all.set(of, made);
    const found = made.get(rules) ?? make(of, rules);
    made.set(rules, found);
    return found;
  };
}

const normalised = new WeakMap<readonly string[], readonly string[]>();
function normaliseTexts(texts: readonly string[]): readonly string[] {
  const found = normalised.get(texts) ?? texts.map(normaliseText);
  normalised.set(texts, found);
  return found;
}

/** How written parts go out on a platform. */
export const planParts = cacheByRules(
  (texts: readonly string[], rules): DeliveryPlan => planDelivery(normaliseTexts(texts), rules, countIncrementally),
);

/** The sizes of the parts joined, as the platform would get them in one item. */
export const countJoined = cacheByRules(
  (texts: readonly string[], rules): TextCount => countIncrementally(joinParts(normaliseTexts(texts)), rules),
);

/** The room that a plan leaves. */
export const getRemaining = cacheByRules(
  (plan: DeliveryPlan, rules): ReturnType<typeof roomOfPlan> => roomOfPlan(plan, rules, countIncrementally),
);

/** Counts one text so that it need not be counted when it is drawn, platform by platform. */
export function* precomputeCounts(text: string, platforms: readonly PlatformRules[]): Generator<void> {
  for (const rules of platforms) yield void countPart(text, rules);
}

/** The same for plans of these parts, and for what is drawn of them. */
export function* precomputePlans(texts: readonly string[], platforms: readonly PlatformRules[]): Generator<void> {
  for (const rules of platforms) {
    for (const text of texts) yield void countPart(text, rules);
    yield void getRemaining(planParts(texts, rules), rules);
    yield void countJoined(texts, rules);
  }
}

/** A sentence for what does not fit, in the words of the service; null when it fits. */
export function describeProblem(plan: DeliveryPlan, slug: string, username: string): string | null {
  if (!("problem" in plan)) return null;
  const { part, count, limit, unit } = plan.problem;
  const what = part === null ? "the text" : `part ${part + 1}`;
  return `${formatAccountHandle(username)} on ${formatPlatformName(slug)}: ${what} has ${count} ${unit}; the limit is ${limit}.`;
}
