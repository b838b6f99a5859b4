import type { DraftPart, PartId } from "#components/composer/state/draft.ts";

/** The DOM id of a part's field: where the focus is sent after a change. */
export const getPartFieldId = (id: PartId): string => `part-${id}`;

/** The part that a field belongs to. */
export const getPartId = (field: HTMLElement): PartId => field.id.slice("part-".length);

/** The DOM id of the field that holds all parts as one text. */
export const documentFieldId = "document-of-parts";

/** The field that is written in: the document where that is in view, else the part's. */
export function findEditorField(partId: PartId | undefined): HTMLTextAreaElement | null {
  const found = document.getElementById(documentFieldId) ?? document.getElementById(getPartFieldId(partId ?? ""));
  return found instanceof HTMLTextAreaElement ? found : null;
}

/** How a text that was put in whole is marked, as the browser marks a word that its spelling check put right. */
export const replacementInputType = "insertReplacementText";

/**
 * After an arrow key: where the field had no line for it, so that its caret stands where it stood, the caret goes on in the
 * field above, at its end, or in the one below, at its start.
 */
export function moveCaretAcrossParts(
  from: HTMLTextAreaElement,
  parts: readonly Pick<DraftPart, "id">[],
  at: number,
  way: "above" | "below",
): void {
  const { selectionStart: was } = from;
  const isUnmoved = () => document.activeElement === from && from.selectionStart === was && from.selectionEnd === was;
  // The browser moves the caret when all have heard of the key.
  setTimeout(() => {
    const to = document.getElementById(getPartFieldId(parts[way === "above" ? at - 1 : at + 1]?.id ?? ""));
    if (!(to instanceof HTMLTextAreaElement) || !isUnmoved()) return;
    const caret = way === "above" ? to.value.length : 0;
    to.focus();
    to.setSelectionRange(caret, caret);
  });
}

/** Puts a text in at the caret as if it had been typed, as one step of the history. */
export function insertAtCaret(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: replacementInputType, data: text }));
}

/** The words that tell how much may still be written where the parts go out as one. */
export const joinedRemainingId = "parts-left";
