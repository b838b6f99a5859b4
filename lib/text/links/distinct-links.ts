import { findLinks, xLinkRule } from "./find-links.ts";

/**
 * An address that every platform reads as a link. Not every platform links a bare domain, so bare domains never count
 * against the link limit.
 */
const isSure = /^(?:https?:\/\/|www\.)/iu;

/**
 * Returns the starts of links whose address is not yet in `before`, each address once, and adds the addresses to
 * `before`.
 */
export function findDistinctLinks(text: string, before = new Set<string>()): number[] {
  return findLinks(text, xLinkRule).flatMap(({ start, length }) => {
    const address = text.slice(start, start + length);
    if (!isSure.test(address) || before.has(address)) return [];
    before.add(address);
    return [start];
  });
}
