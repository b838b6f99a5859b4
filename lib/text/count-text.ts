import type { CountingMethod, PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { escapeDiscordMarkdown } from "./discord-markdown.ts";
import { countGraphemes } from "./graphemes.ts";
import { findLinks, mastodonLinkRule, xLinkRule } from "./links/find-links.ts";

/**
 * Emoji as X shows and counts them: those recommended for interchange by Unicode, and four spellings that X's counter
 * takes for one emoji although Unicode has another: a variation selector before the skin tone or after an emoji that
 * needs none, a keycap without selector, the skier with a skin tone.
 */
const pattern =
  "[\\u261d\\u26f7\\u26f9\\u270c\\u270d\\u{1f3cb}\\u{1f3cc}\\u{1f574}\\u{1f575}\\u{1f590}]\\ufe0f[\\u{1f3fb}-\\u{1f3ff}]" +
  "|[\\u231a\\u231b\\u25fd\\u25fe\\u2614\\u2615\\u2648-\\u2653\\u267f\\u2693\\u26a1\\u26aa\\u26ab\\u26bd\\u26be\\u26c4" +
  "\\u26c5\\u26d4\\u26ea\\u26f2\\u26f3\\u26f5\\u26fa\\u26fd\\u2757\\u2b1b\\u2b1c\\u2b50\\u2b55\\u{1f004}\\u{1f21a}\\u{1f22f}]\\ufe0f" +
  "|\\p{RGI_Emoji}|[0-9#*]\\u20e3|\\u26f7[\\u{1f3fb}-\\u{1f3ff}]";

let emoji: RegExp | null = null;

/** The emoji of a text with their places. The expression is made on first need, for it takes some milliseconds. */
function findEmoji(text: string): IterableIterator<RegExpExecArray> {
  emoji ??= new RegExp(pattern, "gv");
  return text.matchAll(emoji);
}

/** Whether a text may hold an emoji of several code points: it has a joiner, selector, keycap, flag letter, tone or tag. */
function mayHaveEmojiSequence(text: string): boolean {
  return /[\u200d\u20e3\ufe0f\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\u{e0061}-\u{e007f}]/u.test(text);
}

/** Whether a text may hold any emoji at all; false at once for texts in most scripts. */
function mayHaveEmoji(text: string): boolean {
  return /[\u20e3\ufe0f\u203c-\u2bff\u{1f000}-\u{1ffff}]/u.test(text);
}

/** The rules that counting needs; every `PlatformRules` is one. */
export type TextRules = Pick<PlatformRules, "counting" | "limit" | "byteLimit" | "urlLength">;

/** The size of a text on a platform. */
export type TextCount = {
  /** Size in the platform's own unit, after NFC. */
  count: number;
  /** Size in UTF-8 bytes, after NFC. */
  bytes: number;
  limit: number;
  /** How far over the limit, in the unit of `count`; zero or less when it fits. The bytes are not in it. */
  over: number;
  /** Whether the platform would refuse the text for its length, by count or by bytes. */
  isOver: boolean;
};

/** What a link counts where it doesn't count in full and nothing else is told. */
const defaultLinkLength = 23;

/** Size in UTF-8 bytes; a lone surrogate counts 3, as encoders replace it by U+FFFD. */
export function countBytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next < 0xdc00 || next > 0xdfff) continue;
    // A pair is two units and four bytes: two were counted by length, two by its first half.
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

/** A single emoji weighs 2 like any character of its range, so only sequences are looked for. */
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

/** Before these a handle is no mention for Mastodon, so all of it counts. */
const notAfterHandle = /^(?:@|:\/\/)/u;

function replaceFullHandle(handle: string, user: string, at: number, text: string): string {
  return notAfterHandle.test(text.slice(at + handle.length)) ? handle : user;
}

/** Without the server of full handles; and where an address is no link for Mastodon, the longer of both readings: `more` is added to it. */
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

/** Each link stands for one letter, and the rest of its length is added: a server may tell any length. */
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
  threads: countForThreads,
  utf16: (text) => text.length,
  discord: (text) => escapeDiscordMarkdown(text).length,
};

/**
 * Counts a text by the platform's own rule. The text is taken in NFC but is not trimmed, so that a person sees each key
 * count; what is sent went through `normaliseText` and may be shorter, never longer.
 */
export function countText(text: string, rules: TextRules): TextCount {
  const normal = text.normalize("NFC");
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
