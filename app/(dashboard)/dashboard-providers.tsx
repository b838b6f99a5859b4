"use client";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { PreferencesContext } from "#lib/queries/preferences-context.ts";
import type { InvalidationScope } from "#lib/realtime/event-source.ts";
import { refreshIfServerReady } from "#lib/realtime/page-refresh.ts";
import { createRealtimeClient, RealtimeContext } from "#lib/realtime/realtime-client.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";

type DashboardProvidersProps = {
  /** The session is due to be renewed. */
  keep: boolean;
  /** Path of the event stream; null where the service tells nothing by itself. */
  events: string | null;
  /** When the page was read, where the stream tells what changed since. */
  since: string | null;
  preferences: DisplayPreferences;
  children: ReactNode;
};

/** Ms after which what keeps a page current is fetched ahead: the page stands by then, and a server that stops costs nothing. */
const aheadMs = 4_000;

/** What the pages of the desk share in the browser. */
export function DashboardProviders({ keep, events, since, preferences, children }: DashboardProvidersProps) {
  const [desk] = useState(createRealtimeClient);
  // Of the page that was opened first: those that follow are read while the stream is open.
  const [first] = useState(since);
  const router = useRouter();

  useEffect(() => {
    // A page can't set a cookie while it renders; any read can.
    if (keep) void fetch("/read/me", { cache: "no-store" }).catch(() => undefined);
  }, [keep]);

  useEffect(() => {
    let end: (() => void) | null = null;
    let isGone = false;
    // Comes after the page stands; should it not be had now, coming back or online tries again.
    const start = () =>
      void import("#lib/realtime/event-source.ts").then(
        ({ subscribeToEvents: hear }) => {
          // Code that failed to load once is not loaded again by the browser's own runtime: the server draws anew instead.
          const onTouched = (touched: InvalidationScope) =>
            void desk.touch(touched).catch(() => refreshIfServerReady(router.refresh));
          if (!isGone) end ??= hear({ path: events, since: first, onTouched });
        },
        () => undefined,
      );
    start();
    const ahead = setTimeout(() => void import("#lib/realtime/query-cache.ts").catch(() => undefined), aheadMs);
    document.addEventListener("visibilitychange", start);
    addEventListener("online", start);
    return () => {
      isGone = true;
      clearTimeout(ahead);
      end?.();
      document.removeEventListener("visibilitychange", start);
      removeEventListener("online", start);
      desk.close();
    };
  }, [desk, events, first, router]);

  return (
    <PreferencesContext value={preferences}>
      <RealtimeContext value={desk}>{children}</RealtimeContext>
    </PreferencesContext>
  );
}
