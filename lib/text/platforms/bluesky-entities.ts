import { countBytes } from "#lib/text/count-text.ts";
import { countGraphemes } from "#lib/text/graphemes.ts";
import { findTldEnd } from "#lib/text/links/tlds.ts";

/** A range of a text, in UTF-16 units, with a meaning on Bluesky. `value` is the address, handle or tag. */
export type BlueskyTextEntity = { type: "link" | "mention" | "tag"; start: number; length: number; value: string };

const link =
  /(?<=^|[\s(])(?:https?:\/\/\S+|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?![a-z0-9.@-]*@)(?:[/?#:]\S*|(?=[^a-z0-9-]|$)))/giu;
const mention =
  /(?<=^|[\s(])@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)(?![\w@-])/giu;
// Invisible joiners end a tag; a number sign with U+FE0F is an emoji.
const tag = /(?<=^|\s)[#＃](?!\ufe0f)((?:(?!\s|\u00ad|\u2060|[\u200a-\u200c]|\u200d|\u20e2).)+)/gu;

const tagGraphemesMax = 64;
const tagBytesMax = 640;

/** Finds the links, tags and mentions of a text, each kind in order, without overlap. */
export function findBlueskyEntities(text: string): BlueskyTextEntity[] {
  const found: BlueskyTextEntity[] = [];
  for (const { index: start, 0: whole } of text.matchAll(link)) {
    const shown = trimUrlEnding(whole);
    const uri = /^https?:\/\//iu.test(shown) ? shown : isKnownDomain(shown) ? `https://${shown}` : null;
    if (uri !== null && URL.canParse(uri)) found.push({ type: "link", start, length: shown.length, value: uri });
  }
  for (const { index: start, 1: words = "" } of text.matchAll(tag)) {
    const said = words.replace(/\p{P}+$/u, "");
    if (!/[^\d\p{P}]/u.test(said) || countGraphemes(said) > tagGraphemesMax || countBytes(said) > tagBytesMax) continue;
    found.push({ type: "tag", start, length: 1 + said.length, value: said });
  }
  for (const { index: start, 0: whole, 1: handle = "" } of text.matchAll(mention))
    found.push({ type: "mention", start, length: whole.length, value: handle.toLowerCase() });
  return found;
}

/**
 * Removes the punctuation of the surrounding sentence, and a closing bracket whose opening one precedes the address.
 */
function trimUrlEnding(address: string): string {
  let end = address.length;
  // Number of closing brackets beyond the opening ones. Opening brackets always stay.
  let extra = address.split(")").length - address.split("(").length;
  for (;;) {
    const last = address.charAt(end - 1);
    const isExtra = last === ")" && extra > 0;
    if (!isExtra && !/[.,;:!?'"”’»]/u.test(last)) return address.slice(0, end);
    if (isExtra) extra -= 1;
    end -= 1;
  }
}

function isKnownDomain(address: string): boolean {
  const [domain = ""] = address.split(/[/?#:]/u);
  return findTldEnd(domain, domain.lastIndexOf(".") + 1) === domain.length;
}
