import { useSyncExternalStore } from "react";

/** What can stand open over any page. */
export type ShellOverlay = "palette" | "keys" | "more" | "organization" | null;

let currentOverlay: ShellOverlay = null;
/** The path of the page over which it was opened. */
let overlayPath = "";
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Opens one of them over the page, in place of another; null closes. For the browser only. */
export function openOverlay(next: ShellOverlay): void {
  currentOverlay = next;
  overlayPath = location.pathname;
  for (const tell of listeners) tell();
}

/** Closes what was opened over another page; what was opened over this one since it came stays. */
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
