import { parseSync } from "oxc-parser";

export type FoundExpression = { file: string; line: number; source: string; flags: string };

/** Lists the regular expressions that a file writes as literals. */
export function listExpressions(file: string, text: string): FoundExpression[] {
  const found: FoundExpression[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null || node instanceof RegExp) return;
    const { type, regex, start } = node as { type?: string; regex?: { pattern: string; flags: string }; start: number };
    if (type === "Literal" && regex)
      found.push({ file, line: text.slice(0, start).split("\n").length, source: regex.pattern, flags: regex.flags });
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(parseSync(file, text).program);
  return found;
}

/** UTF-16 units of a text that an expression is tried with. A linear one takes some µs, one by the square 10 ms and more. */
const size = 4_000;
const mostMs = 3;

const pieces = [
  ..." \t\n.,;:/\\-_=+*~`'\"<>()[]{}&#@!?|%$0aA:é\u00a0\u200d😀",
  ...[
    "\r\n",
    "http://",
    "https://a.",
    "www.a.",
    "@a@b",
    "@a",
    "#a",
    "](",
    "[a](",
    "![",
    "**a",
    "a@b.",
    '""',
    "1.",
    "%2e",
  ],
  ...[
    "/..",
    "a=",
    'a="',
    '; a="',
    "<a>;rel=",
    "a, ",
    "T0",
    "0:",
    '<a href="http://x',
    "<p",
    "<br",
    "<!--",
    "&#",
    "&amp",
  ],
  ...[
    "</p> ",
    "?a",
    "&a=",
    "-a",
    ".a",
    "a.",
    "a-",
    "a_",
    "a:",
    "a;",
    "a/",
    "a<",
    "<a",
    "a>",
    "({",
    "[!",
    "<#",
    "!.",
    ")-",
    "@(",
  ],
];
const starts = ["", "a", "http://a", "<a ", "a@"];
/** The ends that most expressions don't match. */
const end = "\u0001";

let texts: readonly string[] | null = null;
const getTexts = () => {
  texts ??= starts.flatMap((start) =>
    pieces.map((piece) => `${start}${piece.repeat(Math.ceil(size / piece.length))}${end}`),
  );
  return texts;
};

function getCpuMs(expression: RegExp, text: string): number {
  const before = process.threadCpuUsage();
  expression.lastIndex = 0;
  if (expression.global) text.replace(expression, "");
  else expression.test(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Returns a text for which an expression takes much more time than one that reads each character once; null if none is
 * found. The time is this thread's own, the least of several runs.
 */
export function findSlowText({ source, flags }: Pick<FoundExpression, "source" | "flags">): string | null {
  const expression = new RegExp(source, flags);
  for (const text of getTexts()) {
    let ms = getCpuMs(expression, text);
    for (let again = 0; again < 5 && ms > mostMs; again += 1) ms = Math.min(ms, getCpuMs(expression, text));
    if (ms > mostMs) return text;
  }
  return null;
}
