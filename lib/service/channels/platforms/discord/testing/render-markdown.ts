/**
 * Returns a message's text as Discord displays it: meaningful marks vanish or take effect, a backslash before a mark
 * shows the mark. The code follows the pages that describe the marks, independent of the escaping under test.
 */
export function renderMarkdown(content: string): string {
  return content.split("\n").map(showLine).join("\n");
}

const lineForms: readonly [RegExp, string][] = [
  [/^[ \t]*>{1,3} +/, "▏"],
  [/^[ \t]*#{1,3} +/, ""],
  [/^[ \t]*-# +/, ""],
  [/^[ \t]*[-*+] +/, "• "],
  [/^[ \t]*\d+\. +/, "1. "],
];

function showLine(line: string): string {
  let rest = line;
  let shown = "";
  for (const [form, becomes] of lineForms) {
    if (!form.test(rest)) continue;
    rest = rest.replace(form, "");
    shown = becomes;
    break;
  }
  while (rest !== "") {
    const [taken, becomes] = next(rest, shown);
    shown += becomes;
    rest = rest.slice(taken);
  }
  return shown;
}

/** Returns the number of characters consumed, and their displayed text. */
function next(rest: string, before: string): [number, string] {
  const escaped = /^\\([^0-9A-Za-z\s])/u.exec(rest);
  if (escaped) return [escaped[0].length, escaped[1] ?? ""];
  const address = /^https?:\/\/[^\s<]+[^<.,:;"')\]\s]/.exec(rest);
  if (address) return [address[0].length, address[0]];
  const masked = /^\[([^\]]+)\]\((https?:\/\/[^)\s]+)\)/.exec(rest);
  if (masked) return [masked[0].length, masked[1] ?? ""];
  const named = /^<(?:@[!&]?\d+|#\d+|a?:\w+:\d+|t:\d+(?::\w)?|https?:\/\/[^>\s]+)>/.exec(rest);
  if (named) return [named[0].length, "◆"];
  for (const pair of ["```", "``", "`", "***", "**", "*", "___", "__", "~~", "||"]) {
    if (rest.startsWith(pair) && rest.indexOf(pair, pair.length + 1) > 0) return [pair.length, ""];
  }
  // An underscore within a word stays an underscore.
  if (/^_[^_\s]/.test(rest) && /_(?!\w)/.test(rest.slice(2)) && !/\w$/.test(before)) return [1, ""];
  const [character = ""] = rest;
  return [character.length, character];
}
