import { limits } from "#lib/contract/limits.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { findForbiddenCharacter, findTextProblem, normaliseText, type TextProblem } from "#lib/text/normalise-text.ts";

/** One element of a post's thread, normalized. */
export type PostPart = { text: string };

const problems: Record<TextProblem, string> = {
  blank: "is blank",
  lone_surrogate: "contains half a character (a lone surrogate)",
  control_character: "contains a control character",
};

/**
 * Returns the author's parts, normalized once here on entry. Null without both `text` and `thread`.
 * @param most characters of all parts together
 * @throws Refusal `invalid_request` for both, for a part that is blank or can't be stored, or too many characters.
 */
export function parsePostParts(
  input: { text?: string | undefined; thread?: string[] | undefined },
  most: number = limits.postCharacters,
): PostPart[] | null {
  const { text, thread } = input;
  const hasThread = thread !== undefined && thread.length > 0;
  if (text && hasThread) throw new Refusal("invalid_request", "Send text or thread, not both.", "thread");
  if (hasThread) {
    // The limit is checked before the work on each part, and again afterwards: normalization can make a text longer.
    refuseTooMany(thread, most);
    const parts = thread.map((one, index) => readPart(one, `Part ${index + 1}`, `thread.${index}`));
    refuseTooMany(textsOf(parts), most);
    return parts;
  }
  if (text) return [readPart(text, "The text", "text")];
  if (text === undefined && thread === undefined) return null;
  throw new Refusal("invalid_request", "Send a text, or a thread of at least one part.", "text");
}

const textsOf = (parts: readonly PostPart[]) => parts.map(({ text }) => text);

/** Returns the characters (UTF-16 units) of all parts together. */
export function countPostCharacters(parts: readonly PostPart[]): number {
  return sumLengths(textsOf(parts));
}

const sumLengths = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0);

function refuseTooMany(texts: readonly string[], most: number): void {
  const count = sumLengths(texts);
  if (count <= most) return;
  const message = `The parts have ${count} characters together; at most ${most} are allowed.`;
  throw new Refusal("invalid_request", message, "thread");
}

function readPart(raw: string, name: string, field: string): PostPart {
  const text = normaliseText(raw);
  const problem = findTextProblem(text);
  if (problem) {
    const found = findForbiddenCharacter(raw);
    const where = found === null ? "" : `: ${found.name} is character ${found.position}`;
    throw new Refusal("invalid_request", `${name} ${problems[problem]}${where}.`, field);
  }
  // Unicode composition can make a text longer, so the limit is checked again.
  if (text.length > limits.partCharacters) {
    throw new Refusal(
      "invalid_request",
      `${name} has ${text.length} characters; at most ${limits.partCharacters} are allowed.`,
      field,
    );
  }
  return { text };
}
