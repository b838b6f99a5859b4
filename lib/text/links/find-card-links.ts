import { findAddresses } from "./addresses.ts";
import { findLinks, mastodonLinkRule } from "./find-links.ts";

/**
 * Returns the links of a text that can have a card, in order, each once: those with `http(s)://`, because not every
 * platform links a bare domain, and a domain that exists.
 */
export function findCardLinks(text: string): string[] {
  const links = findAddresses(text).flatMap(({ start, length }) => {
    const address = text.slice(start, start + length);
    const [link] = findLinks(address, mastodonLinkRule);
    return link?.start === 0 ? [address.slice(0, link.length)] : [];
  });
  return [...new Set(links)];
}

/** Returns the link of a part that gets the card; null for none. @param chosen the author's choice; null without one */
export function getCardLink(text: string, chosen: { url: string | null } | null): string | null {
  if (chosen?.url === null) return null;
  const links = findCardLinks(text);
  return links.find((link) => link === chosen?.url) ?? links[0] ?? null;
}
