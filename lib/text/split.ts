import { countText, type TextRules } from "./count.ts";
import { markGraphemes } from "./graphemes.ts";
import { normaliseText } from "./normalise.ts";

/** Where a text may be cut: the part ends at `end`, the next one begins at `next`, only blanks lie between. */
type Break = { end: number; next: number; strength: number };

const strongest = { paragraph: 3, line: 2, sentence: 1, word: 0 };

/** A stronger break is taken before a later, weaker one only if the part keeps this share of what could fit. */
const leastShare = 1 / 3;

const sentenceEnd = /[.!?…。！？｡][\p{Pe}\p{Pf}"']*$/u;

function strengthOf(blanks: string, before: string): number {
  const lines = blanks.split("\n").length - 1;
  if (lines > 1) return strongest.paragraph;
  if (lines === 1) return strongest.line;
  return sentenceEnd.test(before) ? strongest.sentence : strongest.word;
}

/** All places between words, in order; the last is the end of the text. Scripts without spaces have their full stops. */
function listBreaks(text: string, isBoundary: (at: number) => boolean): Break[] {
  const breaks: Break[] = [];
  for (const found of text.matchAll(/\s+|(?<=[。！？｡])(?![\p{Pe}\p{Pf}。！？｡])/gu)) {
    const end = found.index;
    const next = end + found[0].length;
    if (end === 0 || !isBoundary(end) || !isBoundary(next)) continue;
    breaks.push({ end, next, strength: strengthOf(found[0], text.slice(Math.max(0, end - 4), end)) });
  }
  if (breaks.at(-1)?.end !== text.length)
    breaks.push({ end: text.length, next: text.length, strength: strongest.paragraph });
  return breaks;
}

/**
 * The greatest index in `[from, count)` that fits, or -1. Looks ahead in growing steps and then halves them, so that its
 * cost follows the size of the part, not of the text. An answer always fits, even where a link makes sizes jump.
 */
function lastFitting(from: number, count: number, fits: (index: number) => boolean): number {
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
 * Splits a text into parts that each fit all the given rules: at paragraphs, else lines, sentences, words, and only within
 * a word that is too long by itself at its characters, never inside one. Nothing is lost but blanks at the cuts; a
 * blank text gives no parts. A single character that is over a limit by itself stays whole: `planDelivery` refuses it.
 */
export function splitText(text: string, rules: readonly TextRules[]): string[] {
  const whole = normaliseText(text).trimStart();
  if (whole === "") return [];
  const isBoundary = markGraphemes(whole);
  const breaks = listBreaks(whole, isBoundary);
  const doesFit = (start: number, end: number): boolean =>
    rules.every((rule) => !countText(whole.slice(start, end), rule).isOver);

  const parts: string[] = [];
  let start = 0;
  let nearest = 0;
  while (start < whole.length) {
    while ((breaks[nearest]?.end ?? whole.length) <= start) nearest += 1;
    const word = breaks[nearest] ?? { end: whole.length, next: whole.length };
    const cut = cutBetweenWords(breaks, nearest, start, doesFit) ?? cutInsideWord(word, start, isBoundary, doesFit);
    parts.push(whole.slice(start, cut.end));
    start = cut.next;
  }
  return parts;
}

type DoesFit = (start: number, end: number) => boolean;
type Cut = { end: number; next: number };

function cutBetweenWords(breaks: readonly Break[], nearest: number, start: number, doesFit: DoesFit): Cut | null {
  const endAt = (index: number): number => breaks[index]?.end ?? start;
  const last = lastFitting(nearest, breaks.length, (index) => doesFit(start, endAt(index)));
  const furthest = breaks[last];
  if (furthest === undefined || last === breaks.length - 1) return furthest ?? null;
  const least = start + (furthest.end - start) * leastShare;
  for (let strength = strongest.paragraph; strength > furthest.strength; strength--) {
    for (let index = last - 1; index >= nearest && endAt(index) >= least; index--) {
      const candidate = breaks[index];
      if (candidate !== undefined && candidate.strength >= strength && doesFit(start, candidate.end)) return candidate;
    }
  }
  return furthest;
}

function cutInsideWord(word: Cut, start: number, isBoundary: (at: number) => boolean, doesFit: DoesFit): Cut {
  const boundaryAtOrBefore = (at: number): number => {
    let place = at;
    while (place > start && !isBoundary(place)) place -= 1;
    return place;
  };
  const last = lastFitting(0, word.end - start, (length) => doesFit(start, boundaryAtOrBefore(start + length)));
  let end = boundaryAtOrBefore(start + Math.max(last, 0));
  if (end === start) {
    // Not even one character fits: it goes out alone, for half a character would be worse than a refusal.
    do end += 1;
    while (end < word.end && !isBoundary(end));
  }
  return { end, next: end === word.end ? word.next : end };
}
