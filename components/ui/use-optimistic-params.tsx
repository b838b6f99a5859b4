"use client";
import { useLayoutEffect, useOptimistic, useRef, useTransition } from "react";

/**
 * What is asked of a page by its address: shown at once, while the page follows when it is there.
 * @param go leads to the address of what is asked for
 * @returns what was asked for last, whether the page still follows it, and what asks for a change of it
 */
export function useOptimisticParams<T extends object>(shown: T, go: (next: T) => void) {
  const [wanted, show] = useOptimistic(shown);
  const [isGoing, startGoing] = useTransition();
  const latest = useRef(wanted);
  // In the commit itself: told a moment later, a page that came late would take back a step made meanwhile.
  useLayoutEffect(() => {
    latest.current = wanted;
  }, [wanted]);

  function ask(change: Partial<T>): void {
    const next = { ...latest.current, ...change };
    // The steps of one quick hand follow each other without waiting for the page.
    latest.current = next;
    startGoing(() => {
      show(next);
      go(next);
    });
  }

  return { wanted, isGoing, ask };
}
