import type { CountingMethod, PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { escapeDiscordMarkdown } from "./discord-markdown.ts";
import { countGraphemes } from "./graphemes.ts";
import { findLinks, mastodonLinkRule, xLinkRule } from "./links/find-links.ts";
import { normalizeUnicode } from "./normalise-text.ts";

/**
 * Emoji as X shows and counts them: the ones that Unicode recommends for interchange, and four spellings that X's
 * counter reads as one emoji although Unicode does not: a variation selector before the skin tone, one after an emoji
 * that needs none, a keycap without selector, the skier with a skin tone.
 */
const pattern =
  "[\\u261d\\u26f7\\u26f9\\u270c\\u270d\\u{1f3cb}\\u{1f3cc}\\u{1f574}\\u{1f575}\\u{1f590}]\\ufe0f[\\u{1f3fb}-\\u{1f3ff}]" +
  "|[\\u231a\\u231b\\u25fd\\u25fe\\u2614\\u2615\\u2648-\\u2653\\u267f\\u2693\\u26a1\\u26aa\\u26ab\\u26bd\\u26be\\u26c4" +
  "\\u26c5\\u26d4\\u26ea\\u26f2\\u26f3\\u26f5\\u26fa\\u26fd\\u2757\\u2b1b\\u2b1c\\u2b50\\u2b55\\u{1f004}\\u{1f21a}\\u{1f22f}]\\ufe0f" +
  "|\\p{RGI_Emoji}|[0-9#*]\\u20e3|\\u26f7[\\u{1f3fb}-\\u{1f3ff}]";

let emoji: RegExp | null = null;

/**
 * Finds the emoji of a text with their positions. The expression is built at the first call, because building takes
 * some milliseconds.
 */
function findEmoji(text: string): IterableIterator<RegExpExecArray> {
  emoji ??= new RegExp(pattern, "gv");
  return text.matchAll(emoji);
}

/**
 * Returns true if a text may hold an emoji of several code points: a joiner, selector, keycap, flag letter, tone or
 * tag.
 */
function mayHaveEmojiSequence(text: string): boolean {
  return /[\u200d\u20e3\ufe0f\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\u{e0061}-\u{e007f}]/u.test(text);
}

/** Returns true if a text may hold any emoji. Most scripts give false at once. */
function mayHaveEmoji(text: string): boolean {
  return /[\u20e3\ufe0f\u203c-\u2bff\u{1f000}-\u{1ffff}]/u.test(text);
}

/** The rules that `countText` reads, a part of `PlatformRules`. */
export type TextRules = Pick<PlatformRules, "counting" | "limit" | "byteLimit" | "urlLength">;

export type TextCount = {
  /** Size in the platform's own unit, after NFC. */
  count: number;
  /** Size in UTF-8 bytes, after NFC. */
  bytes: number;
  limit: number;
  /** Excess over the limit, in the unit of `count`; zero or less when the text fits. Bytes are not included. */
  over: number;
  /** True if the platform would refuse the text for its length, by count or by bytes. */
  isOver: boolean;
};

/** Length of a link where links do not count in full and `TextRules` gives no `urlLength`. */
const defaultLinkLength = 23;

/** Returns the size in UTF-8 bytes; a lone surrogate counts 3, because encoders replace it by U+FFFD. */
export function countBytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next < 0xdc00 || next > 0xdfff) continue;
    // A pair has two units and four bytes: `length` counted two bytes, the first half of the pair two more.
    index += 1;
  }
  return bytes;
}

function xWeight(code: number): number {
  if (code <= 0x10ff) return 1;
  if (code < 0x2000 || code > 0x2037) return 2;
  return code <= 0x200d || (code >= 0x2010 && code <= 0x201f) || code >= 0x2032 ? 1 : 2;
}

function weighCharacters(text: string): number {
  let weight = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.codePointAt(index) ?? 0;
    if (code > 0xffff) index += 1;
    weight += xWeight(code);
  }
  return weight;
}

/**
 * Weighs a text without links. Only emoji sequences need a search: a single emoji weighs 2 like any character of its
 * range.
 */
function weighWithoutLinks(text: string): number {
  if (!mayHaveEmojiSequence(text)) return weighCharacters(text);
  let weight = 0;
  let done = 0;
  for (const found of findEmoji(text)) {
    weight += weighCharacters(text.slice(done, found.index)) + 2;
    done = found.index + found[0].length;
  }
  return weight + weighCharacters(text.slice(done));
}

function countForX(text: string, linkLength: number): number {
  let weight = 0;
  let done = 0;
  for (const link of findLinks(text, xLinkRule)) {
    if (link.start < done) continue;
    weight += weighWithoutLinks(text.slice(done, link.start)) + linkLength;
    done = link.start + link.length;
  }
  return weight + weighWithoutLinks(text.slice(done));
}

const fullHandle =
  /(?<![=/\p{L}\p{M}\p{N}_])(@[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)@[\p{L}\p{M}\p{N}_]+(?:[.-]+[\p{L}\p{M}\p{N}_]+)*/giu;
const anyAddress = /https?:\/\/[^\s<>]+/giu;

/** Before these characters Mastodon sees no mention in a handle, so the whole handle counts. */
const notAfterHandle = /^(?:@|:\/\/)/u;

function replaceFullHandle(handle: string, user: string, at: number, text: string): string {
  return notAfterHandle.test(text.slice(at + handle.length)) ? handle : user;
}

/**
 * Removes the server from full handles. Where Mastodon may see no link in an address, the longer of both readings
 * counts: `more` is the difference.
 */
function shortenForMastodon(text: string, linkLength: number): { text: string; more: number } {
  let more = 0;
  const shorter = text.includes("@") ? text.replace(fullHandle, replaceFullHandle) : text;
  const lengthened = shorter.replace(anyAddress, (address) => {
    const missing = linkLength - countGraphemes(address);
    if (missing <= 0) return address;
    more += missing - 1;
    return `${address}x`;
  });
  return { text: lengthened, more };
}

/** Counts each link as one letter plus the rest of the link length, because a server may report any length. */
function countForMastodon(text: string, linkLength: number): number {
  let rewritten = "";
  let more = 0;
  let done = 0;
  const take = (end: number) => {
    const shorter = shortenForMastodon(text.slice(done, end), linkLength);
    rewritten += shorter.text;
    more += shorter.more;
  };
  for (const link of text.includes("://") ? findLinks(text, mastodonLinkRule) : []) {
    take(link.start);
    rewritten += "x";
    more += linkLength - 1;
    done = link.start + link.length;
  }
  take(text.length);
  return countGraphemes(rewritten) + more;
}

function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.codePointAt(index) ?? 0;
    if (code <= 0xffff) continue;
    count -= 1;
    index += 1;
  }
  return count;
}

function countForThreads(text: string): number {
  let count = countCodePoints(text);
  if (!mayHaveEmoji(text)) return count;
  for (const [emoji] of findEmoji(text)) count += countBytes(emoji) - countCodePoints(emoji);
  return count;
}

const counters: Record<CountingMethod, (text: string, linkLength: number) => number> = {
  "x-weight": countForX,
  grapheme: countGraphemes,
  mastodon: countForMastodon,
  "mastodon-whole": (text, linkLength) => Math.max(countForMastodon(text, linkLength), countCodePoints(text)),
  threads: countForThreads,
  utf16: (text) => text.length,
  discord: (text) => escapeDiscordMarkdown(text).length,
};

/**
 * Counts a text by the platform's own rule. The text is composed (NFC) but not trimmed, so that a person sees every key
 * count. Delivery sends the result of `normaliseText`, which may be shorter but never longer.
 */
export function countText(text: string, rules: TextRules): TextCount {
  const normal = normalizeUnicode(text, "NFC");
  const count = counters[rules.counting](normal, rules.urlLength ?? defaultLinkLength);
  const bytes = countBytes(normal);
  const over = count - rules.limit;
  return {
    count,
    bytes,
    limit: rules.limit,
    over,
    isOver: over > 0 || (rules.byteLimit !== null && bytes > rules.byteLimit),
  };
}
