"use client";
import { Cloud } from "lucide-react";
import { useSyncExternalStore } from "react";
import { isSameContent } from "#components/composer/drafts/is-same-content.ts";
import { toDraftContent } from "#components/composer/drafts/to-draft-content.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { getSignInPath } from "#lib/queries/read-resource.ts";
import { formatClockTime } from "#lib/time/format-short.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import type { DraftSession } from "./draft-session.ts";
import { LeaveQuestion } from "./leave-question.tsx";
import { getSaveStatusLabel, type SaveStatusLabel } from "./save-status-label.ts";
import { useDraftSnapshot } from "./use-draft-session.ts";

export type SaveStatusProps = {
  session: DraftSession;
  zone: string;
  /** The edited post as the page began with it and as it is now; null for a new post, or while the edit is submitted. */
  edit: { start: ComposerDraft; draft: ComposerDraft } | null;
};

/** True if the post would change: the edit's text, images, time or points differ from the ones it began with. */
const isEditChanged = ({ start, draft }: NonNullable<SaveStatusProps["edit"]>): boolean =>
  start.images.length !== draft.images.length ||
  !isSameContent(toDraftContent(start, null), toDraftContent(draft, null));

function subscribeToConnection(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Shows where the draft is saved. This is no live region, because the text changes with every pause in typing. */
export function SaveStatus({ session, zone, edit }: SaveStatusProps) {
  const isOnline = useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  );
  // The session notifies before the page renders a keystroke, so that "Saved" never describes unsaved text.
  const snapshot = useDraftSnapshot(session, (whole) => whole);
  const isChanged = edit !== null && isEditChanged(edit);
  const line = getSaveStatusLabel({ ...snapshot, canSave: session.canSave, isOnline, edit: edit && { isChanged } });
  return (
    <>
      {line ? <StatusLine line={line} zone={zone} /> : null}
      {isChanged ? <LeaveQuestion isSaved={session.canSave} /> : null}
    </>
  );
}

function StatusLine({ line: { text, short, at, tone, signIn }, zone }: { line: SaveStatusLabel; zone: string }) {
  const { clock } = usePreferences();
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
