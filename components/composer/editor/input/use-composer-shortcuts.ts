"use client";
import { useShortcuts } from "#components/ui/keyboard/use-shortcuts.tsx";

const shortcuts = [
  { keys: "enter enter", label: "Next part, at the end of one" },
  { keys: "backspace", label: "Join with the part before, at the start of one" },
  { keys: "delete", label: "Join with the part after, at the end of one" },
  { keys: "arrowup", label: "The part above, from the first line" },
  { keys: "arrowdown", label: "The part below, from the last line" },
  { keys: "alt+arrowup", label: "Move the part up" },
  { keys: "alt+arrowdown", label: "Move the part down" },
  { keys: "mod+e", label: "Document or parts" },
  { keys: "mod+z", label: "Undo" },
  { keys: "mod+shift+z", label: "Redo" },
  { keys: "mod+enter", label: "Send" },
];

/**
 * Lists the composer's shortcuts in the shortcut overview. The handlers live where the shortcuts act.
 * @param isOn false once the post is submitted and nothing can be edited
 */
export function useComposerShortcuts(isOn: boolean): void {
  useShortcuts("While writing", shortcuts, { isOn, isWriting: true });
}
