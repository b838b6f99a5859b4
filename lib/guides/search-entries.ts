import type { Token } from "marked";
import { type Guide, getGuidePath } from "./guide-list.ts";
import { parseGuide, toPlainText } from "./parse-guide.ts";

/** One place that the search can find: a section of a guide, or an endpoint. */
export type SearchEntry = { href: string; title: string; page: string; text: string };

/** Returns an entry for the beginning of a guide and one for each of its sections. */
export function listSearchEntries(guide: Guide, markdown: string): SearchEntry[] {
  const { title, tokens, sections, sectionIds } = parseGuide(markdown);
  const path = getGuidePath(guide);
  const entries: SearchEntry[] = [{ href: path, title, page: guide.label, text: guide.summary }];
  for (const token of tokens) {
    const id = sectionIds.get(token);
    const section = id === undefined ? undefined : sections.find((one) => one.id === id);
    if (section) entries.push({ href: `${path}#${section.id}`, title: section.title, page: guide.label, text: "" });
    else addText(entries.at(-1), token);
  }
  return entries;
}

function addText(entry: SearchEntry | undefined, token: Token): void {
  if (entry) entry.text = `${entry.text} ${toPlainText([token])}`.replace(/\s+/g, " ").trim();
}
