"use client";
import { startTransition, useEffect, useState } from "react";

const tickMs = 20_000;

/**
 * The time now, first as the server saw it, so that the page does not change as it loads; then ticking. A tick waits for
 * what is still on its way: told at once it would take away what the server sent of a part whose code has not come yet.
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
