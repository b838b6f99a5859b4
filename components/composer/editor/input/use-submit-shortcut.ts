"use client";
import { useEffect, useRef } from "react";

/** Submits on Ctrl/⌘ Enter anywhere on the page, except while an overlay is open. */
export function useSubmitShortcut(send: () => void): void {
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing || event.repeat) return;
      if (document.querySelector("[data-dialog],[role=dialog]")) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
