import type { DraftPart } from "#components/composer/state/draft.ts";
import { getJoinGap } from "#components/composer/state/reduce-parts.ts";
import { removeNumbering } from "#lib/text/join-thread-parts.ts";

/**
 * Joins all parts to one text, the inverse of a split: the cut characters return and the numbering goes. Parts that the
 * author wrote as parts get a blank line between them.
 * @param at the caret
 * @returns the text and the caret in it
 */
export function joinAllParts(
  parts: readonly DraftPart[],
  at: { part: number; at: number },
): { text: string; caret: number } {
  const texts = removeNumbering(parts.map((part) => part.text));
  let text = parts[0]?.gap ?? "";
  let caret = 0;
  for (const [index, part] of parts.entries()) {
    const partText = texts[index] ?? "";
    if (index > 0) text += getJoinGap(text, { ...part, text: partText });
    if (index === at.part) caret = text.length + Math.min(at.at, partText.length);
    text += partText;
  }
  return { text, caret };
}
