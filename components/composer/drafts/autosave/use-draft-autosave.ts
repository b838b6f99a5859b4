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
  getCurrentDraftKey,
  getDraftKey,
  parseStoredDraft,
  type StoredDraft,
  serializeStoredDraft,
  toDraftId,
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

const newDraftId = () => toDraftId(newId());

/** Keeps what is written: in this browser within half a second, here; with the service soon after, in `useStanding`. */
export function useDraftAutosave({ memberId, place, postId, opened, canSave, onTaken }: DraftAutosaveOptions) {
  const tab = useMemo(() => newId(), []);
  const [here, setHere] = useState<LocalSaveStatus>("nothing");
  const hand = useRef<DraftSession>(createDraftSession(toCurrentDraft(opened), opened));
  const { tell, listen, wordsNow } = useSaveState(hand);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  /** Named by each call of one submission. */
  const sending = useRef<string | null>(null);
  const pointer = getCurrentDraftKey(memberId, place);

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
      // Nothing is kept of what was never begun, nor once more what is there already.
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

  /** This tab writes something else from here on. @returns the saver of what it wrote before */
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

  /** Another draft; the one before goes on to the service and stays there. @returns the way back to it */
  const another = useCallback(() => {
    const before = { ...hand.current.writing };
    if (!hand.current.isClean) write(false);
    const versionNow = leave();
    sending.current = null;
    begin(noCurrentDraft)?.flush();
    return () => void begin({ ...before, base: Math.max(before.base, versionNow()) });
  }, [begin, write, leave]);

  /** It was sent, or is not wanted: nothing of it stays in this browser. */
  const forget = useCallback(() => {
    const { id } = hand.current.writing;
    const isThere = end();
    if (id) removeLocalItem(getDraftKey(memberId, id));
    // A change of a post is not taken away by the change itself. After a save under way, as actions go one after another.
    if (id && isThere && canSave && sending.current !== id) {
      void import("#lib/actions/drafts.ts").then(({ deleteDraft }) => deleteDraft({ id })).catch(() => undefined);
    }
    sending.current = null;
    begin(noCurrentDraft);
  }, [memberId, canSave, begin, end]);

  /** What was kept earlier; from now on this tab writes it. */
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

  /** The author's choice after a clash. The composer puts theirs in view by itself. */
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

  /** The id that goes with each call of the submission; null where the service would not know it. */
  const spend = useCallback((): string | null => {
    if (!canSave || postId !== null) return null;
    sending.current ??= hand.current.writing.id;
    return sending.current;
  }, [canSave, postId]);

  /** Some calls are through and others are not: what remains is a draft of its own from here on. */
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

  /** Which draft this tab writes; null before anything is written. */
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

/** Where the words at hand are, told at once to who listens: the page itself follows a key a moment later. */
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
