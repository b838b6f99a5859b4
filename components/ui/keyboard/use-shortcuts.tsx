"use client";
import { useEffect, useRef } from "react";
import { registerShortcuts, type Shortcut } from "./shortcut-registry.tsx";

type ShortcutsOptions = {
  /** False while they mean nothing here. */
  isOn?: boolean;
  /** Keys of every page, which a page's own go before. */
  everywhere?: boolean;
  /** The page is one to write on: letters and signs are no shortcuts there, wherever the focus is. */
  isWriting?: boolean;
};

/**
 * Binds the keys of a page, or of a part of it, and tells the `?` sheet of them. None fires while a text has the focus or
 * something stands open over the page. `keys` may be made anew on every render: the newest is what runs.
 * @param title heads them in the sheet: "Posts"; parts with the same title share one heading
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
