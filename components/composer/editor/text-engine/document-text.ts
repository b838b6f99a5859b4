/**
 * The parts of a thread as one text, and back: exact both ways, whatever they hold. Between two parts stands a line `---`
 * between blank lines. A line of a part that looks like that is shown with a backslash before it, and one that looks like
 * such a line with one more.
 */
const partSeparator = "\n\n---\n\n";

const separatorLike = /^\\*---$/;
const escapedSeparator = /^\\+---$/;

/** Where lines begin that read so and stand between blank ones, or at an end. */
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

/** The parts as one text. */
export function partsToDocument(texts: readonly string[]): string {
  return texts.map(escapeSeparators).join(partSeparator);
}

/** The texts of a document between its cuts, as they stand in it. Beyond `most` nothing is cut: the last holds the rest. */
export function splitDocument(text: string, most: number): string[] {
  const found = text.split(partSeparator);
  return found.length <= most ? found : [...found.slice(0, most - 1), found.slice(most - 1).join(partSeparator)];
}

/** The parts that a document says. */
export function documentToParts(text: string, most: number): string[] {
  return splitDocument(text, most).map(unescapeSeparators);
}

/**
 * Three empty lines become a cut where line ends were just put in, so that the Enter key alone makes one, and pasted text
 * brings its own. Those that stood there before stay.
 * @param at the caret in `is`
 */
export function separateAtEmptyLines(was: string, is: string, at: number): { text: string; at: number } {
  // Nearly each key ends here, and finds out at no cost.
  if (!is.includes("\n\n\n\n")) return { text: is, at };
  const most = Math.min(was.length, is.length);
  let from = 0;
  while (from < most && was.charCodeAt(from) === is.charCodeAt(from)) from += 1;
  let after = 0;
  while (after < most - from && was.charCodeAt(was.length - 1 - after) === is.charCodeAt(is.length - 1 - after))
    after += 1;
  const to = is.length - after;
  if (!is.slice(from, to).includes("\n")) return { text: is, at };
  let text = "";
  let done = 0;
  let caret = at;
  for (const run of is.matchAll(/\n{4,}/g)) {
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

/** Where a place of a part is in the document that `toDocument` makes. */
export function toDocumentPosition(texts: readonly string[], part: number, at: number): number {
  const before = texts
    .slice(0, part)
    .reduce((sum, text) => sum + escapeSeparators(text).length + partSeparator.length, 0);
  return before + at + countBelow(findStandaloneLines(texts[part] ?? "", separatorLike), at);
}

/** The part that a place of a document lies in, from 0, and the place in it. */
export function toPartPosition(text: string, place: number, most: number): { part: number; at: number } {
  const segments = splitDocument(text, most);
  let start = 0;
  let part = 0;
  for (; part < segments.length - 1; part += 1) {
    const end = start + (segments[part]?.length ?? 0);
    // On the cut itself it belongs to what stands before.
    if (place < end + partSeparator.length) break;
    start = end + partSeparator.length;
  }
  const segment = segments[part] ?? "";
  const at = Math.min(place - start, segment.length);
  return { part, at: at - countBelow(findStandaloneLines(segment, escapedSeparator), at) };
}
