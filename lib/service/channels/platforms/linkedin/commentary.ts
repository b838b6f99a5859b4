import { findLinkedinHashtags } from "#lib/text/platforms/find-linkedin-hashtags.ts";

/** Reserved characters of learn.microsoft.com, "little Text Format", the backslash first. */
const reserved = /[\\|{}@[\]()<>#*_~]/g;
const escaped = (text: string) => text.replace(reserved, "\\$&");

/**
 * Converts a text to `commentary`. An unescaped reserved character cuts the text there without an error (n8n #10179),
 * so each is escaped, in addresses too; a hashtag becomes the element that LinkedIn links.
 */
export function toCommentary(text: string): string {
  let commentary = "";
  let done = 0;
  for (const { start, length, word } of findLinkedinHashtags(text)) {
    commentary += `${escaped(text.slice(done, start))}{hashtag|\\#|${escaped(word)}}`;
    done = start + length;
  }
  return commentary + escaped(text.slice(done));
}

/** Returns the text of a `commentary` of ours. */
export const parseCommentary = (commentary: string): string =>
  commentary
    .replace(/\{hashtag\|\\?#\|((?:\\.|[^\\|{}])+)\}/gu, (_, word: string) => `#${word}`)
    .replace(/\\([\\|{}@[\]()<>#*_~])/gu, "$1");
