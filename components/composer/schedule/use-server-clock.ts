"use client";
import { useEffect, useState } from "react";
import { useNow } from "#components/ui/use-now.ts";

/**
 * Returns the time by the server's clock, and a sentence if the device's clock is wrong. Measures once `isNeeded`: the
 * author began, or a time is in view.
 * @param serverNowMs the server's time when it rendered the page
 */
export function useServerClock(serverNowMs: number, isNeeded: boolean): { now: Date; clockNote: string | null } {
  const localNow = useNow(serverNowMs);
  const [{ aheadMs, clockNote }, setRead] = useState<{ aheadMs: number; clockNote: string | null }>({
    aheadMs: 0,
    clockNote: null,
  });
  useEffect(() => {
    if (!isNeeded) return;
    const update = () =>
      void import("./clock-skew.ts")
        .then(async ({ measureClockSkew: readClock, formatClockSkew: clockWords }) => {
          const ahead = await readClock();
          setRead({ aheadMs: ahead, clockNote: clockWords(ahead) });
        })
        .catch(() => undefined);
    update();
    addEventListener("online", update);
    return () => removeEventListener("online", update);
  }, [isNeeded]);
  // Until the first measurement the hook returns the server's own time.
  return { now: new Date(localNow.getTime() - aheadMs), clockNote };
}
