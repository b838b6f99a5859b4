"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { InvalidationScope } from "#lib/realtime/event-source.ts";
import { createThrottledRefresh } from "#lib/realtime/page-refresh.ts";

type WallRealtimeRefreshProps = { events: string | null; since: string | null; closePath: string };

/** Keeps the wall up to date and the screen awake while the wall is visible; Escape leaves it. */
export function WallRealtimeRefresh({ events, since, closePath }: WallRealtimeRefreshProps) {
  const router = useRouter();
  // Keeps the time of the page that was opened first: later pages are read while the stream is open.
  const [first] = useState(since);
  useEffect(() => {
    const refreshes = createThrottledRefresh(router.refresh);
    let unsubscribe: (() => void) | null = null;
    let isCanceled = false;
    void import("#lib/realtime/event-source.ts").then(
      ({ subscribeToEvents: subscribe }) => {
        const onTouched = (touched: InvalidationScope) => {
          if (touched === "all" || touched === "claims") refreshes.changed();
        };
        if (!isCanceled) unsubscribe = subscribe({ path: events, since: first, onTouched });
      },
      // Without the stream the wall stays as it was read; returning to the page reads it again.
      () => undefined,
    );
    return () => {
      isCanceled = true;
      unsubscribe?.();
      refreshes.end();
    };
  }, [events, first, router]);

  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => key === "Escape" && router.push(closePath);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [closePath, router]);

  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    // A hidden page loses its wake lock, and a low battery may refuse one: then the screen sleeps as usual.
    const requestWakeLock = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
      lock = await navigator.wakeLock.request("screen").catch(() => null);
    };
    void requestWakeLock();
    document.addEventListener("visibilitychange", requestWakeLock);
    return () => {
      document.removeEventListener("visibilitychange", requestWakeLock);
      void lock?.release().catch(() => undefined);
    };
  }, []);
  return null;
}
