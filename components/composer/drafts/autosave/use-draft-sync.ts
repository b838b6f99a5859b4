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
  /** Keeps it in the browser. */
  write: (isSaved: boolean) => void;
};

/** How the draft at hand stands with the service: what is on its way there, and what was found there instead. */
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
      // The line that tells it gives way to the next key.
      startTransition(() => setSaves((before) => (isSameSyncStatus(before, next) ? before : next)));
      if (next.clash) {
        const { version, at, gone } = next.clash;
        const draft = saver.current?.clashing();
        // Of another device, what is typed on goes on being kept here; another tab would be written over.
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

  /** The saver comes with the first change: nothing of it is needed to stand. */
  const withSaver = useCallback(
    async (then: (saver: Autosave) => void) => {
      const { id, base } = hand.current.writing;
      if (!canSave || !id) return;
      const loaded = saver.current ? null : await import("./autosave.ts").catch(() => null);
      if (loaded && id === hand.current.writing.id) {
        const one: Autosave = loaded.createAutosave({
          ...{ id, version: base, savedAt: hand.current.savedAt, sent: hand.current.sent },
          // Left for another draft it still brings its words to the service.
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

  /** Other words of it lie there, or in another tab: both texts are shown. `of` is the post whose change it is. */
  const clashWith = useCallback(
    (found: DraftConflict, of: Parameters<typeof toDraftContent>[1]) => {
      const { draft, version, at } = found;
      setClash(found);
      const newer = { content: toDraftContent(draft, of), version, at: at ?? "", gone: null };
      void withSaver((one) => one.held(newer));
    },
    [withSaver],
  );

  /** Whether it was changed elsewhere since it was kept here. `isSure`: it was, although it was never saved from here. */
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

  /** Tells the service what the author chose. */
  const settle = useCallback(
    (choice: "mine" | "theirs" | "copy") => {
      const { id } = hand.current.writing;
      const content = contentNow();
      void withSaver((one) => {
        // First, so that what changes after it is news of no clash.
        one.choose(choice, id ?? "");
        if (choice !== "theirs" && content) one.changed(content);
      });
    },
    [hand, contentNow, withSaver],
  );

  /** Another draft is at hand: nothing is known of it. @returns the saver of the one before */
  const reset = useCallback(() => {
    const left = saver.current;
    saver.current = null;
    setClash(null);
    setSaves(createSyncStatus(null));
    return left;
  }, []);

  /** Its last words go to the service although the tab turns to another draft. @returns the version known by now */
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

  /** No more of it goes to the service. @returns whether something of it is there, or on its way */
  const end = useCallback(() => {
    const one = saver.current;
    one?.end();
    return hand.current.writing.base > 0 || (one?.state().flight ?? null) !== null;
  }, [hand]);
  const restand = useCallback((savedAt: string | null) => setSaves(createSyncStatus(savedAt)), []);
  const unclash = useCallback(() => setClash(null), []);

  return { saves, clash, save, hurry, clashWith, check, settle, reset, leave, end, restand, unclash };
}
