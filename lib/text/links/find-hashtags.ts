/** Not after a letter, a digit or a part of an address. */
const hashtag = /(?<![\p{L}\p{N}_&/])[#＃](?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+/gu;

/** Returns the starts of a text's hashtags, repeated ones too. */
export const findHashtags = (text: string): number[] => [...text.matchAll(hashtag)].map(({ index }) => index);

/**
 * Returns the hashtags of texts without their sign: those in most texts first, and equally used ones in the order of the
 * texts. Spellings that differ by case are one hashtag, spelled as in its first text.
 */
export function rankHashtags(texts: readonly string[]): string[] {
  const used = new Map<string, { name: string; texts: Set<string> }>();
  for (const text of texts) {
    for (const [tag] of text.matchAll(hashtag)) {
      const name = tag.slice(1);
      const entry = used.get(name.toLowerCase()) ?? { name, texts: new Set() };
      used.set(name.toLowerCase(), entry);
      entry.texts.add(text);
    }
  }
  return [...used.values()].toSorted((one, other) => other.texts.size - one.texts.size).map(({ name }) => name);
}
