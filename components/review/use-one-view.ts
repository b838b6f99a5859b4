"use client";
import { useCallback, useSyncExternalStore } from "react";

const hash = "#evidence";

function subscribeToHash(change: () => void): () => void {
  addEventListener("popstate", change);
  addEventListener("hashchange", change);
  return () => {
    removeEventListener("popstate", change);
    removeEventListener("hashchange", change);
  };
}

/** On a phone the list or the evidence, one at a time; Back leads from the evidence to the list. */
export function useMobilePane() {
  const isEvidence = useSyncExternalStore(
    subscribeToHash,
    () => location.hash === hash,
    () => false,
  );
  const open = useCallback(() => {
    if (location.hash !== hash && matchMedia("(width < 48rem)").matches) location.hash = hash;
  }, []);
  const back = useCallback(() => {
    if (location.hash === hash) history.back();
  }, []);
  return { isEvidence, open, back };
}
