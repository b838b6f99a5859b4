"use client";
import { type ReactNode, useEffect, useState } from "react";
import { DeskContext, makeDesk } from "#lib/queries/desk";
import { PreferencesContext } from "#lib/queries/preferences";
import type { Preferences } from "#lib/time/preferences";

type DeskProps = { keep: boolean; preferences: Preferences; children: ReactNode };

/** What the pages of the desk share in the browser. `keep`: the session is due to be renewed. */
export function Desk({ keep, preferences, children }: DeskProps) {
  const [desk] = useState(makeDesk);

  useEffect(() => {
    // A page can't set a cookie while it renders; any read can.
    if (keep) void fetch("/read/me", { cache: "no-store" }).catch(() => undefined);
  }, [keep]);

  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState === "visible" && desk.hasReadings()) void desk.wake().catch(() => undefined);
    };
    document.addEventListener("visibilitychange", onReturn);
    addEventListener("online", onReturn);
    return () => {
      document.removeEventListener("visibilitychange", onReturn);
      removeEventListener("online", onReturn);
      desk.close();
    };
  }, [desk]);

  return (
    <PreferencesContext value={preferences}>
      <DeskContext value={desk}>{children}</DeskContext>
    </PreferencesContext>
  );
}
