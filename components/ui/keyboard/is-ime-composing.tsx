/** The `keyCode` of a `keydown` that an input method handled, in every browser. */
const processed = 229;

/**
 * True when a key belongs to an input method that composes a word. Safari sends `keydown` after `compositionend`
 * (bugs.webkit.org 165004): the Enter that accepts a word then differs from any other only by its code.
 */
export const isImeComposing = (event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean =>
  event.isComposing || event.keyCode === processed;
