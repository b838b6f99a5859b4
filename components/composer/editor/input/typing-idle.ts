/** Reading all of a longer text than this takes longer than a frame on a slow machine, characters of all parts. */
const longCharacters = 3_000;

/** Whether what is around these texts waits until the typing rests: with each key it would stand in the next one's way. */
export const isLongText = (texts: readonly string[]): boolean =>
  texts.reduce((sum, text) => sum + text.length, 0) > longCharacters;

/** Ms without a change after which the typing rests: of a fluent hand few keys come so late, and meet what is done then. */
export const typingIdleMs = 400;

let changedAtMs = Number.NEGATIVE_INFINITY;
/** Something was typed, or changed otherwise. */
export function recordTyping(): void {
  changedAtMs = performance.now();
}
/** Ms until the typing rests, from the last change on: who hears of it late does not wait anew. */
export const getMsUntilIdle = (): number => Math.max(0, changedAtMs + typingIdleMs - performance.now());
