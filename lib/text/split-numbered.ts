import type { TextRules } from "./count-text.ts";
import { removeNumbering } from "./join-thread-parts.ts";
import { cutIntoPieces, type TextPiece } from "./split-text.ts";

/** `removeNumbering` knows at most three digits, and no thread is longer. */
const mostDigits = 3;

/**
 * Splits a text as `splitText` does and ends each piece with its number: " 1/5". Space is reserved for the digits of
 * the final count, so the numbers fit too. A text that needs one piece has no number.
 */
export function splitTextNumbered(text: string, rules: readonly TextRules[]): TextPiece[] {
  return splitPartsNumbered([text], rules)[0] ?? [];
}

/**
 * Splits the parts of a thread so that each piece fits with its number, counted through all parts. Numbering of an
 * earlier split is removed first. A thread that stays one piece has no number.
 * @returns the pieces of each part
 */
export function splitPartsNumbered(texts: readonly string[], rules: readonly TextRules[]): TextPiece[][] {
  const bare = removeNumbering(texts).map((text) => text.trimEnd());
  const plain = bare.map((text) => [...cutIntoPieces(text, rules)]);
  if (plain.flat().length < 2) return plain;
  for (let digits = 1; digits <= mostDigits; digits += 1) {
    const widest = "9".repeat(digits);
    let before = 0;
    const cut = bare.map((text) => {
      const pieces = [...cutIntoPieces(text, rules, (index) => ` ${before + index + 1}/${widest}`)];
      before += pieces.length;
      return pieces;
    });
    if (String(before).length <= digits) return addNumbers(cut, before);
  }
  return plain;
}

function addNumbers(cut: readonly TextPiece[][], total: number): TextPiece[][] {
  let number = 0;
  return cut.map((pieces) =>
    pieces.map(({ text, gap }) => {
      number += 1;
      return { text: `${text} ${number}/${total}`, gap };
    }),
  );
}
