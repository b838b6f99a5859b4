/** learn.microsoft.com, "little Text Format": these are reserved, the backslash first among them. */
const reserved = /[\\|{}@[\]()<>#*_~]/g;
const escaped = (words: string) => words.replace(reserved, "\\$&");

/** A hashtag of its own, not one within an address or a word. Of digits alone it is none. */
const hashtag = /(?<![\p{L}\p{M}\p{N}_&/#])#(?=[\p{N}_]*\p{L})([\p{L}\p{M}\p{N}_]+)/gu;
const address = /https?:\/\/\S+/g;

/**
 * A text as `commentary`. What is not escaped and reserved cuts the text there without an error (n8n #10179), so all of it
 * is, in addresses too; a hashtag becomes the element that LinkedIn links.
 */
export function toCommentary(text: string): string {
  let made = "";
  let done = 0;
  for (const found of text.matchAll(address)) {
    made += withTags(text.slice(done, found.index)) + escaped(found[0]);
    done = found.index + found[0].length;
  }
  return made + withTags(text.slice(done));
}

function withTags(words: string): string {
  let made = "";
  let done = 0;
  for (const found of words.matchAll(hashtag)) {
    made += `${escaped(words.slice(done, found.index))}{hashtag|\\#|${escaped(found[1] ?? "")}}`;
    done = found.index + found[0].length;
  }
  return made + escaped(words.slice(done));
}

/** What a `commentary` of ours says. */
export const fromCommentary = (commentary: string): string =>
  commentary
    .replace(/\{hashtag\|\\?#\|((?:\\.|[^\\|{}])+)\}/gu, (_, word: string) => `#${word}`)
    .replace(/\\([\\|{}@[\]()<>#*_~])/gu, "$1");
