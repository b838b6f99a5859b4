import { normalizeUnicode } from "#lib/text/normalise-text.ts";

/** The metadata of a page (ogp.me; Twitter's tags and plain HTML where those lack). */
export type PageMetadata = { title: string; description: string; image: string | null };

/** Elements whose content is no markup. */
const rawElements: ReadonlySet<string> = new Set(["script", "style", "noscript", "template", "textarea", "xmp"]);
const titleNames = ["og:title", "twitter:title"];
const descriptionNames = ["og:description", "twitter:description", "description"];
const imageNames = ["og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src"];
const knownNames: ReadonlySet<string> = new Set([...titleNames, ...descriptionNames, ...imageNames]);

/** A page has its metadata among its first tags; a page of more is not read further. */
const tagsMax = 10_000;
/** Characters of a value that are read: more than any limit of a card. */
const valueMax = 8_192;

/**
 * Reads the metadata of a page, of which the end may be missing. Each character is read once and no pattern repeats
 * another one, because the page may be anybody's: it has up to 512 KB of one tag, one quote or one comment.
 */
export function parsePageMetadata(html: string): PageMetadata {
  const found = new Map<string, string>();
  let title: string | null = null;
  let at = html.indexOf("<");
  for (let tags = 0; at >= 0 && tags < tagsMax; at = html.indexOf("<", at)) {
    if (html.startsWith("<!--", at)) {
      at = getEnd(html.indexOf("-->", at + 4), html);
      continue;
    }
    const tag = readTag(html, at);
    at = tag?.end ?? at + 1;
    if (tag === null) continue;
    tags += 1;
    if (tag.name === "meta") {
      const name = (tag.attributes.get("property") ?? tag.attributes.get("name") ?? "").toLowerCase();
      const content = tag.attributes.get("content")?.trim() ?? "";
      if (content !== "" && knownNames.has(name) && !found.has(name)) found.set(name, content);
    } else if (tag.name === "title" && title === null) {
      const end = findClosingTag(html, "title", at);
      title = html.slice(at, Math.min(end, at + valueMax));
      at = end;
    } else if (rawElements.has(tag.name)) at = findClosingTag(html, tag.name, at);
  }
  const pick = (names: readonly string[]) => names.map((name) => found.get(name)).find((value) => value !== undefined);
  return {
    title: toOneLine(pick(titleNames) ?? title ?? ""),
    description: toOneLine(pick(descriptionNames) ?? ""),
    image: decodeEntities(pick(imageNames) ?? "") || null,
  };
}

const getEnd = (at: number, html: string) => (at < 0 ? html.length : at);

function findClosingTag(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, "gi");
  closing.lastIndex = from;
  return getEnd(closing.exec(html)?.index ?? -1, html);
}

const tagName = /<([a-z][a-z0-9-]{0,30})/iy;
const attributeName = /[^\s"'<>/=]+/y;
const spaces = /\s*/y;
const bareValue = /[^\s"'<>`]*/y;

/** Returns the end of what a pattern matches at a place. */
function getEndOf(pattern: RegExp, html: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(html) ? pattern.lastIndex : at;
}

type Tag = { name: string; attributes: ReadonlyMap<string, string>; end: number };

/** Reads a tag up to its `>`, to the next `<`, or to the end of the page, where also a quote without an end leads. */
function readTag(html: string, start: number): Tag | null {
  tagName.lastIndex = start;
  const name = tagName.exec(html)?.[1]?.toLowerCase();
  if (name === undefined) return null;
  const attributes = new Map<string, string>();
  let at = tagName.lastIndex;
  while (at < html.length && html[at] !== ">" && html[at] !== "<") {
    const afterKey = getEndOf(attributeName, html, at);
    if (afterKey === at) {
      at += 1;
      continue;
    }
    const key = html.slice(at, Math.min(afterKey, at + 100)).toLowerCase();
    const value = readAttributeValue(html, afterKey);
    at = value.end;
    if (name === "meta" && metaAttributes.has(key) && !attributes.has(key)) attributes.set(key, value.text);
  }
  return { name, attributes, end: html[at] === ">" ? at + 1 : at };
}

const metaAttributes: ReadonlySet<string> = new Set(["property", "name", "content"]);

/** Reads `= value` after the name of an attribute; a name without one has an empty value and ends where it ends. */
function readAttributeValue(html: string, afterKey: number): { text: string; end: number } {
  const sign = getEndOf(spaces, html, afterKey);
  // Without a value the blanks are read once as well.
  if (html[sign] !== "=") return { text: "", end: sign };
  const start = getEndOf(spaces, html, sign + 1);
  const quote = html[start];
  if (quote === '"' || quote === "'") {
    const close = html.indexOf(quote, start + 1);
    if (close < 0) return { text: "", end: html.length };
    return { text: html.slice(start + 1, Math.min(close, start + 1 + valueMax)), end: close + 1 };
  }
  const end = getEndOf(bareValue, html, start);
  return { text: html.slice(start, Math.min(end, start + valueMax)), end };
}

const namedEntities = new Map(
  "amp & lt < gt > quot \" apos ' hellip … middot · bull • ndash – mdash — lsquo ‘ rsquo ’ ldquo “ rdquo ” laquo « raquo » copy © reg ® trade ™ auml ä ouml ö uuml ü Auml Ä Ouml Ö Uuml Ü szlig ß eacute é egrave è agrave à ccedil ç ntilde ñ oacute ó iacute í aacute á nbsp \u00a0"
    .split(" ")
    .flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1] ?? ""] as const] : [])),
);

/** Decodes character references; an unknown name stays as it is. */
function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/giu,
    (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name !== undefined) return namedEntities.get(name) ?? whole;
      const code = Number.parseInt(decimal ?? hex ?? "", decimal === undefined ? 16 : 10);
      return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : "";
    },
  );
}

/** Removes control characters and those that turn the direction of what follows. */
function toOneLine(text: string): string {
  const line = decodeEntities(text).replace(/[\p{Cc}\s\u202a-\u202e\u2066-\u2069]+/gu, " ");
  return normalizeUnicode(line.trim(), "NFC");
}
