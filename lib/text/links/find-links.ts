import {
  canLinkBeginAt,
  findFirstHostInCandidate,
  findHostAtCandidateStart,
  findHostCandidate,
  type HostCandidate,
} from "./find-host-names.ts";
import { findTldEnd } from "./tlds.ts";

// RFC 3492, section 5: the parameters Punycode uses for domain names.
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const initialCode = 128;

/** Longest label of a domain name in its ASCII form (RFC 1035). */
const maxLabelLength = 63;

function adapt(delta: number, handled: number, isFirst: boolean): number {
  let left = isFirst ? Math.floor(delta / damp) : delta >> 1;
  left += Math.floor(left / handled);
  let bias = 0;
  while (left > ((base - tMin) * tMax) >> 1) {
    left = Math.floor(left / (base - tMin));
    bias += base;
  }
  return bias + Math.floor(((base - tMin + 1) * left) / (left + skew));
}

/** Returns the number of digits that Punycode needs for `delta`. */
function digitCount(delta: number, bias: number): number {
  let count = 1;
  let rest = delta;
  for (let k = base; ; k += base) {
    const threshold = k <= bias ? tMin : k >= bias + tMax ? tMax : k - bias;
    if (rest < threshold) return count;
    rest = Math.floor((rest - threshold) / (base - threshold));
    count += 1;
  }
}

/** Returns the length of `xn--…` for a text with characters beyond ASCII. */
function encodedLength(codes: readonly number[]): number {
  const plain = codes.filter((code) => code < initialCode).length;
  let length = 4 + plain + (plain > 0 ? 1 : 0);
  let handled = plain;
  let next = initialCode;
  let delta = 0;
  let bias = initialBias;
  while (handled < codes.length) {
    let lowest = Number.POSITIVE_INFINITY;
    for (const code of codes) if (code >= next && code < lowest) lowest = code;
    delta += (lowest - next) * (handled + 1);
    next = lowest;
    for (const code of codes) {
      if (code < next) delta += 1;
      if (code !== next) continue;
      length += digitCount(delta, bias);
      bias = adapt(delta, handled + 1, handled === plain);
      delta = 0;
      handled += 1;
    }
    delta += 1;
    next += 1;
  }
  return length;
}

/** Returns true if a label of a domain name, in any script, has at most 63 characters in its ASCII form. */
function isLabelLengthValid(label: string): boolean {
  // Each character needs at least one in the encoded form, so a long run of text is refused before the costly part.
  if (label.length > 2 * maxLabelLength) return false;
  let length = -1;
  // The ideographic and full-width stops separate labels like the ASCII one.
  for (const piece of label.split(/[\u3002\uff0e\uff61]/u)) {
    const codes = Array.from(piece, (character) => character.codePointAt(0) ?? 0);
    length += 1 + (codes.some((code) => code >= initialCode) ? encodedLength(codes) : codes.length);
  }
  return length >= 1 && length <= maxLabelLength;
}

/** A link in a text, in UTF-16 units. */
export type TextLink = { start: number; length: number };

/**
 * The rule by which a platform recognises a link: the pattern after the domain, and whether `https://` may be missing.
 */
export type LinkRule = { isBareDomainLink: boolean; path: RegExp; query: RegExp };

const maxUrlLength = 4096;
const maxShortSlug = 40;

const latin =
  "\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u0253\\u0254\\u0256\\u0257\\u0259\\u025b\\u0263\\u0268\\u026f\\u0272\\u0289\\u028b\\u02bb\\u0300-\\u036f\\u1e00-\\u1eff";
const letters = `a-z0-9\\u0400-\\u04ff${latin}`;

/** Builds the pattern of a path. Closed brackets belong to the link, one level deep inside another pair. */
function pathPattern(inner: string, ending: string, extra: string): RegExp {
  const brackets = `\\((?:${inner}+|${inner}*\\(${inner}+\\)${inner}*)\\)`;
  const piece = `${inner}*(?:${brackets}${inner}*)*(?:${ending}|${brackets})`;
  // Nothing is required after the path, so no repetition is tried a second time and the cost stays linear.
  return new RegExp(`/(?:${piece}|${extra})*`, "iy");
}

/** X: a bare domain is a link; paths have Latin or Cyrillic letters. */
const xInner = `[${letters}!*';:=+,.$/%#[\\]\\-\\u2013_~@|&]`;
export const xLinkRule: LinkRule = {
  isBareDomainLink: true,
  path: pathPattern(xInner, `[${letters}+\\-=_#/]`, `@${xInner}+/`),
  query: /\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*[a-z0-9\-_&=#/]/iy,
};

/** Mastodon: `http(s)://` is required; paths have any letters. */
const anyInner = "[^\\s\\u0085<>()?]";
const beyondAscii = "\\u00a0-\\ufdcf\\ufdf0-\\uffef";
export const mastodonLinkRule: LinkRule = {
  isBareDomainLink: false,
  path: pathPattern(anyInner, "[^\\s\\u0085()?!*\"'「」<>;:=,.$%[\\]~&|@]", `${anyInner}+/`),
  query: new RegExp(`\\?[a-z0-9!?*'();:&=+$/%#[\\]\\-_.,~|@^${beyondAscii}]*[a-z0-9_&=#/\\-${beyondAscii}]`, "iy"),
};

function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

const port = /:[0-9]+/y;
const shortLink = /^https?:\/\/t\.co\/([a-z0-9]+)(?:\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*[a-z0-9\-_&=#/])?/i;
const asciiLabels = new RegExp(`(?:[-a-z0-9${latin}]+\\.)+`, "gi");

/** Finds the Latin domains within a domain of any script: only these are links without `https://`. */
function latinDomains(domain: string): TextLink[] {
  const found: TextLink[] = [];
  let taken = 0;
  asciiLabels.lastIndex = 0;
  for (let match = asciiLabels.exec(domain); match !== null; match = asciiLabels.exec(domain)) {
    for (let at = asciiLabels.lastIndex; at > match.index; at = domain.lastIndexOf(".", at - 2) + 1) {
      const end = findTldEnd(domain, at);
      if (end < 0) continue;
      const start = domain.indexOf(domain.slice(match.index, end), taken);
      found.push({ start, length: end - match.index });
      taken = start + end - match.index;
      asciiLabels.lastIndex = end;
      break;
    }
  }
  return found;
}

function isRealUrl(domain: string, length: number): boolean {
  if (length > maxUrlLength) return false;
  if (domain.startsWith("xn--") && latinDomains(domain).length === 0) return false;
  return domain.split(".").every(isLabelLengthValid);
}

/** Returns the start of the `http://` or `https://` right before `at`, or -1. */
function protocolBefore(text: string, at: number, lowest: number): number {
  const before = text.slice(Math.max(0, at - 8), at).toLowerCase();
  for (const protocol of ["https://", "http://"]) {
    const start = at - protocol.length;
    if (before.endsWith(protocol) && start >= lowest && canLinkBeginAt(text, start)) return start;
  }
  return -1;
}

type Found = { links: TextLink[]; end: number };

function takeWithProtocol(text: string, run: HostCandidate, start: number, rule: LinkRule): Found | null {
  const host = findHostAtCandidateStart(text, run);
  if (host === null) return null;
  const end = endOfAddress(text, host.end, rule);
  const url = text.slice(start, end);
  const protocolLength = host.start - start;
  if (!isRealUrl(text.slice(host.start, host.end), protocolLength + url.length)) return { links: [], end };
  const short = rule.isBareDomainLink ? shortLink.exec(url) : null;
  if (short === null) return { links: [{ start, length: url.length }], end };
  // X's own short links end at the slug; an address with an impossible slug is plain text.
  const isPossible = (short[1] ?? "").length <= maxShortSlug;
  return { links: isPossible ? [{ start, length: short[0].length }] : [], end };
}

function takeBare(text: string, run: HostCandidate, lowest: number, rule: LinkRule): Found | null {
  const host = findFirstHostInCandidate(text, run, lowest);
  if (host === null) return null;
  const afterPort = matchAt(port, text, host.end);
  const afterPath = matchAt(rule.path, text, afterPort);
  const end = matchAt(rule.query, text, afterPath);
  const domain = text.slice(host.start, host.end);
  const isPart = host.start > 0 && /[-_./]/.test(text.charAt(host.start - 1));
  if (!rule.isBareDomainLink || isPart || !isRealUrl(domain, "https://".length + end - host.start)) {
    return { links: [], end };
  }
  const links = latinDomains(domain).map((link) => ({ start: host.start + link.start, length: link.length }));
  const last = links.at(-1);
  // A path makes the rest part of the last link; a port or a query alone does not.
  if (last !== undefined && afterPath > afterPort) last.length += end - host.end;
  return { links, end };
}

function endOfAddress(text: string, at: number, rule: LinkRule): number {
  return matchAt(rule.query, text, matchAt(rule.path, text, matchAt(port, text, at)));
}

/**
 * Finds the links of a text as the platform's own counter does, in order and without overlap. The time is linear in the
 * text: only the surroundings of dots are read, each once.
 */
export function findLinks(text: string, rule: LinkRule): TextLink[] {
  const links: TextLink[] = [];
  // Start of the remaining search. A link needs a character before it, except at the very beginning of the text.
  let floor = 0;
  let at = text.indexOf(".");
  while (at >= 0) {
    const run = findHostCandidate(text, at, floor);
    const lowest = floor === 0 ? 0 : floor + 1;
    const protocolStart = protocolBefore(text, run.start, lowest);
    const found =
      (protocolStart >= 0 ? takeWithProtocol(text, run, protocolStart, rule) : null) ??
      takeBare(text, run, lowest, rule);
    if (found === null) {
      at = text.indexOf(".", run.end);
    } else {
      links.push(...found.links);
      floor = found.end;
      at = text.indexOf(".", floor);
    }
  }
  return links;
}
