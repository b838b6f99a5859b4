"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { gatherRefreshes } from "#lib/realtime/page-refresh.ts";
import { useDesk } from "#lib/realtime/use-live-query.ts";

/** Draws the leaderboard anew on the server whenever points may have changed. */
export function FollowBoard() {
  const desk = useDesk();
  const router = useRouter();
  useEffect(() => {
    const refreshes = gatherRefreshes(router.refresh);
    const stop = desk.listen((touched) => {
      if (touched === "all" || touched === "claims") refreshes.changed();
    });
    return () => {
      stop();
      refreshes.end();
    };
  }, [desk, router]);
  return null;
}
