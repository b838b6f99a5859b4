/** Reading more characters than this, over all parts, takes longer than a frame on a slow machine. */
const longCharacters = 3_000;

/**
 * True if updates around these texts should wait until the typing pauses, because on each keystroke they would delay
 * the next one.
 */
export const isLongText = (texts: readonly string[]): boolean =>
  texts.reduce((sum, text) => sum + text.length, 0) > longCharacters;

/**
 * Ms without a change after which typing counts as paused. In fluent typing few keystrokes come so late and meet the
 * work that then runs.
 */
export const typingIdleMs = 400;

let changedAtMs = Number.NEGATIVE_INFINITY;
/** Records the time of a change by typing or otherwise. */
export function recordTyping(): void {
  changedAtMs = performance.now();
}
/**
 * Returns the ms until the typing pauses, counted from the last change, so that a late caller does not wait the full
 * time again.
 */
export const getMsUntilIdle = (): number => Math.max(0, changedAtMs + typingIdleMs - performance.now());
