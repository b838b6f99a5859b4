"use client";
import { useEffect, useState } from "react";

const tickMs = 20_000;

/** The time now, first as the server saw it, so that the page does not change as it loads; then ticking. */
export function useNow(serverNowMs: number): Date {
  const [nowMs, setNowMs] = useState(serverNowMs);
  useEffect(() => {
    const tick = () => setNowMs(Date.now());
    tick();
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, []);
  return new Date(nowMs);
}
