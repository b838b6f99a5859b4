import { findBlueskyEntities } from "#lib/text/platforms/bluesky-entities.ts";

/** Bytes of UTF-8 from the beginning of the text (docs.bsky.app, "Links, mentions, and rich text"). */
type ByteRange = { byteStart: number; byteEnd: number };

export type Facet = {
  index: ByteRange;
  features: (
    | { $type: "app.bsky.richtext.facet#link"; uri: string }
    | { $type: "app.bsky.richtext.facet#mention"; did: string }
    | { $type: "app.bsky.richtext.facet#tag"; tag: string }
  )[];
};

/** A handle in the text: a facet if it resolves to an account, otherwise plain text. */
export type Mention = { index: ByteRange; handle: string };

/** Pure. Finds the links, tags and possible mentions of a text; sorted, never overlapping. */
export function findFacets(text: string): { facets: Facet[]; mentions: Mention[] } {
  const facets: Facet[] = [];
  const mentions: Mention[] = [];
  for (const { type, start, length, value } of findBlueskyEntities(text)) {
    const byteStart = Buffer.byteLength(text.slice(0, start));
    const index = { byteStart, byteEnd: byteStart + Buffer.byteLength(text.slice(start, start + length)) };
    if (type === "mention") mentions.push({ index, handle: value });
    else if (type === "link") facets.push({ index, features: [{ $type: "app.bsky.richtext.facet#link", uri: value }] });
    else facets.push({ index, features: [{ $type: "app.bsky.richtext.facet#tag", tag: value }] });
  }
  return { facets: sorted(facets), mentions };
}

/**
 * Adds facets for the mentions whose handles resolved; the others stay text, because the server accepts no mention
 * without an account.
 */
export function addMentionFacets(
  facets: readonly Facet[],
  mentions: readonly Mention[],
  dids: Readonly<Record<string, string>>,
) {
  const known = mentions.flatMap(({ index, handle }): Facet[] => {
    const did = dids[handle];
    return did === undefined ? [] : [{ index, features: [{ $type: "app.bsky.richtext.facet#mention", did }] }];
  });
  return sorted([...facets, ...known]);
}

const sorted = (facets: Facet[]) => facets.toSorted((one, other) => one.index.byteStart - other.index.byteStart);
