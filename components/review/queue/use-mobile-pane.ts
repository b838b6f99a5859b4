"use client";
import { useCallback, useRef, useSyncExternalStore } from "react";

const hash = "#evidence";

/**
 * Changes the address between the list and the evidence. `history` keeps the state that Next stored with the page, which
 * `location` would drop: Back from another page would then show its address only.
 */
function setHash(way: "pushState" | "replaceState", next: string): void {
  history[way](null, "", location.pathname + location.search + next);
  dispatchEvent(new Event("hashchange"));
}

function subscribeToHash(change: () => void): () => void {
  addEventListener("popstate", change);
  addEventListener("hashchange", change);
  return () => {
    removeEventListener("popstate", change);
    removeEventListener("hashchange", change);
  };
}

/** Shows either the list or the evidence on a phone; Back returns from the evidence to the list. */
export function useMobilePane() {
  const isLeaving = useRef(false);
  /** True when the entry before this one in the history is the list. */
  const isOpenedHere = useRef(false);
  const isEvidence = useSyncExternalStore(
    subscribeToHash,
    () => location.hash === hash,
    () => false,
  );
  const open = useCallback(() => {
    if (location.hash === hash || !matchMedia("(width < 48rem)").matches) return;
    setHash("pushState", hash);
    isOpenedHere.current = true;
  }, []);
  const back = useCallback(() => {
    // The address changes later: a second press must not go back once more.
    if (location.hash !== hash || isLeaving.current) return;
    // A page that opened at the evidence has another page before it.
    if (!isOpenedHere.current) {
      setHash("replaceState", "");
      return scrollTo(0, 0);
    }
    isLeaving.current = true;
    addEventListener("popstate", () => (isLeaving.current = false), { once: true });
    history.back();
  }, []);
  return { isEvidence, open, back };
}
