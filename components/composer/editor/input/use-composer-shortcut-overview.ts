"use client";
import { useEffect } from "react";
import type { Shortcut } from "#components/ui/keyboard/shortcut-registry.tsx";
import { useShortcuts } from "#components/ui/keyboard/use-shortcuts.tsx";

/** Only the shortcut overview reads the list, so it loads after the page. */
const shortcuts: Shortcut[] = [];

/**
 * Lists the composer's shortcuts in the shortcut overview. The handlers live where the shortcuts act.
 * @param isOn false once the post is submitted and nothing can be edited
 */
export function useComposerShortcutOverview(isOn: boolean): void {
  useEffect(() => {
    import("./composer-shortcut-overview.ts").then(
      (file) => shortcuts.splice(0, shortcuts.length, ...file.composerShortcutOverview),
      () => undefined,
    );
  }, []);
  useShortcuts("While writing", shortcuts, { isOn, isWriting: true });
}
