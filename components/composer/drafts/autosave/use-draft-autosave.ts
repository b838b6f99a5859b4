"use client";
import { type RefObject, startTransition, useCallback, useMemo, useRef, useState } from "react";
import {
  getLocalItem,
  getSessionOrLocalItem,
  removeLocalItem,
  removeSessionAndLocalItem,
  setLocalItem,
  setSessionAndLocalItem,
} from "#components/composer/browser-storage.ts";
import { isSameContent, toDraftContent } from "#components/composer/drafts/draft-content.ts";
import {
  getCurrentDraftIdKey,
  getDraftKey,
  hexToUuid,
  parseStoredDraft,
  type StoredDraft,
  serializeStoredDraft,
} from "#components/composer/drafts/draft-storage.ts";
import { reconcileDraft } from "#components/composer/drafts/reconcile-draft.ts";
import { type ComposerDraft, isDraftBlank } from "#components/composer/state/draft.ts";
import { newId } from "#lib/new-id.ts";
import {
  type CurrentDraft,
  createDraftSession,
  type DraftAutosaveOptions,
  type DraftSession,
  findLocalDraftIdFromUrl,
  getComposeUrl,
  getSaveState,
  localSaveDelayMs,
  noCurrentDraft,
  readSentSaves,
  replaceComposeUrl,
  toCurrentDraft,
} from "./draft-session.ts";
import type { LocalSaveStatus } from "./save-status-label.ts";
import { useDraftSync } from "./use-draft-sync.ts";
import { useLocalDraftSync, useOtherTabDrafts, usePageLeave } from "./use-page-lifecycle.ts";

const newDraftId = () => hexToUuid(newId());

/**
 * Autosaves the draft: this hook writes to the browser within half a second, and `useDraftSync` saves to the service
 * soon after.
 */
export function useDraftAutosave({ memberId, place, postId, opened, canSave, onTaken }: DraftAutosaveOptions) {
  const tab = useMemo(() => newId(), []);
  const [here, setHere] = useState<LocalSaveStatus>("nothing");
  const hand = useRef<DraftSession>(createDraftSession(toCurrentDraft(opened), opened));
  const { tell, listen, wordsNow } = useSaveState(hand);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  /** The draft's id in each call of one submission. */
  const sending = useRef<string | null>(null);
  const pointer = getCurrentDraftIdKey(memberId, place);

  const write = useCallback(
    (isSaved: boolean) => {
      const { writing, isBlocked, savedAt } = hand.current;
      const { id, draft, version, base } = writing;
      if (!id || !draft || isBlocked) return;
      const kept: StoredDraft = { draft, version, base, isSaved, by: tab, keptAtMs: Date.now(), savedAt };
      const isKept = setLocalItem(getDraftKey(memberId, id), serializeStoredDraft(kept));
      startTransition(() => setHere(isKept ? "kept" : "full"));
      tell();
    },
    [memberId, tab, tell],
  );
  const standing = useDraftSync({ memberId, postId, opened, canSave, onTaken, hand, write });
  const { saves, clash, save, hurry, clashWith, check, settle, reset, leave, end, restand, unclash } = standing;

  const stopTimer = useCallback(() => {
    if (timer.current) clearTimeout(timer.current);
    timer.current = null;
  }, []);

  const flush = useCallback(
    (isForced = true) => {
      stopTimer();
      if (hand.current.isDirty && !hand.current.isBlocked) {
        hand.current.isDirty = false;
        write(false);
        save();
      }
      if (isForced) hurry();
    },
    [write, save, hurry, stopTimer],
  );

  const keep = useCallback(
    (draft: ComposerDraft, version: number | null) => {
      const { writing, isClean } = hand.current;
      // A draft that nobody began is not stored, and unchanged content is not stored again.
      if (writing.id === null && isDraftBlank(draft)) return;
      if (isClean && writing.draft && isSameContent(toDraftContent(writing.draft, null), toDraftContent(draft, null)))
        return;
      hand.current.isClean = false;
      if (writing.id === null) {
        writing.id = newDraftId();
        setSessionAndLocalItem(pointer, writing.id);
      }
      Object.assign(writing, { draft, version });
      const isFirst = !hand.current.isDirty;
      hand.current.isDirty = true;
      if (isFirst) tell();
      timer.current ??= setTimeout(() => flush(false), localSaveDelayMs);
    },
    [flush, pointer, tell],
  );

  /** Makes this tab edit another draft. @returns the autosave of the previous draft */
  const begin = useCallback(
    (next: CurrentDraft) => {
      stopTimer();
      const { id } = hand.current.writing;
      if (id) removeSessionAndLocalItem(pointer, id);
      if (next.id) setSessionAndLocalItem(pointer, next.id);
      hand.current = createDraftSession({ ...next }, null);
      const left = reset();
      setHere("nothing");
      replaceComposeUrl(getComposeUrl(postId, next.base > 0 ? next.id : null));
      return left;
    },
    [pointer, postId, reset, stopTimer],
  );

  /**
   * Starts another draft. The previous draft is saved to the service and stays there.
   * @returns a function that returns to the previous draft
   */
  const another = useCallback(() => {
    const before = { ...hand.current.writing };
    if (!hand.current.isClean) write(false);
    const versionNow = leave();
    sending.current = null;
    begin(noCurrentDraft)?.flush();
    return () => void begin({ ...before, base: Math.max(before.base, versionNow()) });
  }, [begin, write, leave]);

  /** Removes the draft from this browser after it was submitted or discarded. */
  const forget = useCallback(() => {
    const { id } = hand.current.writing;
    const isThere = end();
    if (id) removeLocalItem(getDraftKey(memberId, id));
    // The update of a post does not remove the edit's draft from the service, so it is deleted here. Server actions run
    // one after another, so the deletion runs after a save in flight.
    if (id && isThere && canSave && sending.current !== id) {
      void import("#lib/actions/drafts.ts").then(({ deleteDraft }) => deleteDraft({ id })).catch(() => undefined);
    }
    sending.current = null;
    begin(noCurrentDraft);
  }, [memberId, canSave, begin, end]);

  /** Restores the draft that this browser stored; from now on this tab edits the draft. */
  const take = useCallback((): StoredDraft | null => {
    const legacy = `postwright:draft:${memberId}${place === null ? "" : `:${place}`}`;
    const id = hand.current.writing.id ?? findLocalDraftIdFromUrl(memberId) ?? getSessionOrLocalItem(pointer);
    const found = id === null ? null : parseStoredDraft(getLocalItem(getDraftKey(memberId, id)));
    const kept = found ?? (opened ? null : parseStoredDraft(getLocalItem(legacy)));
    if (!kept) return null;
    const own = id ?? newDraftId();
    setSessionAndLocalItem(pointer, own);
    if (!found) removeLocalItem(legacy);
    const ofPost = postId === null ? null : { id: postId, version: kept.version ?? 0 };
    const sent = readSentSaves(own);
    const there = opened && toDraftContent(opened.draft, ofPost);
    const isSame = there !== null && isSameContent(toDraftContent(kept.draft, ofPost), there);
    const isOwn = there !== null && sent.some((one) => isSameContent(one, there));
    const which = reconcileDraft(kept, opened?.version ?? null, isSame, isOwn);
    const base = Math.max(kept.base, isOwn ? (opened?.version ?? 0) : 0);
    if (opened && which === "opened") {
      hand.current.writing.base = Math.max(kept.base, opened.version);
      return null;
    }
    hand.current.writing = { id: own, draft: kept.draft, version: kept.version, base };
    Object.assign(hand.current, { isClean: kept.isSaved, sent });
    if (opened && which === "both") {
      clashWith({ draft: opened.draft, version: opened.version, at: opened.savedAt, gone: null }, ofPost);
    } else if (kept.isSaved) {
      hand.current.savedAt = kept.savedAt;
      restand(kept.savedAt);
    }
    setHere("kept");
    return kept;
  }, [memberId, place, pointer, opened, postId, clashWith, restand]);

  /**
   * Applies the author's choice after a conflict. The composer itself shows the other version if the author chose
   * "theirs".
   */
  const choose = useCallback(
    (choice: "mine" | "theirs" | "copy") => {
      hand.current.isBlocked = false;
      unclash();
      const { writing } = hand.current;
      if (choice === "copy") {
        if (clash?.at && writing.id) removeLocalItem(getDraftKey(memberId, writing.id));
        sending.current = null;
        writing.id = newDraftId();
        writing.base = 0;
        setSessionAndLocalItem(pointer, writing.id);
      } else if (clash) writing.base = clash.version;
      if (choice === "theirs" && clash) {
        writing.draft = clash.draft;
        hand.current.isClean = clash.at !== null;
      }
      write(false);
      settle(choice);
    },
    [memberId, clash, pointer, write, settle, unclash],
  );

  /** Returns the draft id for each call of the submission; null if the service would not know the id. */
  const spend = useCallback((): string | null => {
    if (!canSave || postId !== null) return null;
    sending.current ??= hand.current.writing.id;
    return sending.current;
  }, [canSave, postId]);

  /** Makes the rest a new draft after some calls of a submission succeeded and others failed. */
  const remain = useCallback(() => {
    const { id, draft, version } = hand.current.writing;
    if (sending.current === null || id !== sending.current) return;
    end();
    removeLocalItem(getDraftKey(memberId, sending.current));
    begin(noCurrentDraft);
    if (draft) keep(draft, version);
  }, [begin, keep, end, memberId]);

  const onOther = useCallback(
    (id: string, kept: StoredDraft) => {
      const { draft, base, id: own } = hand.current.writing;
      const ofPost = postId === null ? null : { id: postId, version: kept.version ?? 0 };
      if (id !== own || kept.by === tab || !draft) return;
      if (isSameContent(toDraftContent(kept.draft, ofPost), toDraftContent(draft, ofPost))) return;
      hand.current.isBlocked = true;
      clashWith({ draft: kept.draft, version: Math.max(kept.base, base), at: null, gone: null }, ofPost);
    },
    [postId, tab, clashWith],
  );
  useOtherTabDrafts(memberId, onOther);
  usePageLeave(flush);

  /** Returns the id of the draft that this tab edits; null before the author wrote anything. */
  const idNow = useCallback(() => hand.current.writing.id, []);
  useLocalDraftSync(memberId, canSave, idNow);
  return {
    listen,
    wordsNow,
    here,
    saves,
    clash,
    canSave,
    keep,
    flush,
    forget,
    take,
    check,
    choose,
    another,
    spend,
    remain,
    idNow,
  };
}

/**
 * Stores the draft's save state. Listeners are notified at once, while the page itself renders a moment after a
 * keystroke.
 */
function useSaveState(hand: RefObject<DraftSession>) {
  const [told] = useState(() => new Set<() => void>());
  const tell = useCallback(() => {
    for (const one of told) one();
  }, [told]);
  const listen = useCallback(
    (one: () => void) => {
      told.add(one);
      return () => void told.delete(one);
    },
    [told],
  );
  const wordsNow = useCallback(() => getSaveState(hand.current), [hand]);
  return { tell, listen, wordsNow };
}
