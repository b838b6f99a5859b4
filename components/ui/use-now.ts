"use client";
import { startTransition, useEffect, useState } from "react";
import { deviceClock, getServerNow } from "./server-clock.ts";

const tickMs = 20_000;
/** Ms by which the shown time may be late when a page comes from the server: a correction would render it twice. */
const lateMs = 3_000;

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
    // Compares the shown time, not `serverNowMs`: a page that the server renders again and again would never tick.
    startTransition(() =>
      setNow((shown) => {
        const serverNow = getServerNow();
        return Math.abs(serverNow.getTime() - shown.getTime()) > lateMs ? serverNow : shown;
      }),
    );
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [serverNowMs]);
  return now;
}
