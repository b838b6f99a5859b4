/** Of a key that went to an input method: what `keydown` says in every browser. */
const processed = 229;

/**
 * Whether a key belongs to an input method that puts a word together. Safari sends `keydown` after `compositionend`
 * (bugs.webkit.org 165004): the Enter that takes a word then looks like any other, but for its code.
 */
export const isImeComposing = (event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean =>
  event.isComposing || event.keyCode === processed;
