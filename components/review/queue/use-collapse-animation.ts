"use client";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

const foldMs = 150;

/**
 * Returns the rows that have left a list and are still collapsing; empty with reduced motion.
 * @param ids the rows that are in the list
 */
export function useCollapsingRows(ids: readonly string[]): {
  folding: ReadonlySet<string>;
  onFolded: (id: string) => void;
} {
  const [seen, setSeen] = useState({ ids, folding: nothing });
  const key = ids.join(" ");
  if (seen.ids.join(" ") !== key) {
    const stays = new Set(ids);
    const gone = wantsMotion() ? seen.ids.filter((id) => !stays.has(id)) : [];
    setSeen({ ids, folding: new Set([...seen.folding, ...gone].filter((id) => !stays.has(id))) });
  }
  const onFolded = useCallback((id: string) => {
    setSeen((before) => ({ ...before, folding: new Set([...before.folding].filter((one) => one !== id)) }));
  }, []);
  return { folding: seen.folding, onFolded };
}

const nothing: ReadonlySet<string> = new Set();

function wantsMotion(): boolean {
  return typeof window !== "undefined" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Collapses a row once `isFolding` is true, and reports the end. */
export function useCollapseAnimation(
  isFolding: boolean,
  id: string,
  onFolded: (id: string) => void,
): RefObject<HTMLLIElement | null> {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const element = row.current;
    if (!isFolding || !element) return;
    const fold = element.animate(
      [
        { height: `${element.offsetHeight}px`, opacity: 1 },
        { height: 0, minHeight: 0, opacity: 0 },
      ],
      { duration: foldMs, easing: "ease-out" },
    );
    element.style.overflow = "hidden";
    fold.onfinish = () => onFolded(id);
    return () => {
      fold.cancel();
      element.style.overflow = "";
    };
  }, [isFolding, id, onFolded]);
  return row;
}
