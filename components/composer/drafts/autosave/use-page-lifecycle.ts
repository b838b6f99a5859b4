"use client";
import { useEffect } from "react";
import { getDraftKey, parseStoredDraft, type StoredDraft } from "#components/composer/drafts/draft-storage.ts";

/** Calls `onOther` when another tab of this browser stores one of the member's drafts. */
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

/** Saves drafts that only this browser has, some seconds after the page loaded and whenever the network returns. */
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

/** Ms before the first sync of older drafts. Nothing in view waits for the sync. */
const firstSyncDelayMs = 3_000;

/** Calls `flush` at once when the page is left or hidden, or the network returns. */
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
