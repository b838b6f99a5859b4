import { limits } from "#lib/contract/limits";
import { Refusal } from "#lib/service/refusal";
import { normaliseText, type TextProblem, textProblem } from "#lib/text/normalise";

/** One element of a post's thread, normalised. */
export type Part = { text: string };

const problems: Record<TextProblem, string> = {
  blank: "is blank",
  lone_surrogate: "holds half a character (a lone surrogate)",
  control_character: "holds a control character",
};

/**
 * The author's parts, normalised once here on entry. Null when neither `text` nor `thread` is given.
 * @throws Refusal `invalid_request` for both, for a part that is blank or can't be stored, or too many parts.
 */
export function readParts(input: { text?: string | undefined; thread?: string[] | undefined }): Part[] | null {
  const { text, thread } = input;
  const hasThread = thread !== undefined && thread.length > 0;
  if (text && hasThread) throw new Refusal("invalid_request", "Send text or thread, not both.", "thread");
  if (hasThread) return thread.map((one, index) => readPart(one, `Part ${index + 1}`, `thread.${index}`));
  if (text) return [readPart(text, "The text", "text")];
  if (text === undefined && thread === undefined) return null;
  throw new Refusal("invalid_request", "Send a text, or a thread of at least one part.", "text");
}

function readPart(raw: string, name: string, field: string): Part {
  const text = normaliseText(raw);
  const problem = textProblem(text);
  if (problem) throw new Refusal("invalid_request", `${name} ${problems[problem]}.`, field);
  // Composing can make a text longer, so the limit is checked once more.
  if (text.length > limits.partCharacters) {
    throw new Refusal(
      "invalid_request",
      `${name} has ${text.length} characters; at most ${limits.partCharacters} are taken.`,
      field,
    );
  }
  return { text };
}
