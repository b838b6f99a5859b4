/**
 * Counting, splitting and planning. Loaded after the page, because nobody needs these 11 KB before the first keystroke.
 * All rules are the service's own (`lib/text`), so the counts here and the refusals there agree.
 */

import { describeChange, findChangeLocation } from "#components/composer/state/undone-change.ts";
import { highlightText } from "#components/preview/highlight-text.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { createCachedTextCounter } from "#lib/text/cached-text-counter.ts";
import type { TextCount } from "#lib/text/count-text.ts";
import { type DeliveryPlan, type PartImages, planDelivery } from "#lib/text/delivery-plan.ts";
import { joinThreadParts } from "#lib/text/join-thread-parts.ts";
import { normaliseText } from "#lib/text/normalise-text.ts";
import { findPartOverflow } from "#lib/text/overflow.ts";
import { cutIntoPieces } from "#lib/text/split-text.ts";
import { describeRemaining } from "./describe-remaining.ts";
import { toDocumentPosition, toPartPosition } from "./document-text.ts";
import { findExcess, computeRemaining as roomOfPlan } from "./remaining-characters.ts";
import { createSplitActions } from "./split-actions.ts";

/** Ms of work before other tasks run. On a slow machine one step may take as long again. */
const sliceMs = 6;

/** Runs long work in slices between other tasks, then calls `onDone`. @returns a function that stops the work */
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

/** Returns the range of the character at `at` in a segment of the document's backdrop. */
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

/**
 * Moves the document's caret to a position in a part and scrolls there, because a browser scrolls only the whole field
 * into view.
 */
function moveDocumentCaret(field: HTMLTextAreaElement, texts: readonly string[], part: number, at: number): void {
  const place = toDocumentPosition(texts, part, at);
  field.focus({ preventScroll: true });
  field.setSelectionRange(place, place);
  const segment = field.parentElement?.querySelectorAll("[data-segment]")[part];
  const box = segment && (findCharacter(segment, at) ?? segment).getBoundingClientRect();
  const isSeen = box && box.top > edgePx && box.bottom < innerHeight - edgePx * 2;
  if (box && !isSeen) scrollBy({ top: box.top - innerHeight / 3 });
}

/** Height of a bar at an edge of the page, px. The lower edge may have two. */
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

/**
 * Caches counts, because each keystroke plans all parts for all platforms although only one line of one part changed.
 */
const countIncrementally = createCachedTextCounter();

export function countPart(text: string, rules: PlatformRules): TextCount {
  return countIncrementally(normaliseText(text), rules);
}

/** Caches results per list of texts, or per plan, for as long as that object is in use. */
function cacheByRules<Of extends object, Made>(compute: (of: Of, rules: PlatformRules) => Made) {
  const all = new WeakMap<Of, Map<PlatformRules, Made>>();
  return (of: Of, rules: PlatformRules): Made => {
    const cached = all.get(of) ?? new Map<PlatformRules, Made>();
    all.set(of, cached);
    const found = cached.get(rules) ?? compute(of, rules);
    cached.set(rules, found);
    return found;
  };
}

const normalised = new WeakMap<readonly string[], readonly string[]>();
function normaliseTexts(texts: readonly string[]): readonly string[] {
  const found = normalised.get(texts) ?? texts.map(normaliseText);
  normalised.set(texts, found);
  return found;
}

const plansByImages = cacheByRules((_texts: readonly string[], _rules) => new Map<string, DeliveryPlan>());

export function planParts(
  texts: readonly string[],
  rules: PlatformRules,
  images: readonly PartImages[] = [],
): DeliveryPlan {
  const plans = plansByImages(texts, rules);
  const key = images.map(({ count, animated }) => `${count}${animated ? "a" : ""}`).join();
  const found = plans.get(key) ?? planDelivery(normaliseTexts(texts), rules, images, countIncrementally);
  plans.set(key, found);
  return found;
}

/** Counts the parts joined to the one item that the platform would get. */
export const countJoined = cacheByRules(
  (texts: readonly string[], rules): TextCount => countIncrementally(joinThreadParts(normaliseTexts(texts)), rules),
);

export const getRemainingLimit = cacheByRules(
  (plan: DeliveryPlan, rules): ReturnType<typeof roomOfPlan> => roomOfPlan(plan, rules, countIncrementally),
);

/** Counts one text platform by platform ahead of the render. */
export function* precomputeCounts(text: string, platforms: readonly PlatformRules[]): Generator<void> {
  for (const rules of platforms) yield void countPart(text, rules);
}

/** Plans the parts and counts their texts platform by platform ahead of the render. */
export function* precomputePlans(texts: readonly string[], platforms: readonly PlatformRules[]): Generator<void> {
  for (const rules of platforms) {
    for (const text of texts) yield void countPart(text, rules);
    yield void getRemainingLimit(planParts(texts, rules), rules);
    yield void countJoined(texts, rules);
  }
}
