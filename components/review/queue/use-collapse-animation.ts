"use client";
import { type RefCallback, useCallback, useState } from "react";

const collapseMs = 150;

/**
 * Returns the rows that have left a list and are still collapsing; empty with reduced motion.
 * @param ids the rows that are in the list
 */
export function useCollapsingRows(ids: readonly string[]): {
  collapsing: ReadonlySet<string>;
  onCollapsed: (id: string) => void;
} {
  const [previous, setPrevious] = useState({ ids, collapsing: noIds });
  const key = ids.join(" ");
  if (previous.ids.join(" ") !== key) {
    const currentIds = new Set(ids);
    const removedIds = allowsMotion() ? previous.ids.filter((id) => !currentIds.has(id)) : [];
    setPrevious({
      ids,
      collapsing: new Set([...previous.collapsing, ...removedIds].filter((id) => !currentIds.has(id))),
    });
  }
  const onCollapsed = useCallback((id: string) => {
    setPrevious((before) => ({ ...before, collapsing: new Set([...before.collapsing].filter((one) => one !== id)) }));
  }, []);
  return { collapsing: previous.collapsing, onCollapsed };
}

const noIds: ReadonlySet<string> = new Set();

function allowsMotion(): boolean {
  return typeof window !== "undefined" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Collapses a row once `isCollapsing` is true, and reports the end. The returned ref is null before: an effect in each of
 * a hundred rows would cost time with every page.
 */
export function useCollapseAnimation(
  isCollapsing: boolean,
  id: string,
  onCollapsed: (id: string) => void,
): RefCallback<HTMLLIElement> | null {
  const collapse = useCallback(
    (row: HTMLLIElement) => {
      const animation = row.animate(
        [
          { height: `${row.offsetHeight}px`, opacity: 1 },
          { height: 0, minHeight: 0, opacity: 0 },
        ],
        { duration: collapseMs, easing: "ease-out" },
      );
      row.style.overflow = "hidden";
      animation.onfinish = () => onCollapsed(id);
      return () => {
        animation.cancel();
        row.style.overflow = "";
      };
    },
    [id, onCollapsed],
  );
  return isCollapsing ? collapse : null;
}
