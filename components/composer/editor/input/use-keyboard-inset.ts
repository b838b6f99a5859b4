"use client";
import { useEffect } from "react";

/** A smaller change of height is the browser's own bar, px. */
const minKeyboardPx = 120;

/** Lifts bars at the bottom edge above an on-screen keyboard, which covers the page without resizing it. */
export function useKeyboardInset() {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const root = document.documentElement.style;
    const fit = () => {
      const covered = window.innerHeight - view.height - view.offsetTop;
      // A zoomed page shows less of itself without any keyboard.
      if (covered > minKeyboardPx && view.scale < 1.05) root.setProperty("--bottom-bar", `${Math.round(covered)}px`);
      else root.removeProperty("--bottom-bar");
    };
    view.addEventListener("resize", fit);
    view.addEventListener("scroll", fit);
    return () => {
      view.removeEventListener("resize", fit);
      view.removeEventListener("scroll", fit);
      root.removeProperty("--bottom-bar");
    };
  }, []);
}
