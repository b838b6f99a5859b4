import type { DraftPart } from "#components/composer/state/draft.ts";
import { formatNumber } from "#components/ui/format-number.ts";
import { limits } from "#lib/contract/limits.ts";
import type { TextRules } from "#lib/text/count-text.ts";
import { removeNumbering } from "#lib/text/join-thread-parts.ts";
import { splitPartsNumbered } from "#lib/text/split-numbered.ts";
import { cutIntoPieces, type TextPiece } from "#lib/text/split-text.ts";

/** A variant after one part was split: all texts, and the part and position of the caret. */
export type SplitPartResult = {
  texts: string[];
  /** The pieces of the split part alone; null if every part got a new number. */
  pieces: TextPiece[] | null;
  /** The pieces of each part, if every part got a new number. */
  cut: TextPiece[][] | null;
  /** Number of pieces that the part became. */
  count: number;
  caret: { part: number; at: number };
};

/**
 * Splits one part so that each piece fits. Numbering is added only if the member wants it and the whole thread is
 * numbered or is this part alone; then all parts are numbered again.
 * @param caret the position in the part
 */
export function splitPart(
  texts: readonly string[],
  part: number,
  rules: readonly TextRules[],
  numbered: boolean,
  caret: number,
): SplitPartResult {
  const bare = removeNumbering(texts);
  const isNumbered = bare.some((text, at) => text !== texts[at]);
  const text = texts[part] ?? "";
  if (numbered && (texts.length === 1 || isNumbered)) {
    const cut = splitPartsNumbered(texts, rules);
    const mine = cut[part] ?? [];
    const before = cut.slice(0, part).flat().length;
    const all = cut.flat().map((piece) => piece.text);
    const spots = removeNumbering(all).slice(before, before + mine.length);
    const found = findCaret(
      mine.map(({ gap }, at) => ({ gap, text: spots[at] ?? "" })),
      caret,
    );
    return {
      texts: all,
      pieces: texts.length === 1 ? mine : null,
      cut: texts.length === 1 ? null : cut,
      count: mine.length,
      caret: { part: before + found.part, at: found.at },
    };
  }
  const pieces = [...cutIntoPieces(text, rules)];
  const found = findCaret(pieces, caret);
  return {
    texts: texts.toSpliced(part, 1, ...pieces.map((piece) => piece.text)),
    pieces,
    cut: null,
    count: pieces.length,
    caret: { part: part + found.part, at: found.at },
  };
}

function findCaret(pieces: readonly TextPiece[], caret: number): { part: number; at: number } {
  let start = 0;
  for (const [part, { gap, text }] of pieces.entries()) {
    start += gap.length;
    const isLast = part === pieces.length - 1;
    if (caret <= start + text.length || isLast) return { part, at: Math.min(text.length, Math.max(0, caret - start)) };
    start += text.length;
  }
  return { part: 0, at: 0 };
}

/** Most characters of a whole draft. A longer one would not fit into one request, and no screen could show it. */
const draftCharacters = 250_000;

/** The pieces of a text that is longer than a part may be, or the sentence that refuses it. */
export type SplitTextResult = { pieces: TextPiece[] } | { refusal: string };

/**
 * Splits a text inserted into a part if it is longer than a part may be.
 * @param others the characters of the other parts, and how many parts may still be added
 */
export function splitLongText(text: string, others: { characters: number; remaining: number }): SplitTextResult {
  const safe = "Nothing was inserted; your text is unchanged.";
  if (text.length + others.characters > draftCharacters)
    return {
      refusal: `That is ${formatNumber(text.length)} characters; a thread holds ${formatNumber(draftCharacters)} here. ${safe}`,
    };
  const pieces = [
    ...cutIntoPieces(text, [{ counting: "utf16", limit: limits.partCharacters, byteLimit: null, urlLength: null }]),
  ];
  if (pieces.length <= others.remaining) return { pieces };
  return { refusal: `That needs ${pieces.length} parts; a thread holds ${limits.parts}. ${safe}` };
}

/** The texts of a whole variant with `gaps` as a split leaves them, or the sentence that refuses them. */
export type SplitTextsResult = { texts: string[]; gaps: (string | undefined)[] } | { refusal: string };

/**
 * Fits a variant that was replaced as a whole, as by a paste into the document: each text longer than a part becomes
 * several.
 * @param was the parts before; unchanged ones keep their gap
 */
export function splitLongTexts(texts: readonly string[], was: readonly DraftPart[]): SplitTextsResult {
  let remaining = limits.parts - texts.length + 1;
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const pieces: TextPiece[] = [];
  const gaps: (string | undefined)[] = [];
  for (const [at, text] of texts.entries()) {
    const gap = (was.find((part) => part.text === text) ?? was[at])?.gap;
    const isLong = text.length > limits.partCharacters;
    const fitted = isLong
      ? splitLongText(text, { characters: characters - text.length, remaining })
      : { pieces: [{ text, gap: "" }] };
    if ("refusal" in fitted) return fitted;
    remaining -= fitted.pieces.length - 1;
    pieces.push(...fitted.pieces);
    gaps.push(...fitted.pieces.map((piece, n) => (n === 0 ? gap : piece.gap)));
  }
  return { texts: pieces.map(({ text }) => text), gaps };
}

/** Formats the message about pasted characters that no text may contain. */
export const formatRemovedCharacters = (count: number): string =>
  `${formatNumber(count)} pasted ${count === 1 ? "character" : "characters"} can't be published and ${count === 1 ? "was" : "were"} removed.`;
