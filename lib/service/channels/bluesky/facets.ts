import { countGraphemes } from "#lib/text/graphemes";
import { endOfTld } from "#lib/text/tlds";

/** Bytes of UTF-8 from the beginning of the text (docs.bsky.app, "Links, mentions, and rich text"). */
type Range = { byteStart: number; byteEnd: number };

export type Facet = {
  index: Range;
  features: (
    | { $type: "app.bsky.richtext.facet#link"; uri: string }
    | { $type: "app.bsky.richtext.facet#mention"; did: string }
    | { $type: "app.bsky.richtext.facet#tag"; tag: string }
  )[];
};

/** Somebody named in the text: a facet when the handle leads to an account, else text. */
export type Mention = { index: Range; handle: string };

const link =
  /(?<=^|[\s(])(?:https?:\/\/\S+|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?![a-z0-9.@-]*@)(?:[/?#:]\S*|(?=[^a-z0-9-]|$)))/giu;
const mention =
  /(?<=^|[\s(])@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)(?![\w@-])/giu;
// Invisible joins end a tag; a number sign with U+FE0F is an emoji.
const tag = /(?<=^|\s)[#＃](?!\ufe0f)((?:(?!\s|\u00ad|\u2060|[\u200a-\u200c]|\u200d|\u20e2).)+)/gu;

const tagGraphemesMax = 64;
const tagBytesMax = 640;

/** The links and tags of a text, and whom it may mention; sorted, never overlapping. Pure. */
export function findFacets(text: string): { facets: Facet[]; mentions: Mention[] } {
  const facets: Facet[] = [];
  const indexOf = (start: number, length: number): Range => {
    const byteStart = Buffer.byteLength(text.slice(0, start));
    return { byteStart, byteEnd: byteStart + Buffer.byteLength(text.slice(start, start + length)) };
  };
  for (const match of text.matchAll(link)) {
    const shown = withoutEnding(match[0]);
    const uri = /^https?:\/\//iu.test(shown) ? shown : isKnownDomain(shown) ? `https://${shown}` : null;
    if (uri === null || !URL.canParse(uri)) continue;
    facets.push({
      index: indexOf(match.index, shown.length),
      features: [{ $type: "app.bsky.richtext.facet#link", uri }],
    });
  }
  for (const match of text.matchAll(tag)) {
    const said = (match[1] ?? "").replace(/\p{P}+$/u, "");
    if (!/[^\d\p{P}]/u.test(said) || countGraphemes(said) > tagGraphemesMax || Buffer.byteLength(said) > tagBytesMax)
      continue;
    const features: Facet["features"] = [{ $type: "app.bsky.richtext.facet#tag", tag: said }];
    facets.push({ index: indexOf(match.index, 1 + said.length), features });
  }
  const mentions = [...text.matchAll(mention)].map((match) => ({
    index: indexOf(match.index, match[0].length),
    handle: (match[1] ?? "").toLowerCase(),
  }));
  return { facets: sorted(facets), mentions };
}

/** With those mentions whose handles have led to an account; the others stay text: the server takes no mention without one. */
export function withMentions(
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

/** Without the punctuation of the sentence around it, and without a bracket that was opened before it. */
function withoutEnding(address: string): string {
  let end = address.length;
  const count = (letter: string) => address.slice(0, end).split(letter).length - 1;
  for (;;) {
    const last = address.charAt(end - 1);
    const isOver = /[.,;:!?'"”’»]/u.test(last) || (last === ")" && count(")") > count("("));
    if (!isOver) return address.slice(0, end);
    end -= 1;
  }
}

function isKnownDomain(address: string): boolean {
  const [domain = ""] = address.split(/[/?#:]/u);
  return endOfTld(domain, domain.lastIndexOf(".") + 1) === domain.length;
}
