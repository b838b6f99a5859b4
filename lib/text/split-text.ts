import { countText, type TextRules } from "./count-text.ts";
import { createGraphemeBoundaryTest, findWordEndBefore } from "./graphemes.ts";
import { findLinks, xLinkRule } from "./links/find-links.ts";
import { normaliseText } from "./normalise-text.ts";

/** What a person would not see cut, in UTF-16 units. */
type UnbreakableRange = { start: number; end: number };

const mention = /[@\uff20][a-z0-9_]+(?:[.-][a-z0-9_]+)*(?:@[a-z0-9_]+(?:[.-][a-z0-9_]+)*)?/giu;

/** The links and mentions of a text, in order. Where two overlap, both are given. */
function listUnbreakableRanges(text: string): UnbreakableRange[] {
  const links = findLinks(text, xLinkRule).map(({ start, length }) => ({ start, end: start + length }));
  const mentions = Array.from(text.matchAll(mention), (found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
  return [...links, ...mentions].sort((one, other) => one.start - other.start);
}

/** A test for whether an index lies in no link and no mention; asked for rising indexes it reads each once. */
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

/** The link or mention that an index lies inside of; null when it lies in none. */
function findUnbreakableRange(text: string, at: number): UnbreakableRange | null {
  return listUnbreakableRanges(text).find(({ start, end }) => start < at && at < end) ?? null;
}

/** Where a text may be cut: the part ends at `end`, the next one begins at `next`, only blanks lie between. */
type BreakPoint = { end: number; next: number };

const strongest = { paragraph: 3, line: 2, sentence: 1, word: 0 };

/** A stronger break is taken before a later, weaker one only if the part keeps this share of what could fit. */
const leastShare = 1 / 3;

const sentenceEnd = /[.!?…。！？｡][\p{Pe}\p{Pf}"']*$/u;

/** Asked of the few breaks that may be taken, not of all there are, and of most only whether a line ends there. */
function isAsStrong(text: string, { end, next }: BreakPoint, strength: number): boolean {
  if (strength <= strongest.word || end === text.length) return true;
  const blanks = text.slice(end, next);
  const line = blanks.indexOf("\n");
  if (strength === strongest.paragraph) return line !== -1 && line !== blanks.lastIndexOf("\n");
  if (line !== -1 || strength === strongest.line) return line !== -1;
  return sentenceEnd.test(text.slice(Math.max(0, end - 4), end));
}

/** All places between words, in order; the last is the end of the text. Scripts without spaces have their full stops. */
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
    // The last blank may carry an accent, and is a character then: those before it are blanks all the same. So is the first
    // one behind a sign that takes what follows it, such as U+0600.
    while (next > end && !isBoundary(next)) next -= 1;
    const isBetween = found[0] === "" ? isBoundary(end) : next > end;
    if (isBetween && isApart(end) && isApart(next)) breaks.push({ end, next });
  }
  if (breaks.at(-1)?.end !== text.length) breaks.push({ end: text.length, next: text.length });
  return breaks;
}

/**
 * The greatest index in `[from, count)` that fits, or -1. Looks ahead in growing steps and then halves them, so that its
 * cost follows the size of the part, not of the text. An answer always fits, even where a link makes sizes jump.
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

/** A part of a cut text: what it says, and the blanks that were cut away before it. */
export type TextPiece = { text: string; gap: string };

/** What will be written behind the piece of this index, from 0, and must fit with it. */
type SuffixOf = (index: number) => string;

const noSuffix: SuffixOf = () => "";

/**
 * Cuts a text piece by piece, so that who has other work can stop between two. Each fits all the given rules, with what
 * `suffixOf` adds: cut at paragraphs, else lines, sentences, words, and only within a word that is too long by itself at
 * its characters, never inside one, and never inside a link or mention that fits. `joinPieces` gives back the very text. A
 * single character that is over a limit by itself stays whole: `planDelivery` refuses it.
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

  let nearest = 0;
  for (let index = 0; start < last; index += 1) {
    const from = start;
    const suffix = suffixOf(index);
    const doesFit = (begin: number, end: number): boolean =>
      rules.every((rule) => !countText(text.slice(begin, end) + suffix, rule).isOver);
    while ((breaks[nearest]?.end ?? text.length) <= start) nearest += 1;
    const word = breaks[nearest] ?? { end: text.length, next: text.length };
    const cut =
      cutBetweenWords(text, breaks, nearest, start, doesFit) ?? cutInsideWord(text, word, start, isBoundary, doesFit);
    // What is blank at the very end is not cut away: it stays where it was written.
    const end = cut.next < last ? cut.end : text.length;
    yield { text: text.slice(from, end), gap };
    start = end === text.length ? end : cut.next;
    gap = text.slice(cut.end, cut.next);
  }
}

/** The text that was cut. */
export function joinPieces(pieces: Iterable<TextPiece>): string {
  let whole = "";
  for (const { gap, text } of pieces) whole += gap + text;
  return whole;
}

/** The parts of a text that each fit all the given rules, as `cutText` cuts them; a blank text has none. */
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
    // Not even one character fits: it goes out alone, for half a character would be worse than a refusal.
    do end += 1;
    while (end < word.end && !isBoundary(end));
  } else {
    end = atWholeWord(text, word, start, end, { boundaryAtOrBefore, doesFit });
  }
  return { end, next: end === word.end ? word.next : end };
}

/** Units behind a place that are read for the link it may lie in. */
const readAhead = 500;

/** Scripts without spaces have words too, and links or mentions may stand in them: cut beside those where that fits. */
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
    // A link may begin within a character: behind a sign that belongs to what follows, such as U+0600.
    const ahead = boundaryAtOrBefore(start + around.start);
    if (ahead > start && doesFit(start, ahead)) return ahead;
    const behind = start + around.end;
    return boundaryAtOrBefore(behind) === behind && doesFit(start, behind) ? behind : end;
  }
  const before = boundaryAtOrBefore(start + findWordEndBefore(slice, end - start));
  const isFar = before - start < (end - start) * leastShare;
  return isFar || findUnbreakableRange(slice, before - start) ? end : before;
}
