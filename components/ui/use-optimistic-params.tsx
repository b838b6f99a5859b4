"use client";
import { useLayoutEffect, useOptimistic, useRef, useTransition } from "react";

/**
 * Shows changed search params at once, while the page follows.
 * @param go navigates to the address of the params
 * @returns the latest params, whether the page is still following, and a function that changes them
 */
export function useOptimisticParams<T extends object>(shown: T, go: (next: T) => void) {
  const [wanted, show] = useOptimistic(shown);
  const [isGoing, startGoing] = useTransition();
  const latest = useRef(wanted);
  // In the commit itself: updated later, a slow page would revert a change made meanwhile.
  useLayoutEffect(() => {
    latest.current = wanted;
  }, [wanted]);

  function ask(change: Partial<T>): void {
    const next = { ...latest.current, ...change };
    // Quick changes build on each other without waiting for the page.
    latest.current = next;
    startGoing(() => {
      show(next);
      go(next);
    });
  }

  return { wanted, isGoing, ask };
}
