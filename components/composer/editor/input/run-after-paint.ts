"use client";
import { startTransition } from "react";

/** Ms after which the function runs without a frame, because a hidden page paints none. */
const maxDelayMs = 100;

/**
 * Runs a function after the paint of a keystroke at low priority. The next keystroke interrupts the render that
 * follows.
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
  // A frame is painted after its callbacks, so the first task after them runs after the paint.
  requestAnimationFrame(() => setTimeout(go, 0));
}
