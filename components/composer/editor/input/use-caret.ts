"use client";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { ComposerState } from "#components/composer/state/composer-state.ts";
import { type DraftPart, isDraftBlank, type PartId } from "#components/composer/state/draft.ts";
import { findTextChange } from "#components/composer/state/undo-history.ts";
import type { ComposerDispatch } from "#components/composer/use-composer-reducer.ts";
import { takeBufferedKeystrokes } from "#components/ui/keyboard/buffered-keystrokes.ts";
import { isEditableTarget } from "#components/ui/keyboard/is-editable-target.tsx";
import { isOverlayOpen, isPrintableKey } from "#components/ui/keyboard/shortcut-registry.tsx";
import { documentFieldId, findEditorField, getPartId } from "./editor-fields.ts";
import type { PartCaret } from "./use-undo-redo-shortcuts.ts";

type CaretOptions = {
  latest: RefObject<ComposerState>;
  dispatch: ComposerDispatch;
  /** The focus target of the next render. */
  focusTarget: RefObject<PartCaret | null>;
  /** The part that last had the focus. */
  activeId: PartId | null;
  /** Returns the parts of the active variant. */
  parts: () => readonly DraftPart[];
};

/**
 * Manages the caret:
 * - The composer opens with the caret at the end of the first part and with everything that was typed until then.
 * - When the page replaces the field in focus, as after restoring a draft, the caret moves to its successor.
 * - A letter typed while no field has the focus is written into the part that had the focus last.
 */
export function useCaret({ latest, dispatch, focusTarget, activeId, parts }: CaretOptions): void {
  useInitialCaret({ latest, dispatch, focusTarget });
  useCaretRestore(parts);

  const lastId = useRef(activeId);
  lastId.current = activeId;
  const readParts = useRef(parts);
  readParts.current = parts;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A space scrolls the page or presses a button.
      if (!isPrintableKey(event) || event.key === " " || event.defaultPrevented || event.isComposing) return;
      if (isEditableTarget(event.target) || isOverlayOpen()) return;
      const field = findEditorField(lastId.current ?? undefined) ?? findEditorField(readParts.current()[0]?.id);
      // The browser writes the letter into the field that has the focus after all listeners have run.
      if (field && !field.readOnly) field.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

/**
 * True on a touch screen if the post already has text: the author comes to read it, and the on-screen keyboard would
 * cover half of it. An empty post has nothing to read, so its field gets the caret there too.
 */
const opensForReading = (composer: ComposerState) =>
  matchMedia("(pointer: coarse)").matches && !isDraftBlank(composer.draft);

function useInitialCaret({
  latest,
  dispatch,
  focusTarget,
}: Pick<CaretOptions, "latest" | "dispatch" | "focusTarget">): void {
  const rendered = useRef(latest.current.draft.parts[0]);
  /** Text typed into the server-rendered field before React hydrated it. */
  const typedBefore = useRef("");

  useLayoutEffect(() => {
    const part = rendered.current;
    const field = part && findEditorField(part.id);
    if (field) typedBefore.current = findTextChange(part.text, field.value).inserted;
  }, []);

  // Runs after the effects of `useComposer`, which restore an earlier draft.
  useEffect(() => {
    const [part] = latest.current.draft.parts;
    if (!part) return;
    const typed = typedBefore.current + takeBufferedKeystrokes();
    typedBefore.current = "";
    if (typed !== "") dispatch({ type: "typed", partId: part.id, text: part.text + typed, on: null });
    else if (opensForReading(latest.current)) return;
    focusTarget.current = { id: part.id };
    // The field may appear only with the next render; `focusTarget` covers that case.
    const field = findEditorField(part.id);
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [latest, dispatch, focusTarget]);
}

function useCaretRestore(parts: () => readonly DraftPart[]): void {
  const focused = useRef<{ field: HTMLTextAreaElement; index: number } | null>(null);
  useLayoutEffect(() => {
    const active = document.activeElement;
    if (active instanceof HTMLTextAreaElement && "writing" in active.dataset && active.id !== documentFieldId) {
      focused.current = { field: active, index: parts().findIndex(({ id }) => id === getPartId(active)) };
      return;
    }
    const before = focused.current;
    if (!before || before.field.isConnected || active !== document.body) return;
    focused.current = null;
    const now = parts();
    const field = findEditorField((now[before.index] ?? now.at(-1))?.id);
    field?.focus();
    field?.setSelectionRange(before.field.selectionStart, before.field.selectionEnd);
  });
  useEffect(() => {
    const onLeave = (event: FocusEvent) => {
      if (event.target === focused.current?.field && focused.current?.field.isConnected) focused.current = null;
    };
    document.addEventListener("focusout", onLeave);
    return () => document.removeEventListener("focusout", onLeave);
  }, []);
}
