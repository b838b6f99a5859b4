"use client";
import { Cloud } from "lucide-react";
import { useSyncExternalStore } from "react";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { getSignInPath } from "#lib/queries/read-resource.ts";
import { formatClockTime } from "#lib/time/format-short.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import type { DraftSession } from "./draft-session.ts";
import { getSaveStatusLabel } from "./save-status-label.ts";
import { useDraftSnapshot } from "./use-draft-session.ts";

export type SaveStatusProps = {
  session: DraftSession;
  zone: string;
};

function subscribeToConnection(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Shows where the draft is saved. This is no live region, because the text changes with every pause in typing. */
export function SaveStatus({ session, zone }: SaveStatusProps) {
  const { clock } = usePreferences();
  const isOnline = useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  );
  // The session notifies before the page renders a keystroke, so that "Saved" never describes unsaved text.
  const snapshot = useDraftSnapshot(session, (whole) => whole);
  const line = getSaveStatusLabel({ ...snapshot, canSave: session.canSave, isOnline });
  if (!line) return null;
  const { text, short, at, tone, signIn } = line;
  return (
    <span className={`inline-flex min-w-0 items-center gap-1.5 ${tone === "warn" ? "text-publishing" : ""}`}>
      <Cloud className="size-4 shrink-0" />
      <span className="truncate">
        {short ? (
          <>
            <span className="sm:hidden">{short}</span>
            <span className="max-sm:hidden">{text}</span>
          </>
        ) : (
          text
        )}
        {at ? (
          <>
            {" "}
            <time dateTime={at}>{formatClockTime(toWallTime(new Date(at), zone).time, clock)}</time>
          </>
        ) : null}
      </span>
      {signIn ? (
        // This browser has the draft, and the link returns to the draft after the sign-in.
        <a
          href={getSignInPath(location.pathname + location.search)}
          className="shrink-0 font-semibold text-accent underline"
        >
          Sign in
        </a>
      ) : null}
    </span>
  );
}
