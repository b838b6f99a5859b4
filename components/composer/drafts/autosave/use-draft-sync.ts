"use client";
import { type RefObject, startTransition, useCallback, useRef, useState } from "react";
import { fromDraftContent, toDraftContent } from "#components/composer/drafts/draft-content.ts";
import { getDraftKey } from "#components/composer/drafts/draft-storage.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import type { DraftContent, WorkingDraft } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import type { Autosave } from "./autosave.ts";
import type { AutosaveState } from "./autosave-reducer.ts";
import {
  createSyncStatus,
  type DraftAutosaveOptions,
  type DraftConflict,
  type DraftSession,
  getComposeUrl,
  isSameSyncStatus,
  removeLocalCopyIfSaved,
  replaceComposeUrl,
  type SyncStatus,
  saveInBackground,
} from "./draft-session.ts";

type UseDraftSyncOptions = Pick<DraftAutosaveOptions, "memberId" | "postId" | "opened" | "canSave" | "onTaken"> & {
  hand: RefObject<DraftSession>;
  /** Writes the draft to local storage. */
  write: (isSaved: boolean) => void;
};

/** Syncs the current draft with the service: saves it and detects conflicts. */
export function useDraftSync({ memberId, postId, opened, canSave, onTaken, hand, write }: UseDraftSyncOptions) {
  const [saves, setSaves] = useState<SyncStatus>(() => createSyncStatus(opened?.savedAt ?? null));
  const [clash, setClash] = useState<DraftConflict | null>(null);
  const saver = useRef<Autosave | null>(null);
  const taken = useRef(onTaken);
  taken.current = onTaken;

  const onSaves = useCallback(
    (next: AutosaveState<DraftContent>) => {
      const { current } = hand;
      const isFirst = next.savedAt !== null && next.savedAt !== current.savedAt;
      current.savedAt = next.savedAt;
      // The transition lets the next keystroke interrupt the render of the save status.
      startTransition(() => setSaves((before) => (isSameSyncStatus(before, next) ? before : next)));
      if (next.clash) {
        const { version, at, gone } = next.clash;
        const draft = saver.current?.clashing();
        // During a conflict with another device this browser goes on storing the draft. A conflict with another tab
        // blocks that, because it would overwrite the other tab's copy.
        if (at === "") current.isBlocked = true;
        if (draft) setClash((before) => before ?? { draft, version, at: at === "" ? null : at, gone });
        return;
      }
      if (!isFirst || !current.writing.id) return;
      current.writing.base = next.version;
      current.isClean = !next.wanted && !next.flight && !current.isDirty;
      write(current.isClean);
      replaceComposeUrl(getComposeUrl(postId, current.writing.id));
    },
    [postId, hand, write],
  );

  /** Calls `then` with the autosave, which is loaded with the first change because the page renders without it. */
  const withSaver = useCallback(
    async (then: (saver: Autosave) => void) => {
      const { id, base } = hand.current.writing;
      if (!canSave || !id) return;
      const loaded = saver.current ? null : await import("./autosave.ts").catch(() => null);
      if (loaded && id === hand.current.writing.id) {
        const one: Autosave = loaded.createAutosave({
          id,
          version: base,
          savedAt: hand.current.savedAt,
          sent: hand.current.sent,
          // After the tab turned to another draft, the autosave still saves the last content of this one.
          onChange: (next) =>
            saver.current === one ? onSaves(next) : removeLocalCopyIfSaved(getDraftKey(memberId, one.id()), next),
        });
        saver.current ??= one;
      }
      if (saver.current && id === hand.current.writing.id) then(saver.current);
    },
    [memberId, canSave, hand, onSaves],
  );

  const contentNow = useCallback((): DraftContent | null => {
    const { draft, version } = hand.current.writing;
    return draft && toDraftContent(draft, postId === null ? null : { id: postId, version: version ?? 0 });
  }, [postId, hand]);

  const save = useCallback(() => {
    const content = contentNow();
    if (content) void withSaver((one) => one.changed(content));
  }, [contentNow, withSaver]);

  const hurry = useCallback(() => void withSaver((one) => one.flush()), [withSaver]);

  /**
   * Starts a conflict with a version on the service or in another tab, and shows both texts.
   * @param of the post that the draft edits
   */
  const clashWith = useCallback(
    (found: DraftConflict, of: Parameters<typeof toDraftContent>[1]) => {
      const { draft, version, at } = found;
      setClash(found);
      const newer = { content: toDraftContent(draft, of), version, at: at ?? "", gone: null };
      void withSaver((one) => one.held(newer));
    },
    [withSaver],
  );

  /**
   * Checks for changes elsewhere since this browser stored the draft.
   * @param isSure checks even if this browser never saved the draft
   */
  const check = useCallback(
    (isSure = false) => {
      const onNewer = (newer: WorkingDraft | null) => {
        if (!newer) return;
        const draft: ComposerDraft = fromDraftContent(newer, newId);
        Object.assign(hand.current.writing, { base: newer.version, draft });
        hand.current.isClean = true;
        taken.current(draft);
      };
      if (isSure || hand.current.writing.base > 0) {
        void withSaver((one) => void one.check(() => hand.current.isClean, contentNow).then(onNewer));
      }
    },
    [hand, withSaver, contentNow],
  );

  /** Passes the author's choice to the autosave. */
  const settle = useCallback(
    (choice: "mine" | "theirs" | "copy") => {
      const { id } = hand.current.writing;
      const content = contentNow();
      void withSaver((one) => {
        // The choice comes first, so that the change after it belongs to no conflict.
        one.choose(choice, id ?? "");
        if (choice !== "theirs" && content) one.changed(content);
      });
    },
    [hand, contentNow, withSaver],
  );

  /** Forgets the sync state for another draft. @returns the autosave of the previous draft */
  const reset = useCallback(() => {
    const left = saver.current;
    saver.current = null;
    setClash(null);
    setSaves(createSyncStatus(null));
    return left;
  }, []);

  /**
   * Saves the last content to the service although the tab turns to another draft.
   * @returns a function that gives the draft's last known version
   */
  const leave = useCallback(() => {
    const { id, base } = hand.current.writing;
    const [content, left] = [contentNow(), saver.current];
    if (!hand.current.isClean) {
      if (content) left?.changed(content);
      if (content && id && !left && canSave) {
        void saveInBackground(getDraftKey(memberId, id), { id, base, content }).catch(() => undefined);
      }
    }
    return () => left?.state().version ?? 0;
  }, [memberId, canSave, hand, contentNow]);

  /** Stops saving. @returns true if the service has a version of the draft, or a save is in flight */
  const end = useCallback(() => {
    const one = saver.current;
    one?.end();
    return hand.current.writing.base > 0 || (one?.state().flight ?? null) !== null;
  }, [hand]);
  const restand = useCallback((savedAt: string | null) => setSaves(createSyncStatus(savedAt)), []);
  const unclash = useCallback(() => setClash(null), []);

  return { saves, clash, save, hurry, clashWith, check, settle, reset, leave, end, restand, unclash };
}
