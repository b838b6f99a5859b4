const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  "#39": "'",
};

/** What a reader sees of a status's HTML: servers write paragraphs, breaks and links whose whole address is in their text. */
export function htmlToText(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/p>\s*<p[^>]*>/giu, " ")
    .replace(/<[^>]*>/gu, "")
    .replace(/&(#?\w+);/gu, (whole, name: string) => entities[name.toLowerCase()] ?? whole);
}

const flat = (text: string) => text.replace(/\s+/gu, " ").trim();

/**
 * Whether a status of a server that does not tell its source holds this text. Of a text with mentions it can't be told
 * where they differ: their servers are left out of what is shown.
 */
export function compareHtmlText(html: string, text: string): "same" | "other" | "cannot_tell" {
  if (flat(htmlToText(html)) === flat(text)) return "same";
  return /@[^\s@]+@/u.test(text) ? "cannot_tell" : "other";
}
