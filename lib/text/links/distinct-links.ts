import { findLinks, xLinkRule } from "./find-links.ts";

/** What each platform takes for a link; of a domain alone not every one does, so that nothing is refused for those. */
const isSure = /^(?:https?:\/\/|www\.)/iu;

/** Where links begin that did not stand before them, each address once. `before` is added to. */
export function findDistinctLinks(text: string, before = new Set<string>()): number[] {
  return findLinks(text, xLinkRule).flatMap(({ start, length }) => {
    const address = text.slice(start, start + length);
    if (!isSure.test(address) || before.has(address)) return [];
    before.add(address);
    return [start];
  });
}
