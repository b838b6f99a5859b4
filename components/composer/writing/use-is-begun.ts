"use client";
import { useEffect, useState } from "react";

const interactionEvents = ["focusin", "pointerdown", "keydown"] as const;

/** True from the first touch of the page on: the moment to fetch what writing needs and reading does not. */
export function useFirstInteraction(): boolean {
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
