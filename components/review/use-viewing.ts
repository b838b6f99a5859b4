"use client";
import { useEffect } from "react";
import { viewClaim } from "#lib/actions/claims.ts";

/** Ms on a claim before it is marked: thirty a minute need no marks. */
const dwellMs = 800;
/** The service keeps a mark for 30 s. */
const againMs = 20_000;

/** Marks the claim in view as looked at, for as long as the tab is in view. Not being able to is no failure of the review. */
export function useClaimPresence(id: string | null, isOn: boolean): void {
  useEffect(() => {
    if (id === null || !isOn) return;
    const mark = () => {
      if (document.visibilityState === "visible" && navigator.onLine) void viewClaim({ id }).catch(() => undefined);
    };
    const first = setTimeout(mark, dwellMs);
    const timer = setInterval(mark, againMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [id, isOn]);
}
