/**
 * Texts that consist only of these have one character per UTF-16 unit: ASCII and Latin (except CR, which joins with
 * LF), Greek and Cyrillic letters, common punctuation, kana, CJK ideographs, whole Hangul syllables.
 */
const onePerUnit =
  /^[\t\n -\u02ff\u0370-\u0482\u2010-\u2027\u2030-\u203b\u3000-\u3029\u3041-\u3096\u30a1-\u30fc\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]*$/;

let segmenter: Intl.Segmenter | null = null;

/** Returns the shared segmenter. Creating one costs as much as segmenting thousands of characters. */
function getSegmenter(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter;
}

/** Counts the user-perceived characters (Unicode extended grapheme clusters) of a text. */
export function countGraphemes(text: string): number {
  if (onePerUnit.test(text)) return text.length;
  let count = 0;
  for (const _ of getSegmenter().segment(text)) count += 1;
  return count;
}

/** Lists the user-perceived characters of a text in order; joined, they equal the text. */
export function listGraphemes(text: string): string[] {
  return Array.from(getSegmenter().segment(text), (part) => part.segment);
}

/**
 * Creates a test that returns true if an index of the text, in UTF-16 units, lies between two user-perceived
 * characters.
 */
export function createGraphemeBoundaryTest(text: string): (at: number) => boolean {
  if (onePerUnit.test(text)) return () => true;
  const marks = new Uint8Array(text.length + 1);
  marks[text.length] = 1;
  for (const part of getSegmenter().segment(text)) marks[part.index] = 1;
  return (at) => marks[at] === 1;
}

let words: Intl.Segmenter | null = null;
/** UTF-16 units read around a position to find its word. */
const reach = 48;

/** Returns the last word end at or before a position, in any script; the position itself if no word ends nearby. */
export function findWordEndBefore(text: string, at: number): number {
  words ??= new Intl.Segmenter("en", { granularity: "word" });
  const from = Math.max(0, at - reach);
  let found = at;
  for (const { index } of words.segment(text.slice(from, at + reach))) {
    if (from + index > at) break;
    if (index > 0) found = from + index;
  }
  return found;
}
