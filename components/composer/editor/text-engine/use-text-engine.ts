"use client";
import { useEffect, useState } from "react";

const interactionEvents = ["focusin", "pointerdown", "keydown"] as const;

/** True from the first touch of the page on: the moment to fetch what writing needs and reading does not. */
function useFirstInteraction(): boolean {
  const [isBegun, setIsBegun] = useState(false);
  useEffect(() => {
    const begin = () => setIsBegun(true);
    // A field may have been entered before the page came to life.
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

/** Loads the text engine once. */
export function loadTextEngine(): Promise<TextEngine> {
  loading ??= import("./text-engine.ts").catch((error: unknown) => {
    // Offline for a moment: asked again next time.
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * The text engine, or null until it is there. It is fetched when there is something to count, or when somebody begins
 * with the page; nobody needs its 11 KB to read an empty sheet.
 */
export function useTextEngine(isNeeded: boolean): TextEngine | null {
  const [measure, setMeasure] = useState<TextEngine | null>(null);
  const isBegun = useFirstInteraction();
  const isWanted = isNeeded || isBegun;
  useEffect(() => {
    if (!isWanted) return;
    let here = true;
    loadTextEngine().then(
      (loaded) => here && setMeasure(() => loaded),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [isWanted]);
  return measure;
}
