import { discordUrlPattern } from "./url-patterns.ts";

/**
 * Makes Discord show a text as it was written. A backslash before a mark takes its meaning away; only marks that mean
 * something where they stand get one, for each counts. Marks: Discord, "Markdown Text 101" (support.discord.com) and
 * Reference, "Message Formatting". What Discord takes for an address stays as it is: within it a backslash would be shown.
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

/** Ends an address without a blank. A backslash before it would be one more character of the address. */
const afterAddress = /^([.,:;"')\]]*)</;
/** Invisible, and no part of any mention. */
const nothing = "\u200b";

/** Emphasis, code, spoilers, masked links, mentions, timestamps and emoji, wherever they stand. */
const marks = /[\\*_~`|<[]/g;
/**
 * Quotes, headings, small print and lists, where a line begins: the mark, or the dot after a number. Also where the line ends
 * there, though nothing would be made of it at a text's end: so each line is marked the same wherever it stands.
 */
const lineMarks = /^([ \t]*)((?:>{1,3}|#{1,3}|-#|[-+])(?=\s|$)|\d+(?=\.(?:\s|$)))/gm;

/** @param at where the words begin in the text: at its very beginning, or right after an address */
function escapeWords(words: string, at: number, text: string): string {
  if (at === 0) return escapeMarks(words);
  const end = afterAddress.exec(words);
  // A place that no line begins at: whatever stands there is not the first of its line.
  const guard = text[at - 1] === "\n" ? "" : "\u0000";
  if (!end) return escapeMarks(guard + words).slice(guard.length);
  return `${end[0]}${nothing}${escapeMarks(guard + words.slice(end[0].length)).slice(guard.length)}`;
}

function escapeMarks(words: string): string {
  return words
    .replace(marks, "\\$&")
    .replace(lineMarks, (_, blank: string, one: string) => (/\d/.test(one) ? `${blank}${one}\\` : `${blank}\\${one}`));
}
