"use client";
import { useEffect, useRef } from "react";
import { useShortcuts } from "#components/ui/keyboard/use-shortcuts.tsx";

const shortcuts = [
  { keys: "enter enter enter", label: "New part (at the end)" },
  { keys: "backspace", label: "Join with previous part (at the start)" },
  { keys: "delete", label: "Join with next part (at the end)" },
  { keys: "arrowup", label: "Part above (from the first line)" },
  { keys: "arrowdown", label: "Part below (from the last line)" },
  { keys: "alt+arrowup", label: "Move part up" },
  { keys: "alt+arrowdown", label: "Move part down" },
  { keys: "mod+e", label: "Switch view" },
  { keys: "mod+z", label: "Undo" },
  { keys: "mod+shift+z", label: "Redo" },
  { keys: "mod+enter", label: "Publish or schedule" },
];

/**
 * Lists the composer's shortcuts in the shortcut overview. The handlers live where the shortcuts act.
 * @param isOn false once the post is submitted and nothing can be edited
 */
export function useComposerShortcuts(isOn: boolean): void {
  useShortcuts("While writing", shortcuts, { isOn, isWriting: true });
}

/** Submits on Ctrl/⌘ Enter anywhere on the page, except while an overlay is open. */
export function useSubmitShortcut(send: () => void): void {
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing || event.repeat) return;
      if (document.querySelector("[data-dialog],[role=dialog]")) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
