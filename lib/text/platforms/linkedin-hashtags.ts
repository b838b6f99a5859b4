import { findLinks, xLinkRule } from "#lib/text/links/find-links.ts";

/** A hashtag of a text in UTF-16 units, with its sign; `word` is without. */
export type LinkedinHashtag = { start: number; length: number; word: string };

/** A hashtag of its own, not one within an address or a word. Of digits alone it is none. */
const hashtag = /(?<![\p{L}\p{M}\p{N}_&/#])#(?=[\p{N}_]*\p{L})([\p{L}\p{M}\p{N}_]+)/gu;
const address = /https?:\/\/\S+/g;

/** The hashtags that LinkedIn is sent as such, in order: what it links are those that are sent as elements, and no others. */
export function findLinkedinHashtags(text: string): LinkedinHashtag[] {
  const found = Array.from(text.matchAll(hashtag), ({ index: start, 0: whole, 1: word = "" }) => ({
    ...{ start, length: whole.length, word },
  }));
  if (found.length === 0) return found;
  const addresses = [
    ...Array.from(text.matchAll(address), ({ index: start, 0: whole }) => ({ start, length: whole.length })),
    ...findLinks(text, xLinkRule),
  ].sort((one, other) => one.start - other.start);
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
