import { findLinks, xLinks } from "#lib/text/links";

/** A text cut at its links and in their order: joined again it is the same text. */
export function markLinks(text: string): { text: string; isLink: boolean }[] {
  const pieces: { text: string; isLink: boolean }[] = [];
  let done = 0;
  for (const { start, length } of findLinks(text, xLinks)) {
    if (start > done) pieces.push({ text: text.slice(done, start), isLink: false });
    pieces.push({ text: text.slice(start, start + length), isLink: true });
    done = start + length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), isLink: false });
  return pieces;
}
