/**
 * Separates the parts in the document: a line `---` between blank lines. A part's own line that would separate gets a
 * backslash in front, and a line that has backslashes there gets one more. Back in the parts every such line loses one,
 * wherever it stands: an edit beside an escaped line never publishes its backslash.
 */
const partSeparator = "\n\n---\n\n";

const escapedLine = /^\\+---$/;

/** Returns the starts of the lines that `isFound` takes. `isAlone`: surrounded by blank lines or by an end of the text. */
function findLines(text: string, isFound: (line: string, isAlone: () => boolean) => boolean): number[] {
  if (!text.includes("---")) return [];
  const lines = text.split("\n");
  const isBlank = (at: number) => (lines[at] ?? "") === "";
  const starts: number[] = [];
  let start = 0;
  for (const [at, line] of lines.entries()) {
    if (isFound(line, () => isBlank(at - 1) && isBlank(at + 1))) starts.push(start);
    start += line.length + 1;
  }
  return starts;
}

/** Returns the starts of a part's lines that get a backslash in the document. */
const findLinesToEscape = (text: string) =>
  findLines(text, (line, isAlone) => escapedLine.test(line) || (line === "---" && isAlone()));

/** Returns the starts of a document's lines that lose a backslash in the parts. */
const findEscapedLines = (text: string) => findLines(text, (line) => escapedLine.test(line));

function escapeSeparators(text: string): string {
  let marked = "";
  let done = 0;
  for (const start of findLinesToEscape(text)) {
    marked += `${text.slice(done, start)}\\`;
    done = start;
  }
  return marked + text.slice(done);
}

function unescapeSeparators(text: string): string {
  let bare = "";
  let done = 0;
  for (const start of findEscapedLines(text)) {
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
  return before + at + countBelow(findLinesToEscape(texts[part] ?? ""), at);
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
  return { part, at: at - countBelow(findEscapedLines(segment), at) };
}
