const listWords = (text: string): string[] =>
  text
    .normalize("NFC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Below this many words in common two short texts are alike by chance. */
const leastShared = 3;
/** Of the words of both; an edit that leaves less than this is another text. */
const leastPart = 0.6;

/** Whether one text may be the other after an edit: most words of both stand in both, in whatever order. */
export function isSimilarText(one: string, other: string): boolean {
  const [words, left] = [listWords(one), new Map<string, number>()];
  const others = listWords(other);
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of words) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared += 1;
  }
  return shared >= leastShared && (2 * shared) / (words.length + others.length) >= leastPart;
}
