import type { TextLink } from "./find-links.ts";

// Addresses as people write them in running text. Where a platform reads addresses itself, its own rule applies instead:
// `find-links.ts` for X and Mastodon, and `discordUrlPattern`.

/**
 * The inside of a character class: the punctuation of Chinese, Japanese and Korean (full-width, half-width and vertical
 * forms), and the quotation marks, dashes and ellipsis that these languages share with others. The signs that are written
 * within words, `々 〆 〇 ・`, are not part of it.
 */
export const cjkPunctuation =
  "\\u2014\\u2015\\u2018-\\u201f\\u2026\\u3000-\\u3004\\u3008-\\u3020\\u3030\\u303d-\\u303f\\ufe10-\\ufe19\\ufe30-\\ufe6b\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65";

/** The characters that end an address: blanks, invisible characters, quotes, brackets of markup, and punctuation of a CJK sentence. */
const notInAddress = `\\s\\p{Cc}\\p{Cf}"<>«»‹›${cjkPunctuation}`;

/** As X: an address may follow anything but a letter or digit of ASCII, `@`, `$` and `#`. */
const addressStart = new RegExp(`(?<![a-z0-9@\\uff20$#\\uff03])https?://[^${notInAddress}]+`, "giu");

const addressRest = new RegExp(`[^${notInAddress}]*`, "uy");

/** Returns the length of what may belong to an address from `at` on: the path, the query and the end of a sentence. */
export function getAddressRestLength(text: string, at: number): number {
  addressRest.lastIndex = at;
  return addressRest.exec(text)?.[0].length ?? 0;
}

/**
 * Finds the addresses with `http(s)://`, in order, without the punctuation of the surrounding sentence. The time is
 * linear in the text.
 */
export function findAddresses(text: string): TextLink[] {
  if (!text.includes("://")) return [];
  return Array.from(text.matchAll(addressStart), ({ index: start, 0: whole }) => ({
    start,
    length: trimAddress(whole).length,
  }));
}

/** Replaces each address by a blank. */
export function removeAddresses(text: string): string {
  let rest = "";
  let done = 0;
  for (const { start, length } of findAddresses(text)) {
    rest += `${text.slice(done, start)} `;
    done = start + length;
  }
  return rest + text.slice(done);
}

/** Cuts an address before a closing bracket without an opening one, and removes the punctuation of the sentence. */
export function trimAddress(address: string, sentenceMarks = /[.,;:!?']/u): string {
  let open = 0;
  let end = 0;
  for (; end < address.length; end += 1) {
    const unit = address.charAt(end);
    if (unit === "(") open += 1;
    if (unit !== ")") continue;
    if (open === 0) break;
    open -= 1;
  }
  while (end > 0 && sentenceMarks.test(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}

/** An address as Discord's own parser reads it, with trailing stars: a mark within it has no meaning. */
export const discordUrlPattern = /https?:\/\/[^\s<]+[^<.,:;"')\]\s]/g;

/** Finds the addresses to mark as links for Slack, which links nothing by itself in our messages; a `|` ends its mark. */
export function findSlackAddresses(text: string): TextLink[] {
  return findAddresses(text).map(({ start, length }) => {
    const [address = ""] = text.slice(start, start + length).split("|", 1);
    return { start, length: trimAddress(address, /[.,;:!?'\]*_~`]/u).length };
  });
}
