"use client";
import { type ReactNode, useEffect, useState } from "react";
import { DeskContext, makeDesk } from "#lib/queries/desk";
import { PreferencesContext } from "#lib/queries/preferences";
import type { Preferences } from "#lib/time/preferences";

type DeskProps = {
  /** The session is due to be renewed. */
  keep: boolean;
  /** Path of the event stream; null where the service tells nothing by itself. */
  events: string | null;
  preferences: Preferences;
  children: ReactNode;
};

/** What the pages of the desk share in the browser. */
export function Desk({ keep, events, preferences, children }: DeskProps) {
  const [desk] = useState(makeDesk);

  useEffect(() => {
    // A page can't set a cookie while it renders; any read can.
    if (keep) void fetch("/read/me", { cache: "no-store" }).catch(() => undefined);
  }, [keep]);

  useEffect(() => {
    let end: (() => void) | null = null;
    let isGone = false;
    // Comes after the page stands; should it not be had now, coming back or online tries again.
    const start = () =>
      void import("#lib/queries/hear").then(
        ({ hear }) => {
          if (!isGone) end ??= hear({ path: events, onTouched: desk.touch });
        },
        () => undefined,
      );
    start();
    document.addEventListener("visibilitychange", start);
    addEventListener("online", start);
    return () => {
      isGone = true;
      end?.();
      document.removeEventListener("visibilitychange", start);
      removeEventListener("online", start);
      desk.close();
    };
  }, [desk, events]);

  return (
    <PreferencesContext value={preferences}>
      <DeskContext value={desk}>{children}</DeskContext>
    </PreferencesContext>
  );
}
