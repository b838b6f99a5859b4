"use client";
import { useLayoutEffect, useRef, useState } from "react";
import { limits } from "#lib/contract/limits.ts";
import type { DraftPart, PartId } from "#components/composer/state/draft.ts";
import type { PartSelection } from "#components/composer/editor/document-view.tsx";
import { documentFieldId, getPartFieldId } from "#components/composer/editor/input/editor-fields.ts";
import type { TextEngine } from "#components/composer/editor/text-engine/use-text-engine.ts";
import type { EditorViewMode } from "#components/composer/editor/view-switch.tsx";

const getTextarea = (id: string) => document.getElementById(id) as HTMLTextAreaElement | null;

/** Which of the two views is shown; caret and selection go along. */
export function useEditorView(parts: readonly DraftPart[], activeId: PartId | undefined, measure: TextEngine | null) {
  const [view, setView] = useState<EditorViewMode>("parts");
  const place = useRef<PartSelection>({ part: 0, start: 0, end: 0 });
  const isDue = useRef(false);

  function show(next: EditorViewMode) {
    if (next === view || !measure) return;
    if (next === "document") {
      const part = Math.max(
        0,
        parts.findIndex(({ id }) => id === activeId),
      );
      const field = getTextarea(getPartFieldId(parts[part]?.id ?? ""));
      place.current = { part, start: field?.selectionStart ?? 0, end: field?.selectionEnd ?? 0 };
    } else {
      const field = getTextarea(documentFieldId);
      const from = measure.toPartPosition(field?.value ?? "", field?.selectionStart ?? 0, limits.parts);
      const to = measure.toPartPosition(field?.value ?? "", field?.selectionEnd ?? 0, limits.parts);
      const end = to.part === from.part ? to.at : (parts[from.part]?.text.length ?? 0);
      place.current = { part: from.part, start: from.at, end };
      isDue.current = true;
    }
    setView(next);
  }

  useLayoutEffect(() => {
    if (view !== "parts" || !isDue.current) return;
    isDue.current = false;
    const { part, start, end } = place.current;
    const field = getTextarea(getPartFieldId(parts[part]?.id ?? ""));
    field?.focus();
    field?.setSelectionRange(start, end);
  }, [view, parts]);

  return { view, from: place.current, show };
}
