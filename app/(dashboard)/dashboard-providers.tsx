"use client";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { PreferencesContext } from "#lib/queries/preferences-context.ts";
import { RoleContext } from "#lib/queries/role-context.ts";
import type { InvalidationScope } from "#lib/realtime/event-source.ts";
import { createLazyLiveQueryClient, LazyLiveQueryClientContext } from "#lib/realtime/lazy-live-query-client.ts";
import { refreshIfServerReady } from "#lib/realtime/page-refresh.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";

type DashboardProvidersProps = {
  /** True when the session is due for renewal. */
  keep: boolean;
  /** Path of the event stream; null when the service has none. */
  events: string | null;
  /** Time at which the server read the page, for an event stream that can report what changed since. */
  since: string | null;
  preferences: DisplayPreferences;
  role: string;
  children: ReactNode;
};

/**
 * Delay in ms before the query cache is fetched ahead: the page has rendered by then, and the app survives a server
 * that stops later.
 */
const aheadMs = 4_000;

/** Provides the realtime client and the display preferences to the dashboard's pages. */
export function DashboardProviders({ keep, events, since, preferences, role, children }: DashboardProvidersProps) {
  const [desk] = useState(() => createLazyLiveQueryClient(events !== null));
  // Keeps the time of the page that was opened first: later pages are read while the stream is open.
  const [first] = useState(since);
  const router = useRouter();

  useEffect(() => {
    // A page can't set a cookie while it renders; any read can.
    if (keep) void fetch("/read/me", { cache: "no-store" }).catch(() => undefined);
  }, [keep]);

  useEffect(() => {
    let end: (() => void) | null = null;
    let isGone = false;
    // Loads after the page has rendered; when loading fails, the next `visibilitychange` or `online` event tries again.
    const start = () =>
      void import("#lib/realtime/event-source.ts").then(
        ({ subscribeToEvents: hear }) => {
          // Browsers don't retry a module that failed to load once, so the server renders the page again instead.
          const onTouched = (touched: InvalidationScope) =>
            void desk.touch(touched).catch(() => refreshIfServerReady(router.refresh));
          if (!isGone) end ??= hear({ path: events, since: first, onTouched });
        },
        () => undefined,
      );
    start();
    const ahead = setTimeout(() => void import("#lib/realtime/live-query-client.ts").catch(() => undefined), aheadMs);
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
      <RoleContext value={role}>
        <LazyLiveQueryClientContext value={desk}>{children}</LazyLiveQueryClientContext>
      </RoleContext>
    </PreferencesContext>
  );
}
