"use client";
import { useLayoutEffect, useOptimistic, useRef, useTransition } from "react";

/**
 * Shows changed search params at once, while the page follows.
 * @param go navigates to the address of the params
 * @returns the latest params, whether the page is still following, and a function that changes them
 */
export function useOptimisticParams<T extends object>(params: T, navigate: (next: T) => void) {
  const [requestedParams, setRequestedParams] = useOptimistic(params);
  const [isNavigating, startNavigation] = useTransition();
  const latest = useRef(requestedParams);
  // In the commit itself: updated later, a slow page would revert a change made meanwhile.
  useLayoutEffect(() => {
    latest.current = requestedParams;
  }, [requestedParams]);

  function request(change: Partial<T>): void {
    const next = { ...latest.current, ...change };
    // Quick changes build on each other without waiting for the page.
    latest.current = next;
    startNavigation(() => {
      setRequestedParams(next);
      navigate(next);
    });
  }

  return { requestedParams, isNavigating, request };
}
