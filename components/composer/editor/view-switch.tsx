"use client";
import { useEffect, useRef } from "react";
import { SegmentedControl } from "#components/ui/controls/segmented-control.tsx";
import { matchesShortcut } from "#components/ui/keyboard/shortcut-registry.tsx";

export type EditorViewMode = "document" | "parts";

const views = [
  { value: "document", label: "Document" },
  { value: "parts", label: "Parts" },
] as const;

/** Switches between one text and a box for each part. Ctrl/⌘ E switches too, also while typing. */
export function ViewSwitch({ view, onView }: { view: EditorViewMode; onView: (view: EditorViewMode) => void }) {
  const change = () => onView(view === "parts" ? "document" : "parts");
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
  return <SegmentedControl label="View" options={views} value={view} onChange={onView} />;
}
