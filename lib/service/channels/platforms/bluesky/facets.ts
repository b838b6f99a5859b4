import { findBlueskyFacets } from "#lib/text/platforms/bluesky-facets.ts";

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

/** Somebody named in the text: a facet when the handle leads to an account, else text. */
export type Mention = { index: ByteRange; handle: string };

/** The links and tags of a text, and whom it may mention; sorted, never overlapping. Pure. */
export function findFacets(text: string): { facets: Facet[]; mentions: Mention[] } {
  const facets: Facet[] = [];
  const mentions: Mention[] = [];
  for (const { is, start, length, value } of findBlueskyFacets(text)) {
    const byteStart = Buffer.byteLength(text.slice(0, start));
    const index = { byteStart, byteEnd: byteStart + Buffer.byteLength(text.slice(start, start + length)) };
    if (is === "mention") mentions.push({ index, handle: value });
    else if (is === "link") facets.push({ index, features: [{ $type: "app.bsky.richtext.facet#link", uri: value }] });
    else facets.push({ index, features: [{ $type: "app.bsky.richtext.facet#tag", tag: value }] });
  }
  return { facets: sorted(facets), mentions };
}

/** With those mentions whose handles have led to an account; the others stay text: the server takes no mention without one. */
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
