"use client";
import { useEffect, useState } from "react";
import { useNow } from "../../ui/use-now.ts";
import { clockWords, readClock } from "./clock.ts";

/** Now by the server's clock, and a sentence where the device's own is off. `serverNowMs`: as the page was drawn. */
export function useClock(serverNowMs: number): { now: Date; clockNote: string | null } {
  const here = useNow(serverNowMs);
  const [aheadMs, setAheadMs] = useState(0);
  useEffect(() => {
    const look = () => void readClock().then(setAheadMs);
    look();
    addEventListener("online", look);
    return () => removeEventListener("online", look);
  }, []);
  // Before the first look what is shown is the server's own time.
  return { now: new Date(here.getTime() - aheadMs), clockNote: clockWords(aheadMs) };
}
