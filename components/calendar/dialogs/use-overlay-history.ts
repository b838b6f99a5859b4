"use client";
import { useEffect, useRef, useState } from "react";
import type { CalendarOverlay } from "./calendar-overlay.ts";

/** The field of the history entry's state that holds the open dialog. */
const stateField = "calendarOverlay";
/** The parameter of the address with the post of the open dialog. */
const postParam = "post";
/** Ms that a step back may take on a busy machine. */
const backMs = 3_000;

function readHistoryOverlay(state: unknown): CalendarOverlay | null {
  return (state as Record<string, CalendarOverlay> | null)?.[stateField] ?? null;
}

function getPathWithPost(postId: string | null): string {
  const url = new URL(location.href);
  if (postId === null) url.searchParams.delete(postParam);
  else url.searchParams.set(postParam, postId);
  return url.pathname + url.search;
}

/**
 * The calendar's open dialog, as an entry of the browser's history: Back closes it, and the address names its post. The
 * entry keeps the state that Next stored with the page, so Next sees no navigation.
 */
export function useOverlayHistory() {
  const [overlay, setOverlay] = useState<CalendarOverlay | null>(null);
  /** The last change, which the history follows. */
  const latest = useRef<CalendarOverlay | null>(null);
  const closing = useRef<Promise<void> | null>(null);

  function show(next: CalendarOverlay | null) {
    latest.current = next;
    setOverlay(next);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` reads nothing of a render
  useEffect(() => {
    const postId = new URL(location.href).searchParams.get(postParam);
    show(postId === null ? readHistoryOverlay(history.state) : { type: "subject", postId });
    // During a step back of `close`, the next dialog may be open already.
    const onTraversal = (event: PopStateEvent) => closing.current ?? show(readHistoryOverlay(event.state));
    addEventListener("popstate", onTraversal);
    return () => removeEventListener("popstate", onTraversal);
  }, []);

  function close() {
    show(null);
    if (closing.current !== null) return;
    if (readHistoryOverlay(history.state)) {
      closing.current = new Promise<void>((resolve) => {
        addEventListener("popstate", () => resolve(), { once: true });
        setTimeout(resolve, backMs);
      }).then(() => {
        closing.current = null;
      });
      history.back();
    } else if (new URL(location.href).searchParams.has(postParam)) {
      // A link or a reload led to the dialog: there is no entry without it.
      history.replaceState(history.state, "", getPathWithPost(null));
    }
  }

  /**
   * Opens a dialog, or another in place of the open one; null closes it.
   * @param isTransient true keeps the history as it is: for a dialog that opens while the page is on its way to another
   */
  function open(next: CalendarOverlay | null, isTransient = false) {
    if (next === null) return latest.current === null ? undefined : close();
    show(next);
    if (!isTransient) afterClose(() => latest.current === next && writeHistory(next));
  }

  /** Runs `action` once the entry of a dialog that is closing is gone: the step back would undo it. */
  function afterClose(action: () => void) {
    if (closing.current === null) action();
    else void closing.current.then(action);
  }

  return { overlay, open, afterClose };
}

/** Adds an entry for a dialog, or changes the entry of the open one. */
function writeHistory(overlay: CalendarOverlay) {
  const state = { ...history.state, [stateField]: overlay };
  const path = getPathWithPost(overlay.type === "subject" ? overlay.postId : null);
  if (readHistoryOverlay(history.state)) history.replaceState(state, "", path);
  else history.pushState(state, "", path);
}
