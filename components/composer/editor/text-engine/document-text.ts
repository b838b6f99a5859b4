/**
 * Separates the parts in the document: a line `---` between blank lines. The conversion is exact both ways for any
 * text. A line of a part that looks like a separator gets a backslash in front, and an escaped one gets one more.
 */
const partSeparator = "\n\n---\n\n";

const separatorLike = /^\\*---$/;
const escapedSeparator = /^\\+---$/;

/** Returns the starts of the lines that match `reads` and are surrounded by blank lines or by an end of the text. */
function findStandaloneLines(text: string, reads: RegExp): number[] {
  if (!text.includes("---")) return [];
  const lines = text.split("\n");
  const isBlank = (at: number) => (lines[at] ?? "") === "";
  const starts: number[] = [];
  let start = 0;
  for (const [at, line] of lines.entries()) {
    if (isBlank(at - 1) && isBlank(at + 1) && reads.test(line)) starts.push(start);
    start += line.length + 1;
  }
  return starts;
}

function escapeSeparators(text: string): string {
  let marked = "";
  let done = 0;
  for (const start of findStandaloneLines(text, separatorLike)) {
    marked += `${text.slice(done, start)}\\`;
    done = start;
  }
  return marked + text.slice(done);
}

function unescapeSeparators(text: string): string {
  let bare = "";
  let done = 0;
  for (const start of findStandaloneLines(text, escapedSeparator)) {
    bare += text.slice(done, start);
    done = start + 1;
  }
  return bare + text.slice(done);
}

export function partsToDocument(texts: readonly string[]): string {
  return texts.map(escapeSeparators).join(partSeparator);
}

/**
 * Splits a document at its separators without unescaping. From part `most` on nothing is split, and the last text holds
 * the rest.
 */
export function splitAtSeparators(text: string, most: number): string[] {
  const found = text.split(partSeparator);
  return found.length <= most ? found : [...found.slice(0, most - 1), found.slice(most - 1).join(partSeparator)];
}

export function documentToParts(text: string, most: number): string[] {
  return splitAtSeparators(text, most).map(unescapeSeparators);
}

/**
 * Turns empty lines into a separator where line ends were just inserted: two at the Enter key, so that it alone can begin
 * a part, and three in pasted text, which brings its parts. Older empty lines stay.
 * @param at the caret in `is`
 */
export function insertPartSeparators(was: string, is: string, at: number): { text: string; at: number } {
  // Almost every keystroke returns here, at no cost.
  if (!is.includes("\n\n\n")) return { text: is, at };
  const most = Math.min(was.length, is.length);
  let from = 0;
  while (from < most && was.charCodeAt(from) === is.charCodeAt(from)) from += 1;
  let after = 0;
  while (after < most - from && was.charCodeAt(was.length - 1 - after) === is.charCodeAt(is.length - 1 - after))
    after += 1;
  const to = is.length - after;
  const inserted = is.slice(from, to);
  if (!inserted.includes("\n")) return { text: is, at };
  const gaps = inserted === "\n" ? /\n{3,}/g : /\n{4,}/g;
  let text = "";
  let done = 0;
  let caret = at;
  for (const run of is.matchAll(gaps)) {
    const end = run.index + run[0].length;
    if (run.index >= to || end <= from) continue;
    text += is.slice(done, run.index) + partSeparator;
    done = end;
    if (at >= end) caret = text.length + at - end;
    else if (at > run.index) caret = text.length;
  }
  return { text: text + is.slice(done), at: caret };
}

const countBelow = (starts: readonly number[], at: number) => starts.filter((start) => start < at).length;

/** Converts a position in a part to the position in the document that `partsToDocument` returns. */
export function toDocumentPosition(texts: readonly string[], part: number, at: number): number {
  const before = texts
    .slice(0, part)
    .reduce((sum, text) => sum + escapeSeparators(text).length + partSeparator.length, 0);
  return before + at + countBelow(findStandaloneLines(texts[part] ?? "", separatorLike), at);
}

/** Converts a position in a document to a part, counted from 0, and the position in that part. */
export function toPartPosition(text: string, place: number, most: number): { part: number; at: number } {
  const segments = splitAtSeparators(text, most);
  let start = 0;
  let part = 0;
  for (; part < segments.length - 1; part += 1) {
    const end = start + (segments[part]?.length ?? 0);
    // A position on the separator belongs to the part before it.
    if (place < end + partSeparator.length) break;
    start = end + partSeparator.length;
  }
  const segment = segments[part] ?? "";
  const at = Math.min(place - start, segment.length);
  return { part, at: at - countBelow(findStandaloneLines(segment, escapedSeparator), at) };
}
