"use client";
import { useShortcuts } from "./use-shortcuts.tsx";

type ListShortcutsOptions = {
  /** Title of the shortcuts in the `?` dialog: "Posts". */
  title: string;
  /** Name of one line in the `?` dialog: "post". */
  line: string;
  /** Moves to the next (1) or the previous (-1) line; stays at either end. */
  step: (by: 1 | -1) => void;
  /** False while the list is not visible. */
  isOn?: boolean;
};

/** Binds j and k for a list, the same on every page. Each page binds its own keys for opening and selecting. */
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
 * Moves the focus between the elements in `list` that match `lines`, such as "[data-line]"; enters the list when the
 * focus is elsewhere. Use it as `step` for a list whose lines are all on the page.
 */
export function moveFocusInList(list: Element | null, lines: string, by: 1 | -1): void {
  const all = [...(list?.querySelectorAll<HTMLElement>(lines) ?? [])];
  const at = all.findIndex((line) => line.contains(document.activeElement));
  const next = at === -1 ? all.at(by === 1 ? 0 : -1) : all[at + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
