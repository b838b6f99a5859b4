"use client";
import { useEffect, useState } from "react";
import { useNow } from "#components/ui/use-now.ts";

/**
 * Returns the time by the server's clock, and a sentence if the device's clock is wrong. Measures once `isNeeded`: the
 * author began, or a time is in view.
 * @param serverNowMs the server's time when it rendered the page
 */
export function useServerClock(serverNowMs: number, isNeeded: boolean): { now: Date; clockNote: string | null } {
  const now = useNow(serverNowMs);
  const [clockNote, setClockNote] = useState<string | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    const update = () =>
      void import("./clock-skew.ts")
        .then(async ({ measureClockSkew, formatClockSkew }) => setClockNote(formatClockSkew(await measureClockSkew())))
        .catch(() => undefined);
    update();
    addEventListener("online", update);
    return () => removeEventListener("online", update);
  }, [isNeeded]);
  return { now, clockNote };
}
