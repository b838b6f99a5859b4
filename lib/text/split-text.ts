import { countText, type TextRules } from "./count-text.ts";
import { createGraphemeBoundaryTest, findWordEndBefore } from "./graphemes.ts";
import { findLinks, xLinkRule } from "./links/find-links.ts";
import { normaliseText } from "./normalise-text.ts";

/** A range that must not be split visibly, such as a link, in UTF-16 units. */
type UnbreakableRange = { start: number; end: number };

const mention = /[@\uff20][a-z0-9_]+(?:[.-][a-z0-9_]+)*(?:@[a-z0-9_]+(?:[.-][a-z0-9_]+)*)?/giu;

/** Lists the links and mentions of a text in order. Where two overlap, both are listed. */
function listUnbreakableRanges(text: string): UnbreakableRange[] {
  const links = findLinks(text, xLinkRule).map(({ start, length }) => ({ start, end: start + length }));
  const mentions = Array.from(text.matchAll(mention), (found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
  return [...links, ...mentions].sort((one, other) => one.start - other.start);
}

/** Creates a test that returns true if an index lies in no link and no mention. Rising indexes cost one pass. */
function createBreakTest(text: string): (at: number) => boolean {
  const wholes = listUnbreakableRanges(text);
  let next = 0;
  let lastAsked = 0;
  return (at) => {
    if (at < lastAsked) next = 0;
    lastAsked = at;
    while ((wholes[next]?.end ?? at + 1) <= at) next += 1;
    return (wholes[next]?.start ?? at) >= at;
  };
}

/** Returns the link or mention around an index; null for none. */
function findUnbreakableRange(text: string, at: number): UnbreakableRange | null {
  return listUnbreakableRanges(text).find(({ start, end }) => start < at && at < end) ?? null;
}

/** A possible end of a part: the part ends at `end`, the next one begins at `next`, only blanks lie between. */
type BreakPoint = { end: number; next: number };

const strongest = { paragraph: 3, line: 2, sentence: 1, word: 0 };

/** A stronger break wins over a later, weaker one only if the part keeps this share of the possible length. */
const leastShare = 1 / 3;

const sentenceEnd = /[.!?…。！？｡][\p{Pe}\p{Pf}"']*$/u;

/**
 * Returns true if a break has at least `strength`. Only the few usable breaks are checked, and most of them only for a
 * line end.
 */
function isAsStrong(text: string, { end, next }: BreakPoint, strength: number): boolean {
  if (strength <= strongest.word || end === text.length) return true;
  const blanks = text.slice(end, next);
  const line = blanks.indexOf("\n");
  if (strength === strongest.paragraph) return line !== -1 && line !== blanks.lastIndexOf("\n");
  if (line !== -1 || strength === strongest.line) return line !== -1;
  return sentenceEnd.test(text.slice(Math.max(0, end - 4), end));
}

/**
 * Lists all breaks between words in order; the last is the end of the text. Scripts without spaces break at their full
 * stops.
 */
function listBreakPoints(
  text: string,
  isBoundary: (at: number) => boolean,
  isApart: (at: number) => boolean,
): BreakPoint[] {
  const breaks: BreakPoint[] = [];
  for (const found of text.matchAll(/\s+|(?<=[。！？｡])(?![\p{Pe}\p{Pf}。！？｡])/gu)) {
    const end = found.index;
    let next = end + found[0].length;
    if (end === 0) continue;
    // The last blank may carry an accent and is a character then, but the blanks before it stay blanks. The same holds
    // for the first blank behind a sign that absorbs the next character, such as U+0600.
    while (next > end && !isBoundary(next)) next -= 1;
    const isBetween = found[0] === "" ? isBoundary(end) : next > end;
    if (isBetween && isApart(end) && isApart(next)) breaks.push({ end, next });
  }
  if (breaks.at(-1)?.end !== text.length) breaks.push({ end: text.length, next: text.length });
  return breaks;
}

/**
 * Returns the greatest index in `[from, count)` that fits, or -1. The search looks ahead in growing steps and then
 * halves them, so the cost follows the size of the part, not of the text. The result always fits, even where a link
 * makes sizes jump.
 */
function findLastFitting(from: number, count: number, fits: (index: number) => boolean): number {
  if (from >= count || !fits(from)) return -1;
  let good = from;
  let step = 1;
  while (good + step < count && fits(good + step)) {
    good += step;
    step *= 2;
  }
  for (; step >= 1; step = Math.floor(step / 2)) {
    if (good + step < count && fits(good + step)) good += step;
  }
  return good;
}

/**
 * UTF-16 units beyond twice the limit from which a word fits nowhere: more than the longest link has. Counting such a word
 * once for each of its parts would take the square of its length.
 */
const endlessWord = 8_192;

/** A part of a split text: its text, and the blanks removed before it. */
export type TextPiece = { text: string; gap: string };

/** Returns the suffix that is written behind the piece of this index, from 0, and must fit with it. */
type SuffixOf = (index: number) => string;

const noSuffix: SuffixOf = () => "";

/**
 * Splits a text piece by piece, so that the caller can do other work between two pieces. Each piece fits all the given
 * rules together with its suffix from `suffixOf`. Breaks are paragraphs, else lines, sentences, words. Only a word that
 * is too long by itself is split, between characters; a link or mention that fits is never split. `joinPieces` restores
 * the exact text. A single character over a limit stays whole: `planDelivery` refuses it.
 */
export function* cutIntoPieces(
  text: string,
  rules: readonly TextRules[],
  suffixOf: SuffixOf = noSuffix,
): Generator<TextPiece, void, void> {
  const isBoundary = createGraphemeBoundaryTest(text);
  const isApart = createBreakTest(text);
  const breaks = listBreakPoints(text, isBoundary, isApart);
  const last = text.trimEnd().length;
  let start = text.length - text.trimStart().length;
  // A blank that carries an accent is a character.
  while (start > 0 && !isBoundary(start)) start -= 1;
  let gap = text.slice(0, start);
  if (last <= start) return yield { text, gap: "" };

  const widest = Math.max(...rules.map(({ limit }) => limit));
  let nearest = 0;
  for (let index = 0; start < last; index += 1) {
    const from = start;
    const suffix = suffixOf(index);
    const doesFit = (begin: number, end: number): boolean =>
      rules.every((rule) => !countText(text.slice(begin, end) + suffix, rule).isOver);
    while ((breaks[nearest]?.end ?? text.length) <= start) nearest += 1;
    const word = breaks[nearest] ?? { end: text.length, next: text.length };
    const isEndless = word.end - start > endlessWord + 2 * widest;
    const cut =
      (isEndless ? null : cutBetweenWords(text, breaks, nearest, start, doesFit)) ??
      cutInsideWord(text, word, start, isBoundary, doesFit);
    // Blanks at the very end are not removed.
    const end = cut.next < last ? cut.end : text.length;
    yield { text: text.slice(from, end), gap };
    start = end === text.length ? end : cut.next;
    gap = text.slice(cut.end, cut.next);
  }
}

/** Restores the text that was split. */
export function joinPieces(pieces: Iterable<TextPiece>): string {
  let whole = "";
  for (const { gap, text } of pieces) whole += gap + text;
  return whole;
}

/** Splits a text into parts that each fit all the given rules; a blank text has no parts. */
export function splitText(text: string, rules: readonly TextRules[]): string[] {
  const whole = normaliseText(text).trimStart();
  return whole === "" ? [] : Array.from(cutIntoPieces(whole, rules), (piece) => piece.text);
}

type DoesFit = (start: number, end: number) => boolean;
type Cut = { end: number; next: number };

function cutBetweenWords(
  text: string,
  breaks: readonly BreakPoint[],
  nearest: number,
  start: number,
  doesFit: DoesFit,
): Cut | null {
  const endAt = (index: number): number => breaks[index]?.end ?? start;
  const last = findLastFitting(nearest, breaks.length, (index) => doesFit(start, endAt(index)));
  const furthest = breaks[last];
  if (furthest === undefined || last === breaks.length - 1) return furthest ?? null;
  const least = start + (furthest.end - start) * leastShare;
  for (let strength = strongest.paragraph; !isAsStrong(text, furthest, strength); strength--) {
    for (let index = last - 1; index >= nearest && endAt(index) >= least; index--) {
      const candidate = breaks[index];
      if (candidate !== undefined && isAsStrong(text, candidate, strength) && doesFit(start, candidate.end))
        return candidate;
    }
  }
  return furthest;
}

function cutInsideWord(
  text: string,
  word: Cut,
  start: number,
  isBoundary: (at: number) => boolean,
  doesFit: DoesFit,
): Cut {
  const boundaryAtOrBefore = (at: number): number => {
    let place = at;
    while (place > start && !isBoundary(place)) place -= 1;
    return place;
  };
  const last = findLastFitting(0, word.end - start, (length) => doesFit(start, boundaryAtOrBefore(start + length)));
  let end = boundaryAtOrBefore(start + Math.max(last, 0));
  if (end === start) {
    // Not even one character fits. The character stays whole, because half a character would be worse than a refusal.
    do end += 1;
    while (end < word.end && !isBoundary(end));
  } else {
    end = atWholeWord(text, word, start, end, { boundaryAtOrBefore, doesFit });
  }
  return { end, next: end === word.end ? word.next : end };
}

/** UTF-16 units read behind a position to find the link around it. */
const readAhead = 500;

/**
 * Moves a break to a word boundary where that fits: scripts without spaces have words too, and links or mentions may be
 * among them.
 */
function atWholeWord(
  text: string,
  word: Cut,
  start: number,
  end: number,
  { boundaryAtOrBefore, doesFit }: { boundaryAtOrBefore: (at: number) => number; doesFit: DoesFit },
): number {
  if (end === word.end) return end;
  const slice = text.slice(start, Math.min(word.end, end + readAhead));
  const around = findUnbreakableRange(slice, end - start);
  if (around) {
    // A link may begin within a character: behind a sign that belongs to the next character, such as U+0600.
    const ahead = boundaryAtOrBefore(start + around.start);
    if (ahead > start && doesFit(start, ahead)) return ahead;
    const behind = start + around.end;
    return boundaryAtOrBefore(behind) === behind && doesFit(start, behind) ? behind : end;
  }
  const before = boundaryAtOrBefore(start + findWordEndBefore(slice, end - start));
  const isFar = before - start < (end - start) * leastShare;
  return isFar || findUnbreakableRange(slice, before - start) ? end : before;
}
