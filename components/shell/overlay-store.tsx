import { useSyncExternalStore } from "react";

/** What can stand open over any page. */
export type Opened = "palette" | "keys" | "more" | "organization" | null;

let opened: Opened = null;
/** The path of the page over which it was opened. */
let openedAt = "";
const listeners = new Set<() => void>();

function listen(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Opens one of them over the page, in place of another; null closes. For the browser only. */
export function open(next: Opened): void {
  opened = next;
  openedAt = location.pathname;
  for (const tell of listeners) tell();
}

/** Closes what was opened over another page; what was opened over this one since it came stays. */
export function closeOthers(pathname: string): void {
  if (opened !== null && openedAt !== pathname) open(null);
}

export function useOpened(): Opened {
  return useSyncExternalStore(
    listen,
    () => opened,
    () => null,
  );
}
