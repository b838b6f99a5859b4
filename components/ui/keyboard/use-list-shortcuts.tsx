"use client";
import { useShortcuts } from "./use-shortcuts.tsx";

type ListShortcutsOptions = {
  /** Heads the keys in the `?` sheet: "Posts". */
  title: string;
  /** What one line is, for the sheet: "post". */
  line: string;
  /** Goes to the next (1) or the former (-1) line; at an end it stays. */
  step: (by: 1 | -1) => void;
  /** False while there is no list in view. */
  isOn?: boolean;
};

/** j and k in a list, on every page alike. What is done with the line (open, select) are keys of the page. */
export function useListShortcuts({ title, line, step, isOn = true }: ListShortcutsOptions): void {
  useShortcuts(
    title,
    [
      { keys: "j", label: `Next ${line}`, run: () => step(1) },
      { keys: "k", label: `Previous ${line}`, run: () => step(-1) },
    ],
    { isOn },
  );
}

/**
 * A `step` for a list whose lines are all on the page: moves the focus between the elements in `list` that `lines` selects,
 * such as "[data-line]"; into the list when the focus is elsewhere.
 */
export function moveFocusInList(list: Element | null, lines: string, by: 1 | -1): void {
  const all = [...(list?.querySelectorAll<HTMLElement>(lines) ?? [])];
  const at = all.findIndex((line) => line.contains(document.activeElement));
  const next = at === -1 ? all.at(by === 1 ? 0 : -1) : all[at + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
