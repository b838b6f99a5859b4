import { useSyncExternalStore } from "react";

/** An overlay that can be open over any page. */
export type ShellOverlay = "palette" | "keys" | "more" | "organization" | null;

let currentOverlay: ShellOverlay = null;
/** Path of the page that opened the overlay. */
let overlayPath = "";
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Opens an overlay and closes any other; null closes. For the browser only. */
export function openOverlay(next: ShellOverlay): void {
  currentOverlay = next;
  overlayPath = location.pathname;
  for (const tell of listeners) tell();
}

/** Closes an overlay that was opened over another page; one that was opened over this page stays. */
export function closeStaleOverlay(pathname: string): void {
  if (currentOverlay !== null && overlayPath !== pathname) openOverlay(null);
}

export function useOpenOverlay(): ShellOverlay {
  return useSyncExternalStore(
    subscribe,
    () => currentOverlay,
    () => null,
  );
}
