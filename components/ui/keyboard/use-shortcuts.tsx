"use client";
import { useEffect, useRef } from "react";
import { registerShortcuts, type Shortcut } from "./shortcut-registry.tsx";

type ShortcutsOptions = {
  /** False while the shortcuts have no effect here. */
  isOn?: boolean;
  /** Shortcuts of every page; a page's own have priority. */
  everywhere?: boolean;
  /** The page is for writing: letters and signs are no shortcuts there, wherever the focus is. */
  isWriting?: boolean;
};

/**
 * Binds the shortcuts of a page, or of a part of it, and lists them in the `?` dialog. No shortcut fires while a text
 * field has the focus or an overlay is open. `keys` may change on every render: the newest version runs.
 * @param title heading in the dialog: "Posts"; parts with the same title share one heading
 */
export function useShortcuts(title: string, keys: readonly Shortcut[], options: ShortcutsOptions = {}): void {
  const { isOn = true, everywhere = false, isWriting = false } = options;
  const newest = useRef(keys);
  useEffect(() => {
    newest.current = keys;
  });
  useEffect(() => {
    if (!isOn) return;
    return registerShortcuts({
      title,
      everywhere,
      isWriting,
      get keys() {
        return newest.current;
      },
    });
  }, [title, isOn, everywhere, isWriting]);
}
