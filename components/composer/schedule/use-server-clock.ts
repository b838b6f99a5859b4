"use client";
import { useEffect, useState } from "react";
import { useNow } from "#components/ui/use-now.ts";

/**
 * Now by the server's clock, and a sentence where the device's own is off. `serverNowMs`: as the page was drawn. Looked at
 * once `isNeeded`: something is begun, or a time is in view.
 */
export function useServerClock(serverNowMs: number, isNeeded: boolean): { now: Date; clockNote: string | null } {
  const here = useNow(serverNowMs);
  const [{ aheadMs, clockNote }, setRead] = useState<{ aheadMs: number; clockNote: string | null }>({
    aheadMs: 0,
    clockNote: null,
  });
  useEffect(() => {
    if (!isNeeded) return;
    const look = () =>
      void import("./clock-skew.ts")
        .then(async ({ measureClockSkew: readClock, formatClockSkew: clockWords }) => {
          const ahead = await readClock();
          setRead({ aheadMs: ahead, clockNote: clockWords(ahead) });
        })
        .catch(() => undefined);
    look();
    addEventListener("online", look);
    return () => removeEventListener("online", look);
  }, [isNeeded]);
  // Before the first look what is shown is the server's own time.
  return { now: new Date(here.getTime() - aheadMs), clockNote };
}
