import { useSyncExternalStore } from "react";
import { createStore } from "#components/ui/create-store.ts";
import { bufferKeystrokesForPalette, discardBufferedKeystrokes } from "#components/ui/keyboard/buffered-keystrokes.ts";

/** An overlay that can be open over any page. */
export type ShellOverlay = "palette" | "keys" | "more" | "organization" | null;

const overlay = createStore<ShellOverlay>(null);
/** Path of the page that opened the overlay. */
let overlayPath = "";

/** Opens an overlay and closes any other; null closes. For the browser only. */
export function openOverlay(next: ShellOverlay): void {
  overlayPath = location.pathname;
  if (next === "palette") bufferKeystrokesForPalette();
  else if (overlay.get() === "palette") discardBufferedKeystrokes();
  overlay.set(next);
}

/** Closes an overlay that was opened over another page; one that was opened over this page stays. */
export function closeStaleOverlay(pathname: string): void {
  if (overlay.get() !== null && overlayPath !== pathname) openOverlay(null);
}

export function useOpenOverlay(): ShellOverlay {
  return useSyncExternalStore(overlay.subscribe, overlay.get, () => null);
}
