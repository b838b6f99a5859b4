import type { DraftPart, PartId } from "#components/composer/state/draft.ts";

/** Returns the DOM id of a part's field, for moving the focus. */
export const getPartFieldId = (id: PartId): string => `part-${id}`;

export const getPartId = (field: HTMLElement): PartId => field.id.slice("part-".length);

/** The DOM id of the field that holds all parts as one text. */
export const documentFieldId = "document-of-parts";

/** Returns the field to type in: the document if it is in view, otherwise the part's field. */
export function findEditorField(partId: PartId | undefined): HTMLTextAreaElement | null {
  const found = document.getElementById(documentFieldId) ?? document.getElementById(getPartFieldId(partId ?? ""));
  return found instanceof HTMLTextAreaElement ? found : null;
}

/** The `inputType` for a text inserted as a whole; browsers use it for a corrected spelling. */
export const replacementInputType = "insertReplacementText";

/**
 * Moves the caret to the field above (at its end) or below (at its start) after an arrow key that did not move the
 * caret within the field.
 */
export function moveCaretAcrossParts(
  from: HTMLTextAreaElement,
  parts: readonly Pick<DraftPart, "id">[],
  at: number,
  direction: "above" | "below",
): void {
  const { selectionStart: was } = from;
  const isUnmoved = () => document.activeElement === from && from.selectionStart === was && from.selectionEnd === was;
  // The browser moves the caret after all listeners of the key have run.
  setTimeout(() => {
    const to = document.getElementById(getPartFieldId(parts[direction === "above" ? at - 1 : at + 1]?.id ?? ""));
    if (!(to instanceof HTMLTextAreaElement) || !isUnmoved()) return;
    const caret = direction === "above" ? to.value.length : 0;
    to.focus();
    to.setSelectionRange(caret, caret);
  });
}

/** Inserts a text at the caret as if it had been typed, as one undo step. */
export function insertAtCaret(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: replacementInputType, data: text }));
}

/** The DOM id of the label with the remaining characters of the joined parts. */
export const joinedRemainingId = "parts-left";
