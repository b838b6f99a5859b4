import { discordUrlPattern } from "./links/addresses.ts";

/**
 * Escapes a text so that Discord shows it as written. A backslash before a mark removes the mark's meaning. Only marks
 * with a meaning at their position get one, because each backslash counts. Marks: Discord, "Markdown Text 101"
 * (support.discord.com) and Reference, "Message Formatting". Addresses stay unchanged, because Discord would show a
 * backslash within them.
 */
export function escapeDiscordMarkdown(text: string): string {
  let escaped = "";
  let done = 0;
  for (const found of text.matchAll(discordUrlPattern)) {
    escaped += escapeWords(text.slice(done, found.index), done, text) + found[0];
    done = found.index + found[0].length;
  }
  return escaped + escapeWords(text.slice(done), done, text);
}

/** The end of an address that no blank follows. A backslash here would become part of the address. */
const afterAddress = /^([.,:;"')\]]*)</;
/** Zero-width space: invisible, and part of no mention. */
const nothing = "\u200b";

/** Emphasis, code, spoilers, masked links, mentions, timestamps and emoji, anywhere in a line. */
const marks = /[\\*_~`|<[]/g;
/**
 * Quotes, headings, small print and lists at the start of a line: the mark, or the dot after a number. A line that ends
 * right after the mark also matches, although Discord ignores such a mark at the end of a text: so each line is escaped
 * the same way at any position.
 */
const lineMarks = /^([ \t]*)((?:>{1,3}|#{1,3}|-#|[-+])(?=\s|$)|\d+(?=\.(?:\s|$)))/gm;

/** @param at index in the text where `words` begins: the very beginning, or right after an address */
function escapeWords(words: string, at: number, text: string): string {
  if (at === 0) return escapeMarks(words);
  const end = afterAddress.exec(words);
  // A guard character tells `escapeMarks` that `words` does not start at the beginning of a line.
  const guard = text[at - 1] === "\n" ? "" : "\u0000";
  if (!end) return escapeMarks(guard + words).slice(guard.length);
  return `${end[0]}${nothing}${escapeMarks(guard + words.slice(end[0].length)).slice(guard.length)}`;
}

function escapeMarks(words: string): string {
  return words
    .replace(marks, "\\$&")
    .replace(lineMarks, (_, blank: string, one: string) => (/\d/.test(one) ? `${blank}${one}\\` : `${blank}\\${one}`));
}
