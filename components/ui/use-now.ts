"use client";
import { startTransition, useEffect, useState } from "react";
import { deviceClock, getServerNow } from "./server-clock.ts";

const tickMs = 20_000;
/** Ms that a page may take from the server to the screen: its time is not corrected, which would render it twice. */
const freshMs = 3_000;

/**
 * Returns the current time by the server's clock: first the server's own, so that the page does not change while it
 * loads, then ticking. Each tick is a transition: an urgent update would remove the server's HTML of a part whose code
 * has not loaded yet.
 */
export function useNow(serverNowMs: number): Date {
  const [now, setNow] = useState(() => new Date(serverNowMs));
  useEffect(() => {
    // Includes the time that the first page took to load; the composer measures it exactly.
    deviceClock.aheadMs ??= Date.now() - serverNowMs;
    const tick = () => startTransition(() => setNow(getServerNow()));
    if (Math.abs(getServerNow().getTime() - serverNowMs) > freshMs) tick();
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [serverNowMs]);
  return now;
}
