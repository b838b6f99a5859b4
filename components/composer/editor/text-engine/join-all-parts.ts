import { dropNumbering } from "#lib/text/join-parts.ts";
import type { Part } from "#components/composer/state/draft.ts";
import { gapBetween } from "#components/composer/state/reduce-parts.ts";

/**
 * All parts as one text, the inverse of a split: what it cut away stands between them again, and its numbers are gone.
 * Parts that were written as parts get a blank line between them.
 * @param at where the caret stands, and comes back where it stands then
 */
export function joinAll(parts: readonly Part[], at: { part: number; at: number }): { text: string; caret: number } {
  const texts = dropNumbering(parts.map((part) => part.text));
  let text = parts[0]?.gap ?? "";
  let caret = 0;
  for (const [index, part] of parts.entries()) {
    const words = texts[index] ?? "";
    if (index > 0) text += gapBetween(text, { ...part, text: words });
    if (index === at.part) caret = text.length + Math.min(at.at, words.length);
    text += words;
  }
  return { text, caret };
}
