"use client";
import { useEffect, useRef } from "react";
import type { Shortcut } from "#components/ui/keyboard/shortcut-registry.tsx";
import { useShortcuts } from "#components/ui/keyboard/use-shortcuts.tsx";

/** Only the shortcut overview reads the list, so it loads after the page. */
const shortcuts: Shortcut[] = [];

/**
 * Lists the composer's shortcuts in the shortcut overview. The handlers live where the shortcuts act.
 * @param isOn false once the post is submitted and nothing can be edited
 */
export function useComposerShortcuts(isOn: boolean): void {
  useEffect(() => {
    import("./composer-shortcuts.ts").then(
      (file) => shortcuts.splice(0, shortcuts.length, ...file.composerShortcuts),
      () => undefined,
    );
  }, []);
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
