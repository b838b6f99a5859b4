"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { createThrottledRefresh } from "#lib/realtime/page-refresh.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";

/** Refreshes the page from the server whenever points may have changed. */
export function LeaderboardAutoRefresh() {
  const registry = useLazyLiveQueryClient();
  const router = useRouter();
  useEffect(() => {
    const refreshes = createThrottledRefresh(router.refresh);
    const stop = registry.listen((touched) => {
      if (touched === "all" || touched === "claims") refreshes.changed();
    });
    return () => {
      stop();
      refreshes.end();
    };
  }, [registry, router]);
  return null;
}
