/** What the author has typed of an emoji's name or of an account; `start` is the index of its first sign. */
export type CompletionQuery = { type: "emoji" | "account"; text: string; start: number };

/** More characters before the caret than a name or a handle with its server has. */
const longest = 120;

// Both begin a word, so that a time such as 10:30 and an e-mail address complete nothing.
const emoji = /(?:^|[\s(])(:[\p{L}\d_+-]{2,40})$/u;
const account = /(?:^|[\s(])(@[\p{L}\d_](?:[\p{L}\d_.@-]{0,79}))$/u;

/** Finds what the caret is at the end of; null if it completes nothing. */
export function findCompletionQuery(text: string, caret: number): CompletionQuery | null {
  const before = text.slice(Math.max(0, caret - longest), caret);
  // Inside a word nothing is completed.
  if (/[\p{L}\d_]/u.test(text.charAt(caret))) return null;
  const typed = emoji.exec(before)?.[1] ?? account.exec(before)?.[1];
  if (!typed) return null;
  return { type: typed.startsWith(":") ? "emoji" : "account", text: typed.slice(1), start: caret - typed.length };
}
