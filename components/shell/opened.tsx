import { useSyncExternalStore } from "react";

/** What can stand open over any page. */
export type Opened = "palette" | "keys" | "more" | null;

let opened: Opened = null;
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
  for (const tell of listeners) tell();
}

export function useOpened(): Opened {
  return useSyncExternalStore(
    listen,
    () => opened,
    () => null,
  );
}
