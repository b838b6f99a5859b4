import { findAddresses } from "#lib/text/links/addresses.ts";
import { findLinks, xLinkRule } from "#lib/text/links/find-links.ts";

/** A hashtag of a text in UTF-16 units, with its sign; `word` has no sign. */
export type LinkedinHashtag = { start: number; length: number; word: string };

/** A hashtag of its own, not one within an address or a word. Digits alone are no hashtag. */
const hashtag = /(?<![\p{L}\p{M}\p{N}_&/#])#(?=[\p{N}_]*\p{L})([\p{L}\p{M}\p{N}_]+)/gu;

/** Finds the hashtags to send as elements, in order: LinkedIn links only those. */
export function findLinkedinHashtags(text: string): LinkedinHashtag[] {
  const found = Array.from(text.matchAll(hashtag), ({ index: start, 0: whole, 1: word = "" }) => ({
    start,
    length: whole.length,
    word,
  }));
  if (found.length === 0) return found;
  const addresses = [...findAddresses(text), ...findLinks(text, xLinkRule)].sort(
    (one, other) => one.start - other.start,
  );
  let at = 0;
  let end = 0;
  return found.filter(({ start }) => {
    for (let next = addresses[at]; next && next.start <= start; next = addresses[at]) {
      end = Math.max(end, next.start + next.length);
      at += 1;
    }
    return start >= end;
  });
}
