import { removeAddresses } from "#lib/text/links/addresses.ts";
import { normalizeUnicode } from "#lib/text/normalise-text.ts";

/** Words of one shingle. Two texts are alike by the shingles they share. */
const shingleWords = 3;
/** 16 bands of 4 hashes: of texts that share 0.8 of their shingles 99.98 % meet in a band, of those that share 0.3 only 12 %. */
const bands = 16;
const rows = 4;
/** Words beyond these are not looked at, so that no text is dear. */
const wordsMax = 4_000;
/** Two texts that share so much are nearly the same. */
export const similarityThreshold = 0.8;

/**
 * The words of a text as they are compared: lower case, without addresses, marks and signs. What is written without
 * spaces between words counts by the character.
 */
export function tokenizeText(text: string): string[] {
  const plain = normalizeUnicode(removeAddresses(text.slice(0, wordsMax * 20)), "NFKC").toLowerCase();
  const found = plain.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu,
  );
  return (found ?? []).slice(0, wordsMax);
}

/** The runs of words that stand for a text; one that is shorter than a run stands for itself. */
export function getShingles(text: string): ReadonlySet<string> {
  const words = tokenizeText(text);
  if (words.length === 0) return new Set();
  if (words.length <= shingleWords) return new Set([words.join(" ")]);
  const shingles = new Set<string>();
  for (let at = 0; at + shingleWords <= words.length; at += 1) {
    shingles.add(words.slice(at, at + shingleWords).join(" "));
  }
  return shingles;
}

/** How much two texts share, 0 to 1 (Jaccard). Two without any word share nothing. */
export function computeSimilarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  const [few, many] = one.size <= other.size ? [one, other] : [other, one];
  let both = 0;
  for (const shingle of few) if (many.has(shingle)) both += 1;
  return both / (one.size + other.size - both);
}

/**
 * One number for each band, as PostgreSQL's bigint. Texts that are nearly the same have one in common with near
 * certainty, so an index of the numbers finds the few worth comparing (MinHash, Broder 1997, with banding as in Leskovec,
 * Rajaraman, Ullman: Mining of Massive Datasets, 3.4).
 */
export function computeMinHashBands(shingles: ReadonlySet<string>): bigint[] {
  if (shingles.size === 0) return [];
  const least = new Uint32Array(bands * rows).fill(0xffffffff);
  for (const shingle of shingles) {
    const [low, high] = hash(shingle);
    for (let n = 0; n < least.length; n += 1) {
      const value = mixHash(low + Math.imul(n, high | 1));
      if (value < (least[n] ?? 0)) least[n] = value;
    }
  }
  return Array.from({ length: bands }, (_, band) => {
    const [low, high] = hash(`${band}:${least.subarray(band * rows, (band + 1) * rows).join(",")}`);
    return BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));
  });
}

/** Two independent halves: FNV-1a from two starts, over UTF-16 units, each mixed. */
function hash(text: string): [number, number] {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
  }
  return [mixHash(low), mixHash(high)];
}

/** The finalizer of MurmurHash3. */
function mixHash(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
