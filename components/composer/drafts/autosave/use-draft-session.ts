"use client";
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { getDraftKey, parseStoredDraft } from "#components/composer/drafts/draft-storage-format.ts";
import {
  createDraftSession,
  type DraftSession,
  type DraftSessionOptions,
  type DraftSessionSnapshot,
} from "./draft-session.ts";

/** Ms before the first sync of older drafts. Nothing in view waits for the sync. */
const firstSyncDelayMs = 3_000;

/** Creates the page's draft session and connects it to other tabs, the network and the end of the page. */
export function useDraftSession(options: DraftSessionOptions): DraftSession {
  const [session] = useState(() => createDraftSession(options));
  const { memberId } = options;

  useEffect(() => {
    const keyStart = getDraftKey(memberId, "");
    const onStorage = ({ key, newValue }: StorageEvent) => {
      const stored = key?.startsWith(keyStart) ? parseStoredDraft(newValue) : null;
      if (key && stored) session.onOtherTabStored(key.slice(keyStart.length), stored);
    };
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }, [session, memberId]);

  // Saves at once when the page is left or hidden, or the network returns. The next composer reads the draft in an
  // effect: the last text is stored before that.
  useLayoutEffect(() => {
    const close = session.open();
    const flush = () => session.flush();
    const stop = new AbortController();
    addEventListener("pagehide", flush, stop);
    addEventListener("online", flush, stop);
    document.addEventListener("visibilitychange", flush, stop);
    return () => {
      stop.abort();
      close();
    };
  }, [session]);

  // Saves drafts that only this browser has, some seconds after the page loaded and whenever the network returns.
  useEffect(() => {
    if (!session.canSave) return;
    const save = () =>
      void import("./sync-local-drafts.ts")
        .then(({ syncLocalDrafts }) => syncLocalDrafts(memberId, session.getDraftId(), Date.now()))
        .catch(() => undefined);
    const timer = setTimeout(save, firstSyncDelayMs);
    addEventListener("online", save);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", save);
    };
  }, [session, memberId]);

  return session;
}

/** Returns a value of the session's snapshot; the component renders again only when that value changes. */
export function useDraftSnapshot<T>(session: DraftSession, select: (snapshot: DraftSessionSnapshot) => T): T {
  const read = () => select(session.get());
  return useSyncExternalStore(session.subscribe, read, read);
}
