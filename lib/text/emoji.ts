/**
 * Emoji as X shows and counts them: those recommended for interchange by Unicode, and four spellings that X's counter
 * takes for one emoji although Unicode has another: a variation selector before the skin tone or after an emoji that
 * needs none, a keycap without selector, the skier with a skin tone.
 */
const pattern =
  "[\\u261d\\u26f7\\u26f9\\u270c\\u270d\\u{1f3cb}\\u{1f3cc}\\u{1f574}\\u{1f575}\\u{1f590}]\\ufe0f[\\u{1f3fb}-\\u{1f3ff}]" +
  "|[\\u231a\\u231b\\u25fd\\u25fe\\u2614\\u2615\\u2648-\\u2653\\u267f\\u2693\\u26a1\\u26aa\\u26ab\\u26bd\\u26be\\u26c4" +
  "\\u26c5\\u26d4\\u26ea\\u26f2\\u26f3\\u26f5\\u26fa\\u26fd\\u2757\\u2b1b\\u2b1c\\u2b50\\u2b55\\u{1f004}\\u{1f21a}\\u{1f22f}]\\ufe0f" +
  "|\\p{RGI_Emoji}|[0-9#*]\\u20e3|\\u26f7[\\u{1f3fb}-\\u{1f3ff}]";

let emoji: RegExp | null = null;

/** The emoji of a text with their places. The expression is made on first need, for it takes some milliseconds. */
export function findEmoji(text: string): IterableIterator<RegExpExecArray> {
  emoji ??= new RegExp(pattern, "gv");
  return text.matchAll(emoji);
}

/** Whether a text may hold an emoji of several code points: it has a joiner, selector, keycap, flag letter, tone or tag. */
export function mayHaveEmojiSequence(text: string): boolean {
  return /[\u200d\u20e3\ufe0f\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\u{e0061}-\u{e007f}]/u.test(text);
}

/** Whether a text may hold any emoji at all; false at once for texts in most scripts. */
export function mayHaveEmoji(text: string): boolean {
  return /[\u20e3\ufe0f\u203c-\u2bff\u{1f000}-\u{1ffff}]/u.test(text);
}
