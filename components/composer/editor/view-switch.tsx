"use client";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { DraftPart, PartId } from "#components/composer/state/draft.ts";
import { SegmentedControl } from "#components/ui/controls/segmented-control.tsx";
import { matchesShortcut } from "#components/ui/keyboard/shortcut-registry.tsx";
import { limits } from "#lib/contract/limits.ts";
import type { PartSelection } from "./document-view.tsx";
import { documentFieldId, getPartFieldId } from "./input/editor-fields.ts";
import type { TextEngine } from "./text-engine/load-text-engine.ts";

export type EditorViewMode = "document" | "parts";

const views = [
  { value: "document", label: "Document" },
  { value: "parts", label: "Parts" },
] as const;

const getTextarea = (id: string) => document.getElementById(id) as HTMLTextAreaElement | null;

type ViewSwitchProps = {
  view: EditorViewMode;
  parts: readonly DraftPart[];
  activeId: PartId | undefined;
  measure: TextEngine;
  /** Gets the other view, and the selection to take along. */
  onView: (next: { view: EditorViewMode; from: PartSelection }) => void;
};

/** Switches between one text and a box for each part. Ctrl/⌘ E switches too, also while typing. */
export function ViewSwitch({ view, parts, activeId, measure, onView }: ViewSwitchProps) {
  const taken = useRef<PartSelection | null>(null);

  function show(next: EditorViewMode) {
    if (next === view) return;
    const from = next === "document" ? readPartSelection(parts, activeId) : readDocumentSelection(parts, measure);
    taken.current = from;
    onView({ view: next, from });
  }

  useLayoutEffect(() => {
    if (view !== "parts" || !taken.current) return;
    const { part, start, end } = taken.current;
    taken.current = null;
    const field = getTextarea(getPartFieldId(parts[part]?.id ?? ""));
    field?.focus();
    field?.setSelectionRange(start, end);
  }, [view, parts]);

  const change = () => show(view === "parts" ? "document" : "parts");
  const latest = useRef(change);
  latest.current = change;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isMac = document.documentElement.dataset["os"] === "mac";
      if (!matchesShortcut("mod+e", event, isMac) || event.isComposing || event.repeat) return;
      if (document.querySelector("[data-dialog],[role=dialog],[role=menu]")) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return <SegmentedControl label="View" options={views} value={view} onChange={show} />;
}

function readPartSelection(parts: readonly DraftPart[], activeId: PartId | undefined): PartSelection {
  const part = Math.max(
    0,
    parts.findIndex(({ id }) => id === activeId),
  );
  const field = getTextarea(getPartFieldId(parts[part]?.id ?? ""));
  return { part, start: field?.selectionStart ?? 0, end: field?.selectionEnd ?? 0 };
}

function readDocumentSelection(parts: readonly DraftPart[], measure: TextEngine): PartSelection {
  const field = getTextarea(documentFieldId);
  const from = measure.toPartPosition(field?.value ?? "", field?.selectionStart ?? 0, limits.parts);
  const to = measure.toPartPosition(field?.value ?? "", field?.selectionEnd ?? 0, limits.parts);
  const end = to.part === from.part ? to.at : (parts[from.part]?.text.length ?? 0);
  return { part: from.part, start: from.at, end };
}
