/** The typed beginning of an emoji's name, an account or a hashtag; `start` is the index of its first sign. */
export type CompletionQuery = { type: "emoji" | "account" | "hashtag"; text: string; start: number };

/** More characters before the caret than a name or a handle with its server has. */
const longest = 120;

// Each begins a word, so that a time such as 10:30 and an e-mail address complete nothing.
const emoji = /(?:^|[\s(])(:[\p{L}\d_+-]{2,40})$/u;
const account = /(?:^|[\s(])(@[\p{L}\d_](?:[\p{L}\d_.@-]{0,79}))$/u;
const hashtag = /(?:^|[\s(])(#[\p{L}\p{M}\p{N}_]{0,60})$/u;

const types = { ":": "emoji", "@": "account", "#": "hashtag" } as const;

/** Finds what the caret is at the end of; null if it completes nothing. */
export function findCompletionQuery(text: string, caret: number): CompletionQuery | null {
  const before = text.slice(Math.max(0, caret - longest), caret);
  // Inside a word nothing is completed.
  if (/[\p{L}\d_]/u.test(text.charAt(caret))) return null;
  const typed = [emoji, account, hashtag].map((one) => one.exec(before)?.[1]).find((found) => found !== undefined);
  if (typed === undefined) return null;
  const type = types[typed.charAt(0) as keyof typeof types];
  return { type, text: typed.slice(1), start: caret - typed.length };
}
