import { normalizeUnicode } from "./normalise-text.ts";

const listWords = (text: string): string[] =>
  normalizeUnicode(text, "NFC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Short texts with fewer shared words than this are similar only by chance. */
const leastShared = 3;
/** Share of the words of both texts; an edit that leaves less makes another text. */
const leastPart = 0.6;

/** Returns true if one text may be an edited version of the other: most words of both occur in both, in any order. */
export function mayBeEditedVersion(one: string, other: string): boolean {
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
