"use client";
import { type RefObject, useCallback, useEffect } from "react";
import type { ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import type { PartId, VariantId } from "#components/composer/state/draft.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { isEditableTarget } from "#components/ui/keyboard/is-editable-target.tsx";
import { getPartId, replacementInputType } from "./editor-fields.ts";

/** A focus target for after the next change: a part and the selection in it, or the part's end without a selection. */
export type PartCaret = { id: PartId; start?: number | undefined; end?: number | undefined };

type UseUndoRedoOptions = {
  latest: RefObject<ComposerState>;
  dispatch: (event: ComposerEvent) => void;
  focusTarget: RefObject<PartCaret | null>;
  variantId?: VariantId;
  /** Describes a step and finds its location; null until loaded. Steps work without it. */
  measure: typeof import("#components/composer/state/undone-change.ts") | null;
};

/** On the results page the keys take the posts back: see `useTakeBack`. */
const isSent = ({ phase }: ComposerState) => phase.status === "sent";

/** Marks a field whose text belongs to the composer, so that the composer handles undo there. */
export const editorFieldProps = { "data-writing": "" };
const isOutsideEditor = (target: EventTarget | null) =>
  document.querySelector("[data-dialog]") !== null ||
  (isEditableTarget(target) && !(target instanceof HTMLElement && "writing" in target.dataset));

/** `y` means redo on keyboards where Shift+`z` is awkward. */
function getHistoryCommand({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): "undone" | "redone" | null {
  if (!(ctrlKey || metaKey) || altKey) return null;
  const letter = key.toLowerCase();
  if (letter === "z") return shiftKey ? "redone" : "undone";
  return letter === "y" && ctrlKey && !shiftKey ? "redone" : null;
}

/** Reads the focused field and its selection, because a field that moves in the page loses the focus. */
function getFocusedCaret(): PartCaret | null {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement) || !("writing" in field.dataset)) return null;
  return { id: getPartId(field), start: field.selectionStart, end: field.selectionEnd };
}

let compositions = 0;
let isImeOpen = false;
const onComposition = ({ type }: Event) => {
  isImeOpen = type === "compositionstart";
  if (isImeOpen) compositions += 1;
};

/** True while an input method composes a word. Nothing else may change the field then. */
export const isEditorImeComposing = (): boolean => isImeOpen;

/**
 * Returns the number of the word that an input method composes with this change; undefined for plain typing. A text
 * inserted as a whole has a number of its own.
 */
export function getImeCompositionNumber(event: Event): number | undefined {
  if (!(event instanceof InputEvent)) return undefined;
  if (event.inputType === replacementInputType) compositions += 1;
  return event.isComposing || event.inputType === replacementInputType ? compositions : undefined;
}

/**
 * Handles undo and redo of the whole draft: Ctrl/⌘ Z, with Shift or as Ctrl Y for redo, the browser's menu, and a
 * shaken phone. The browser's own undo knows only one field, so it is always prevented.
 */
export function useUndoRedoShortcuts({ latest, dispatch, focusTarget, variantId = null, measure }: UseUndoRedoOptions) {
  const travel = useCallback(
    (direction: "undone" | "redone") => {
      const before = latest.current.draft;
      dispatch({ type: direction });
      const after = latest.current.draft;
      if (after === before) return announce(direction === "undone" ? "Nothing to undo" : "Nothing to redo");
      const done = direction === "undone" ? "Undone" : "Redone";
      if (!measure) return announce(done);
      const place = measure.findChangeLocation(before, after);
      if (place?.on === variantId) focusTarget.current = { id: place.partId, start: place.at };
      else if (place === null) focusTarget.current = getFocusedCaret();
      announce(`${done}: ${measure.describeChange(before, after)}`);
    },
    [latest, dispatch, focusTarget, variantId, measure],
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const direction = getHistoryCommand(event);
      if (!direction || event.isComposing || isSent(latest.current) || isOutsideEditor(event.target)) return;
      const { past, future } = latest.current.history;
      // If the composer has nothing to undo, the key is left to a toast.
      if ((direction === "undone" ? past : future).length === 0 && !isEditableTarget(event.target)) return;
      event.preventDefault();
      travel(direction);
    };
    const onInput = (event: Event) => {
      const type = event instanceof InputEvent ? event.inputType : "";
      const direction = type === "historyUndo" ? "undone" : type === "historyRedo" ? "redone" : null;
      if (!direction || isOutsideEditor(event.target)) return;
      const { past, future } = latest.current.history;
      // If the composer has nothing to undo, the field's change counts as typing.
      if ((direction === "undone" ? past : future).length === 0) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      travel(direction);
    };
    // Registered before the toasts, which listen for the same keys.
    document.addEventListener("keydown", onKey, { capture: true });
    document.addEventListener("beforeinput", onInput, { capture: true });
    // Covers scripts and older browsers that fire no `beforeinput`.
    document.addEventListener("input", onInput, { capture: true });
    document.addEventListener("compositionstart", onComposition);
    document.addEventListener("compositionend", onComposition);
    return () => {
      document.removeEventListener("keydown", onKey, { capture: true });
      document.removeEventListener("beforeinput", onInput, { capture: true });
      document.removeEventListener("input", onInput, { capture: true });
      document.removeEventListener("compositionstart", onComposition);
      document.removeEventListener("compositionend", onComposition);
    };
  }, [latest, travel]);

  return travel;
}
