"use client";
import { useState } from "react";

/**
 * State that begins again when `key` changes. A list whose address changes starts without a selection, and its tabs and
 * filters keep the focus, which they lose when React mounts the page again.
 */
export function useKeyedState<T>(key: string, create: () => T): [value: T, set: (value: T) => void] {
  const [stored, setStored] = useState(() => ({ key, value: create() }));
  let current = stored;
  if (stored.key !== key) {
    current = { key, value: create() };
    setStored(current);
  }
  // A set that comes late from the view before changes nothing: the selection now belongs to another list.
  return [current.value, (value) => setStored((before) => (before.key === key ? { key, value } : before))];
}
