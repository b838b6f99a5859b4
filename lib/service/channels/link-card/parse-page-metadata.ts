/** The metadata of a page (ogp.me; Twitter's tags and plain HTML where those lack). */
export type PageMetadata = { title: string; description: string; image: string | null };

/** Elements whose content is no markup. */
const rawElements: ReadonlySet<string> = new Set(["script", "style", "noscript", "template", "textarea", "xmp"]);
const titleNames = ["og:title", "twitter:title"];
const descriptionNames = ["og:description", "twitter:description", "description"];
const imageNames = ["og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src"];

/**
 * Reads the metadata of a page, of which the end may be missing. The time is linear in the text, because the page may be
 * anybody's: no pattern repeats another one.
 */
export function parsePageMetadata(html: string): PageMetadata {
  const found = new Map<string, string>();
  let title: string | null = null;
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at)) {
    if (html.startsWith("<!--", at)) {
      at = getEnd(html.indexOf("-->", at + 4), html);
      continue;
    }
    const tag = readTag(html, at);
    at = tag?.end ?? at + 1;
    if (tag === null) continue;
    if (tag.name === "meta") {
      const name = (tag.attributes.get("property") ?? tag.attributes.get("name") ?? "").toLowerCase();
      const content = tag.attributes.get("content")?.trim() ?? "";
      if (content !== "" && !found.has(name)) found.set(name, content);
    } else if (tag.name === "title" && title === null) {
      const end = findClosingTag(html, "title", at);
      title = html.slice(at, end);
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
const attribute = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]*)))?/y;

type Tag = { name: string; attributes: ReadonlyMap<string, string>; end: number };

function readTag(html: string, start: number): Tag | null {
  tagName.lastIndex = start;
  const name = tagName.exec(html)?.[1]?.toLowerCase();
  if (name === undefined) return null;
  const attributes = new Map<string, string>();
  let at = tagName.lastIndex;
  while (at < html.length && html[at] !== ">" && html[at] !== "<") {
    attribute.lastIndex = at;
    const found = attribute.exec(html);
    if (!found) {
      at += 1;
      continue;
    }
    at = attribute.lastIndex;
    const [, key = "", ...values] = found;
    const value = values.find((one) => one !== undefined) ?? "";
    if (!attributes.has(key.toLowerCase())) attributes.set(key.toLowerCase(), value);
  }
  return { name, attributes, end: html[at] === ">" ? at + 1 : at };
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
  return decodeEntities(text)
    .replace(/[\p{Cc}\s\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .trim()
    .normalize("NFC");
}
