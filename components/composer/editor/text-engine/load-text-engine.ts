"use client";
import { useEffect, useState } from "react";

const interactionEvents = ["focusin", "pointerdown", "keydown"] as const;

/**
 * Returns true from the first interaction with the page on, the time to load code that writing needs and reading does
 * not.
 */
function useFirstInteraction(): boolean {
  const [isBegun, setIsBegun] = useState(false);
  useEffect(() => {
    const begin = () => setIsBegun(true);
    // A field may have been focused before hydration.
    if (document.activeElement instanceof HTMLTextAreaElement) begin();
    for (const sign of interactionEvents) addEventListener(sign, begin, { once: true, passive: true });
    return () => {
      for (const sign of interactionEvents) removeEventListener(sign, begin);
    };
  }, []);
  return isBegun;
}

export type TextEngine = typeof import("./text-engine.ts");
let loading: Promise<TextEngine> | null = null;

export function loadTextEngine(): Promise<TextEngine> {
  loading ??= import("./text-engine.ts").catch((error: unknown) => {
    // After a failure, for example offline, the next call loads again.
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Returns the text engine, or null until it is loaded. It loads once there is something to count or the author
 * interacts with the page; nobody needs its 11 KB to read an empty page.
 */
export function useLazyTextEngine(isNeeded: boolean): TextEngine | null {
  const [engine, setMeasure] = useState<TextEngine | null>(null);
  const isBegun = useFirstInteraction();
  const isWanted = isNeeded || isBegun;
  useEffect(() => {
    if (!isWanted) return;
    let isMounted = true;
    loadTextEngine().then(
      (loaded) => isMounted && setMeasure(() => loaded),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [isWanted]);
  return engine;
}
