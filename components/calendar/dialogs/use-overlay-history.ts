"use client";
import { useEffect, useRef, useState } from "react";
import type { CalendarOverlay } from "./calendar-overlay.ts";

/** The field of the history entry's state that holds the open dialog. */
const stateField = "calendarOverlay";
/** The parameter of the address with the post of the open dialog. */
const postParam = "post";
/** Ms that a step back may take. */
const backMs = 500;

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
  const closing = useRef<Promise<void> | null>(null);

  useEffect(() => {
    const postId = new URL(location.href).searchParams.get(postParam);
    setOverlay(postId === null ? readHistoryOverlay(history.state) : { type: "subject", postId });
    const onTraversal = (event: PopStateEvent) => setOverlay(readHistoryOverlay(event.state));
    addEventListener("popstate", onTraversal);
    return () => removeEventListener("popstate", onTraversal);
  }, []);

  function close() {
    setOverlay(null);
    if (readHistoryOverlay(history.state)) {
      closing.current = new Promise((resolve) => {
        addEventListener("popstate", () => resolve(), { once: true });
        setTimeout(resolve, backMs);
      });
      history.back();
    } else if (new URL(location.href).searchParams.has(postParam)) {
      // A link or a reload led to the dialog: there is no entry without it.
      history.replaceState(null, "", getPathWithPost(null));
    }
  }

  /**
   * Opens a dialog, or another in place of the open one; null closes it.
   * @param isTransient true keeps the history as it is: for a dialog that opens while the page is on its way to another
   */
  function open(next: CalendarOverlay | null, isTransient = false) {
    if (next === null) return overlay === null ? undefined : close();
    setOverlay(next);
    if (isTransient) return;
    const state = { ...history.state, [stateField]: next };
    const path = getPathWithPost(next.type === "subject" ? next.postId : null);
    if (readHistoryOverlay(history.state)) history.replaceState(state, "", path);
    else history.pushState(state, "", path);
  }

  /** Runs `navigate` once the entry of a dialog that is closing is gone: a step back would undo the navigation. */
  function afterClose(navigate: () => void) {
    if (closing.current === null) return navigate();
    void closing.current.then(() => {
      closing.current = null;
      navigate();
    });
  }

  return { overlay, open, afterClose };
}
