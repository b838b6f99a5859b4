"use client";
import { startTransition } from "react";

/** Ms after which it is done without a frame: a page that is hidden paints none. */
const maxDelayMs = 100;

/**
 * Does what follows a key once the key itself is painted, at low priority: nothing of it stands between the two, and what
 * is drawn for it gives way to the next key.
 */
export function runAfterPaint(act: () => void): void {
  let isDone = false;
  const go = () => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    startTransition(act);
  };
  const timer = setTimeout(go, maxDelayMs);
  // A frame is painted after its callbacks; the first task that follows comes behind both.
  requestAnimationFrame(() => setTimeout(go, 0));
}
