import { findLinkedinHashtags } from "#lib/text/platforms/linkedin-hashtags.ts";

/** learn.microsoft.com, "little Text Format": these are reserved, the backslash first among them. */
const reserved = /[\\|{}@[\]()<>#*_~]/g;
const escaped = (words: string) => words.replace(reserved, "\\$&");

/**
 * A text as `commentary`. What is not escaped and reserved cuts the text there without an error (n8n #10179), so all of it
 * is, in addresses too; a hashtag becomes the element that LinkedIn links.
 */
export function toCommentary(text: string): string {
  let made = "";
  let done = 0;
  for (const { start, length, word } of findLinkedinHashtags(text)) {
    made += `${escaped(text.slice(done, start))}{hashtag|\\#|${escaped(word)}}`;
    done = start + length;
  }
  return made + escaped(text.slice(done));
}

/** What a `commentary` of ours says. */
export const parseCommentary = (commentary: string): string =>
  commentary
    .replace(/\{hashtag\|\\?#\|((?:\\.|[^\\|{}])+)\}/gu, (_, word: string) => `#${word}`)
    .replace(/\\([\\|{}@[\]()<>#*_~])/gu, "$1");
