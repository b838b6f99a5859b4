"use client";
import { useEffect } from "react";
import { getDraftKey, parseStoredDraft, type StoredDraft } from "#components/composer/drafts/draft-storage.ts";

/** Hears what other tabs of this browser keep of the member's drafts. */
export function useOtherTabDrafts(memberId: string, onOther: (draftId: string, kept: StoredDraft) => void): void {
  useEffect(() => {
    const start = getDraftKey(memberId, "");
    const onStorage = ({ key, newValue }: StorageEvent) => {
      const kept = key?.startsWith(start) ? parseStoredDraft(newValue) : null;
      if (key && kept) onOther(key.slice(start.length), kept);
    };
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }, [memberId, onOther]);
}

/** Drafts that lie in this browser alone go to the service, once the page stands and whenever the network is back. */
export function useLocalDraftSync(memberId: string, canSave: boolean, idNow: () => string | null): void {
  useEffect(() => {
    if (!canSave) return;
    const save = () =>
      void import("./sync-local-drafts.ts")
        .then(({ syncLocalDrafts: saveLeftBehind }) => saveLeftBehind(memberId, idNow(), Date.now()))
        .catch(() => undefined);
    const timer = setTimeout(save, firstSyncDelayMs);
    addEventListener("online", save);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", save);
    };
  }, [memberId, canSave, idNow]);
}

/** Ms until what is left from earlier is looked at: nothing in view waits for it. */
const firstSyncDelayMs = 3_000;

/** Moments at which nothing may wait: the page is left or hidden, or the network is back. */
export function usePageLeave(flush: () => void): void {
  useEffect(() => {
    const onMoment = () => flush();
    const moments = [
      [window, "pagehide"],
      [window, "online"],
      [document, "visibilitychange"],
    ] as const;
    for (const [where, moment] of moments) where.addEventListener(moment, onMoment);
    return () => {
      for (const [where, moment] of moments) where.removeEventListener(moment, onMoment);
      flush();
    };
  }, [flush]);
}
