/** A piece of a text. `isOnly` is true if the other text lacks the piece at that position. */
export type DiffPiece = { text: string; isOnly: boolean };

/**
 * Above this number of words only common beginnings and ends are compared, because the table grows with the product of
 * the word counts.
 */
const maxDiffWords = 1_500;

const splitWords = (text: string) => text.match(/\s+|[^\s]+/gu) ?? [];

/** Marks word by word what only one of two texts has. The pieces joined again give the original texts. */
export function diffTexts(mine: string, theirs: string): { mine: DiffPiece[]; theirs: DiffPiece[] } {
  const [a, b] = [splitWords(mine), splitWords(theirs)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const [middleA, middleB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const both = middleA.length > maxDiffWords || middleB.length > maxDiffWords ? [] : findCommonWords(middleA, middleB);
  const build = (all: readonly string[], middle: readonly string[], side: 0 | 1) => {
    const common = new Set(both.map((pair) => pair[side]));
    return mergePieces([
      ...all.slice(0, start).map((text) => ({ text, isOnly: false })),
      ...middle.map((text, at) => ({ text, isOnly: !common.has(at) })),
      ...all.slice(all.length - end).map((text) => ({ text, isOnly: false })),
    ]);
  };
  return { mine: build(a, middleA, 0), theirs: build(b, middleB, 1) };
}

/** Returns the longest common subsequence as pairs of indices. */
function findCommonWords(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

function mergePieces(pieces: readonly DiffPiece[]): DiffPiece[] {
  const joined: DiffPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last?.isOnly === piece.isOnly) last.text += piece.text;
    else joined.push({ ...piece });
  }
  return joined;
}
