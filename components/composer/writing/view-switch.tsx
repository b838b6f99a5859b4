"use client";
import { Segmented } from "#components/ui/segmented";

export type WritingView = "document" | "parts";

const views = [
  { value: "document", label: "Document" },
  { value: "parts", label: "Parts" },
] as const;

/** One text, or a box for each part: two views of the same words. */
export function ViewSwitch({ view, onView }: { view: WritingView; onView: (view: WritingView) => void }) {
  return <Segmented label="View" options={views} value={view} onChange={onView} />;
}
