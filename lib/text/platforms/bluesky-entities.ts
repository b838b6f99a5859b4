import { countBytes } from "#lib/text/count-text.ts";
import { countGraphemes } from "#lib/text/graphemes.ts";
import { cjkPunctuation, findAddresses, getAddressRestLength, trimAddress } from "#lib/text/links/addresses.ts";
import type { TextLink } from "#lib/text/links/find-links.ts";
import { findTldEnd } from "#lib/text/links/tlds.ts";

/** A range of a text, in UTF-16 units, with a meaning on Bluesky. `value` is the address, handle or tag. */
export type BlueskyTextEntity = { type: "link" | "mention" | "tag"; start: number; length: number; value: string };

/**
 * A run that may hold a domain without `https://`: after a blank, a quote, a bracket, or a letter or sign of Chinese,
 * Japanese or Korean, but not after the apostrophe of a word.
 */
const bareHost = new RegExp(
  `(?<![\\p{L}\\p{N}]['’])(?<=^|[\\s\\p{Cf}("'<>«»‹›${cjkPunctuation}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}])[a-z0-9][a-z0-9.-]*(?![a-z0-9.@-])`,
  "giu",
);
const mention =
  /(?<=^|[\s(])@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)(?![\w@-])/giu;
// Invisible joiners end a tag; a number sign with U+FE0F is an emoji.
const tag = new RegExp(`(?<=^|\\s)[#＃](?!\\ufe0f)((?:(?![\\s\\u200a\\p{Cf}\\u20e2${cjkPunctuation}]).)+)`, "gu");

const tagGraphemesMax = 64;
const tagBytesMax = 640;

/** Finds the links, tags and mentions of a text, each kind in order, without overlap. */
export function findBlueskyEntities(text: string): BlueskyTextEntity[] {
  const found: BlueskyTextEntity[] = [];
  for (const { start, length } of findBlueskyLinks(text)) {
    const shown = text.slice(start, start + length);
    const uri = /^https?:\/\//iu.test(shown) ? shown : `https://${shown}`;
    if (URL.canParse(uri)) found.push({ type: "link", start, length, value: uri });
  }
  for (const { index: start, 1: words = "" } of text.matchAll(tag)) {
    const said = words.replace(/(?<!\p{P})\p{P}+$/u, "");
    if (!/[^\d\p{P}]/u.test(said) || countGraphemes(said) > tagGraphemesMax || countBytes(said) > tagBytesMax) continue;
    found.push({ type: "tag", start, length: 1 + said.length, value: said });
  }
  for (const { index: start, 0: whole, 1: handle = "" } of text.matchAll(mention))
    found.push({ type: "mention", start, length: whole.length, value: handle.toLowerCase() });
  return found;
}

/** Finds addresses with `http(s)://`, and domains that exist without it, in order. */
function findBlueskyLinks(text: string): TextLink[] {
  const addresses = findAddresses(text);
  const links: TextLink[] = [];
  let next = 0;
  let done = 0;
  for (const { index: start, 0: host } of text.matchAll(bareHost)) {
    for (let address = addresses[next]; address && address.start <= start; address = addresses[next]) {
      next += 1;
      if (address.start < done) continue;
      links.push(address);
      done = address.start + address.length;
    }
    const domain = start < done ? null : findDomain(host);
    if (domain === null) continue;
    const end = start + domain.length;
    const hasRest = domain.length === host.length && /[/?#:]/u.test(text.charAt(end));
    const length = hasRest
      ? trimAddress(domain + text.slice(end, end + getAddressRestLength(text, end))).length
      : domain.length;
    links.push({ start, length });
    done = start + length;
  }
  return [...links, ...addresses.slice(next).filter(({ start }) => start >= done)];
}

/** Returns the longest domain with a known ending that a run of host characters begins with; null for none. */
function findDomain(host: string): string | null {
  let domain: string | null = null;
  let end = 0;
  for (const [index, label] of host.split(".").entries()) {
    if (!/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/iu.test(label)) break;
    const from = end === 0 ? 0 : end + 1;
    end = from + label.length;
    if (index > 0 && /^[a-z]{2,}$/iu.test(label)) domain = host.slice(0, end);
  }
  return domain !== null && findTldEnd(domain, domain.lastIndexOf(".") + 1) === domain.length ? domain : null;
}
