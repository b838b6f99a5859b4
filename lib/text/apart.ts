import { findLinks, xLinkRule } from "./links/find-links.ts";

/** What a person would not see cut, in UTF-16 units. */
type UnbreakableRange = { start: number; end: number };

const mention = /[@\uff20][a-z0-9_]+(?:[.-][a-z0-9_]+)*(?:@[a-z0-9_]+(?:[.-][a-z0-9_]+)*)?/giu;

/** The links and mentions of a text, in order. Where two overlap, both are given. */
function listUnbreakableRanges(text: string): UnbreakableRange[] {
  const links = findLinks(text, xLinkRule).map(({ start, length }) => ({ start, end: start + length }));
  const mentions = Array.from(text.matchAll(mention), (found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
  return [...links, ...mentions].sort((one, other) => one.start - other.start);
}

/** A test for whether an index lies in no link and no mention; asked for rising indexes it reads each once. */
export function createBreakTest(text: string): (at: number) => boolean {
  const wholes = listUnbreakableRanges(text);
  let next = 0;
  let lastAsked = 0;
  return (at) => {
    if (at < lastAsked) next = 0;
    lastAsked = at;
    while ((wholes[next]?.end ?? at + 1) <= at) next += 1;
    return (wholes[next]?.start ?? at) >= at;
  };
}

/** The link or mention that an index lies inside of; null when it lies in none. */
export function findUnbreakableRange(text: string, at: number): UnbreakableRange | null {
  return listUnbreakableRanges(text).find(({ start, end }) => start < at && at < end) ?? null;
}
