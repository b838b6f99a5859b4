/**
 * Returns a commentary as LinkedIn displays it: an escaped character is itself, a hashtag element its text. At any
 * other reserved character LinkedIn drops the rest without an error.
 */
export function renderLittleText(commentary: string): string {
  let shown = "";
  for (let at = 0; at < commentary.length; ) {
    const rest = commentary.slice(at);
    const tag = /^\{hashtag\|\\?#\|((?:\\.|[^\\|{}])+)\}/u.exec(rest);
    if (tag) {
      shown += `#${(tag[1] ?? "").replace(/\\(.)/g, "$1")}`;
      at += tag[0].length;
    } else if (rest[0] === "\\" && /^\\[\\|{}@[\]()<>#*_~]/.test(rest)) {
      shown += rest[1];
      at += 2;
    } else if (/[\\|{}@[\]()<>#*_~]/.test(rest[0] ?? "")) {
      return shown;
    } else {
      shown += rest[0];
      at += 1;
    }
  }
  return shown;
}
