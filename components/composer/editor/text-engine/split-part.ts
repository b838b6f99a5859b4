import type { DraftPart } from "#components/composer/state/draft.ts";
import { limits } from "#lib/contract/limits.ts";
import type { TextRules } from "#lib/text/count-text.ts";
import { removeNumbering } from "#lib/text/join-parts.ts";
import { splitPartsNumbered } from "#lib/text/split-numbered.ts";
import { cutIntoPieces, type TextPiece } from "#lib/text/split-text.ts";

/** A sheet after one part was split: all its texts, which of them the caret is in, and where. */
export type SplitPartResult = {
  texts: string[];
  /** Of the part that was split alone; null where every part got another number. */
  pieces: TextPiece[] | null;
  /** Where every part got another number: the pieces of each part. */
  cut: TextPiece[][] | null;
  /** Pieces that the part became. */
  count: number;
  caret: { part: number; at: number };
};

/**
 * Splits one part so that each piece fits. With numbers where they are wanted and the whole thread has them, or is that part
 * alone: then all are counted anew.
 * @param caret where it stands in the part
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

/** Characters of a whole draft; what is longer would not fit into one request, and no screen is made for it. */
const draftCharacters = 250_000;

/** What became of a text that is longer than a part may be: as many pieces as it takes, or the sentence that refuses it. */
export type FitTextResult = { pieces: TextPiece[] } | { refusal: string };

const formatNumber = (count: number) => count.toLocaleString("en-GB");

/**
 * Fits a text that was put into a part: what is longer than a part holds becomes several.
 * @param others characters of the other parts, and how many parts there may still be
 */
export function fitLongText(text: string, others: { characters: number; room: number }): FitTextResult {
  const safe = "Nothing was put in; what stood here is unchanged.";
  if (text.length + others.characters > draftCharacters)
    return {
      refusal: `That is ${formatNumber(text.length)} characters; a thread holds ${formatNumber(draftCharacters)} here. ${safe}`,
    };
  const pieces = [
    ...cutIntoPieces(text, [{ counting: "utf16", limit: limits.partCharacters, byteLimit: null, urlLength: null }]),
  ];
  if (pieces.length <= others.room) return { pieces };
  return { refusal: `That takes ${pieces.length} parts; a thread holds ${limits.parts}. ${safe}` };
}

/** The texts of a whole sheet, `gaps` as a split leaves them; or the sentence that refuses it. */
export type FitPartsResult = { texts: string[]; gaps: (string | undefined)[] } | { refusal: string };

/**
 * Fits a sheet that was written anew, as by a paste into its document: each text that is longer than a part holds becomes
 * several.
 * @param was the parts before: what is unchanged keeps what a split cut before it
 */
export function fitPartTexts(texts: readonly string[], was: readonly DraftPart[]): FitPartsResult {
  let room = limits.parts - texts.length + 1;
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const made: TextPiece[] = [];
  const gaps: (string | undefined)[] = [];
  for (const [at, text] of texts.entries()) {
    const gap = (was.find((part) => part.text === text) ?? was[at])?.gap;
    const isLong = text.length > limits.partCharacters;
    const fitted = isLong
      ? fitLongText(text, { characters: characters - text.length, room })
      : { pieces: [{ text, gap: "" }] };
    if ("refusal" in fitted) return fitted;
    room -= fitted.pieces.length - 1;
    made.push(...fitted.pieces);
    gaps.push(...fitted.pieces.map((piece, n) => (n === 0 ? gap : piece.gap)));
  }
  return { texts: made.map(({ text }) => text), gaps };
}

/** What is said of characters that no text may hold. */
export const formatRemovedCharacters = (count: number): string =>
  `${formatNumber(count)} of the characters pasted can't be sent anywhere and ${count === 1 ? "was" : "were"} left out.`;
