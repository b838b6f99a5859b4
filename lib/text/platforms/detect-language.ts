import { removeAddresses } from "#lib/text/links/addresses.ts";

/** Scripts that one language writes; Han counts as Chinese only without Japanese syllables. */
const scripts: readonly (readonly [language: string, letters: RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["zh", /\p{Script=Han}/gu],
  ["th", /\p{Script=Thai}/gu],
  ["el", /\p{Script=Greek}/gu],
  ["he", /\p{Script=Hebrew}/gu],
  ["ka", /\p{Script=Georgian}/gu],
  ["hy", /\p{Script=Armenian}/gu],
];

/** Frequent words of languages that share the Latin script. A word may belong to several. */
const frequentWords: readonly (readonly [language: string, words: ReadonlySet<string>])[] = (
  [
    ["en", "the and is are of to in with for you this that our we it from on have be was not your"],
    ["de", "der die das und ist nicht mit ein eine für auf wir ihr zu den dem im von wird sind auch es"],
    ["fr", "le la les des et est une un pour dans que vous nous avec sur pas du au ce qui en"],
    ["es", "el la los las que y una un para con por del es en se no su más al como"],
    ["it", "il lo la che di è per una un con non gli sono della del e si le in da"],
    ["pt", "o a os as que não uma um para com em do da dos mais e no na se por"],
    ["nl", "het de een van en is niet met voor wij dat op te zijn in je ook aan"],
  ] as const
).map(([language, words]) => [language, new Set(words.split(" "))]);

/** Fewer letters of a script, or fewer different words, prove nothing. */
const lettersMin = 5;
const wordsMin = 3;

/**
 * Detects the language of a text by its script or its most frequent words.
 * @returns a tag of BCP 47; null unless one language is clearly ahead, because a wrong one hides a post from readers
 */
export function detectLanguage(text: string): string | null {
  const plain = removeAddresses(text).replace(/[@#]\S+/giu, " ");
  const letters = plain.match(/\p{L}/gu)?.length ?? 0;
  for (const [language, pattern] of scripts) {
    const count = plain.match(pattern)?.length ?? 0;
    // Japanese mixes its syllables with Han.
    const min = language === "ja" ? letters * 0.15 : letters * 0.6;
    if (count >= lettersMin && count >= min) return language;
  }
  const words = new Set(plain.toLowerCase().match(/[\p{L}\p{M}]+/gu));
  const counted = frequentWords.map(([language, known]) => ({ language, count: words.intersection(known).size }));
  const [first, second] = counted.toSorted((one, other) => other.count - one.count);
  return first && second && first.count >= wordsMin && first.count >= second.count * 2 ? first.language : null;
}
