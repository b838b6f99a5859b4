"use client";
import { Cloud } from "lucide-react";
import { useSyncExternalStore } from "react";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { getSignInPath } from "#lib/queries/read-resource.ts";
import { formatClockTime } from "#lib/time/format-short.ts";
import { toWallTime } from "#lib/time/time-zone.ts";
import { getSaveStatusLabel } from "./save-status-label.ts";
import type { useDraftAutosave } from "./use-draft-autosave.ts";

export type SaveStatusProps = {
  kept: Pick<ReturnType<typeof useDraftAutosave>, "here" | "saves" | "clash" | "canSave" | "listen" | "wordsNow">;
  zone: string;
};

function subscribeToConnection(tell: () => void) {
  addEventListener("online", tell);
  addEventListener("offline", tell);
  return () => {
    removeEventListener("online", tell);
    removeEventListener("offline", tell);
  };
}

/** Shows where the draft is saved. This is no live region, because the text changes with every pause in typing. */
export function SaveStatus({ kept, zone }: SaveStatusProps) {
  const { clock } = usePreferences();
  const isOnline = useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  );
  // The store notifies before the page renders a keystroke, so that "Saved" never describes unsaved text.
  const words = useSyncExternalStore(kept.listen, kept.wordsNow, kept.wordsNow);
  const line = getSaveStatusLabel({ ...kept, words, isOnline });
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
