/**
 * What LinkedIn shows of a commentary: an escaped character is itself, a hashtag element its word. At the first reserved
 * character that is neither it stops and shows nothing more, and tells nobody.
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
