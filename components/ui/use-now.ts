"use client";
import { startTransition, useEffect, useState } from "react";

const tickMs = 20_000;

/**
 * Returns the current time: first the server's, so that the page does not change while it loads, then ticking. Each
 * tick is a transition: an urgent update would remove the server's HTML of a part whose code has not loaded yet.
 */
export function useNow(serverNowMs: number): Date {
  const [nowMs, setNowMs] = useState(serverNowMs);
  useEffect(() => {
    const tick = () => startTransition(() => setNowMs(Date.now()));
    tick();
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, []);
  return new Date(nowMs);
}
