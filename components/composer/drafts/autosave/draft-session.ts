import {
  getLocalItem,
  getSessionItem,
  getSessionOrLocalItem,
  removeLocalItem,
  removeSessionAndLocalItem,
  setLocalItem,
  setSessionAndLocalItem,
  setSessionItem,
} from "#components/composer/browser-storage.ts";
import { chooseDraftVersion } from "#components/composer/drafts/choose-draft-version.ts";
import {
  getCurrentDraftIdKey,
  getDraftKey,
  hexToUuid,
  parseStoredDraft,
  type StoredDraft,
  serializeStoredDraft,
} from "#components/composer/drafts/draft-storage-format.ts";
import { isSameContent } from "#components/composer/drafts/is-same-content.ts";
import { type EditedPostVersion, toDraftContent } from "#components/composer/drafts/to-draft-content.ts";
import { type ComposerDraft, isDraftBlank } from "#components/composer/state/draft.ts";
import { createStore } from "#components/ui/create-store.ts";
import type { DraftContent } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import {
  createCurrentDraft,
  createEmptyReference,
  type DraftReference,
  type DraftSaveState,
  findLocalDraftIdFromUrl,
  getComposeUrl,
  getSaveState,
  type LoadedDraft,
  readUnansweredSaves,
  replaceComposeUrl,
  toCurrentDraft,
} from "./current-draft.ts";
import { createDraftSync, createSyncStatus, type DraftConflict, type SyncStatus } from "./draft-sync.ts";

export type DraftSessionOptions = {
  memberId: string;
  /** Null for a new post, otherwise the subject that the draft starts from. */
  slot: string | null;
  /** The post that the draft edits. */
  postId: string | null;
  opened: LoadedDraft | null;
  /** True if the service stores drafts. */
  canSave: boolean;
  /** Gets a version of this draft that was saved elsewhere while this tab had no unsaved content. */
  onNewer: (draft: ComposerDraft) => void;
};

/** The result of the last write to local storage. */
export type LocalSaveStatus = "none" | "stored" | "full";

/** The state of a draft session that the page shows. */
export type DraftSessionSnapshot = {
  localSave: LocalSaveStatus;
  saveState: DraftSaveState;
  sync: SyncStatus;
  conflict: DraftConflict | null;
};

export type DraftSession = ReturnType<typeof createDraftSession>;

/** Ms between a keystroke and the write to local storage, so that a browser crash loses less than half a second. */
const localSaveDelayMs = 400;

/** Most contents of another tab that may be on their way to the service. One is stored in 400 ms, one saved in 5 s. */
const followedContentsMax = 20;

const newDraftId = () => hexToUuid(newId());

/**
 * Creates the draft session of a tab: it writes the current draft to the browser within half a second, and its sync
 * saves to the service soon after. It is a store outside React, so a save renders only the components that show it.
 */
export function createDraftSession({ memberId, slot, postId, opened, canSave, onNewer }: DraftSessionOptions) {
  const tabId = newId();
  let current = toCurrentDraft(opened, slot);
  let timer: ReturnType<typeof setTimeout> | null = null;
  /** The draft's id in each call of one submission. */
  let submissionDraftId: string | null = null;
  /**
   * False once the composer is gone: its last save still goes on, but the URL and what another composer stored are not
   * its own then.
   */
  let isOpen = true;
  /** A text after a copy or a replacement starts from nothing; one after an edit edits the same post. */
  const nextSlot = postId === null ? null : slot;
  const getCurrentIdKey = () => getCurrentDraftIdKey(memberId, current.slot);

  const store = createStore<DraftSessionSnapshot>({
    localSave: "none",
    saveState: getSaveState(current),
    sync: createSyncStatus(current.savedAt),
    conflict: null,
  });
  const update = (change: Partial<DraftSessionSnapshot>) =>
    store.set({ ...store.get(), ...change, saveState: getSaveState(current) });
  const sync = createDraftSync({
    memberId,
    canSave,
    onNewer,
    getCurrent: () => current,
    storeLocally,
    getResult: store.get,
    update,
    showUrl,
  });

  function showUrl(draftId: string | null, state?: null): void {
    if (isOpen) replaceComposeUrl(getComposeUrl(postId, draftId), state);
  }

  function storeLocally(isSaved: boolean): void {
    const { id, slot: from, draft, post, base, isBlocked, savedAt } = current;
    if (!id || !draft || isBlocked) return;
    const name = getDraftKey(memberId, id);
    // Another composer may have stored newer content since, or removed the draft.
    if (!isOpen && parseStoredDraft(getLocalItem(name))?.by !== tabId) return;
    const stored: StoredDraft = { draft, post, base, isSaved, by: tabId, keptAtMs: Date.now(), savedAt, slot: from };
    const isStored = setLocalItem(name, serializeStoredDraft(stored));
    update({ localSave: isStored ? "stored" : "full" });
  }

  function stopTimer(): void {
    if (timer) clearTimeout(timer);
    timer = null;
  }

  /** Writes the draft to the browser and passes it to the sync; with `isForced`, saves to the service at once. */
  function flush(isForced = true): void {
    stopTimer();
    if (current.isDirty && !current.isBlocked) {
      current.isDirty = false;
      storeLocally(false);
      sync.save();
    }
    if (isForced) sync.flush();
  }

  function save(draft: ComposerDraft, post: EditedPostVersion): void {
    // A draft that nobody began is not stored, and unchanged content is not stored again.
    if (current.id === null && isDraftBlank(draft)) return;
    if (
      current.isClean &&
      current.draft &&
      isSameContent(toDraftContent(current.draft, null), toDraftContent(draft, null))
    )
      return;
    current.isClean = false;
    if (current.id === null) {
      current.id = newDraftId();
      setSessionAndLocalItem(getCurrentIdKey(), current.id);
    }
    const isFirst = !current.isDirty;
    Object.assign(current, { draft, post, isDirty: true });
    if (isFirst) update({});
    timer ??= setTimeout(() => flush(false), localSaveDelayMs);
  }

  /**
   * Makes this tab edit another draft.
   * @param urlState null after sending: a refresh must not bring back the URL that copies the sent post
   * @returns the autosave of the previous draft
   */
  function begin(next: DraftReference, urlState?: null) {
    stopTimer();
    if (current.id) removeSessionAndLocalItem(getCurrentIdKey(), current.id);
    current = createCurrentDraft(next);
    if (next.id) setSessionAndLocalItem(getCurrentIdKey(), next.id);
    const previous = sync.reset();
    update({ localSave: "none", sync: createSyncStatus(null), conflict: null });
    showUrl(next.base > 0 ? next.id : null, urlState);
    return previous;
  }

  /** Takes over the content of another tab, which saves it. This tab saves again only after its own next change. */
  function followOtherTab({ draft, post, base, savedAt }: StoredDraft, content: DraftContent): void {
    // The other tab may save any of these contents, so the service may answer with one of them: no conflict.
    const sent = [...current.sent, content].slice(-followedContentsMax);
    Object.assign(current, { draft, post, base: Math.max(base, current.base), savedAt, isClean: true, sent });
    sync.reset()?.end();
    update({ sync: createSyncStatus(current.savedAt) });
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    canSave,
    save,
    flush,
    check: sync.check,
    /** Returns the id of the draft that this tab edits; null before the author wrote anything. */
    getDraftId: () => current.id,

    /**
     * Connects the session to the composer in view.
     * @returns a function that saves the draft and leaves the URL to the next composer
     */
    open(): () => void {
      isOpen = true;
      return () => {
        flush();
        isOpen = false;
      };
    },

    /**
     * Starts another draft. The previous draft is saved to the service and stays there.
     * @returns that save, the result of the last write to local storage, and a function that returns to the previous
     * draft
     */
    startAnother() {
      const left = current;
      if (!left.isClean) storeLocally(false);
      const { localSave } = store.get();
      const { saving, getVersion } = sync.leave();
      submissionDraftId = null;
      begin(createEmptyReference(nextSlot))?.flush();
      const back = () => void begin({ ...left, base: Math.max(left.base, getVersion()) });
      return { saving, localSave, back };
    },

    /** Removes the draft from this browser after it was submitted or discarded. */
    forget(): void {
      const { id } = current;
      const isOnService = sync.end();
      if (id) removeLocalItem(getDraftKey(memberId, id));
      // The update of a post does not remove the edit's draft from the service, so it is deleted here. Server actions
      // run one after another, so the deletion runs after a save in flight.
      if (id && isOnService && canSave && submissionDraftId !== id) {
        void import("#lib/actions/drafts.ts").then(({ deleteDraft }) => deleteDraft({ id })).catch(() => undefined);
      }
      submissionDraftId = null;
      begin(createEmptyReference(nextSlot), null);
    },

    /**
     * Turns away from the draft that this tab edited before, for an empty one, also after a reload. The other draft stays
     * stored, and its own composer saves it.
     * @returns the other draft with its id; null without one
     */
    leavePrevious(): (StoredDraft & { id: string }) | null {
      const key = getCurrentIdKey();
      const id = getSessionItem(key);
      if (id) removeSessionAndLocalItem(key, id);
      // Empty, because without an item the tab would continue what another tab writes.
      setSessionItem(key, "");
      const stored = id ? parseStoredDraft(getLocalItem(getDraftKey(memberId, id))) : null;
      return id && stored ? { ...stored, id } : null;
    },

    /**
     * Restores the draft that this browser stored; from now on this tab edits the draft.
     * @param draftId the draft to return to; by default the one of the page, the URL or the tab
     */
    restore(draftId: string | null = null): StoredDraft | null {
      const legacyKey = `postwright:draft:${memberId}${slot === null ? "" : `:${slot}`}`;
      const storedId =
        draftId ?? current.id ?? findLocalDraftIdFromUrl(memberId) ?? getSessionOrLocalItem(getCurrentIdKey());
      const found = storedId === null ? null : parseStoredDraft(getLocalItem(getDraftKey(memberId, storedId)));
      const stored = found ?? (opened ? null : parseStoredDraft(getLocalItem(legacyKey)));
      if (!stored) return null;
      const id = storedId ?? newDraftId();
      setSessionAndLocalItem(getCurrentIdKey(), id);
      if (!found) removeLocalItem(legacyKey);
      const { post } = stored;
      const sent = readUnansweredSaves(id);
      const openedContent = opened && toDraftContent(opened.draft, post);
      const isSame = openedContent !== null && isSameContent(toDraftContent(stored.draft, post), openedContent);
      const isOwn = openedContent !== null && sent.some((one) => isSameContent(one, openedContent));
      const result = chooseDraftVersion(stored, opened?.version ?? null, isSame, isOwn);
      if (opened && result === "opened") {
        current.base = Math.max(stored.base, opened.version);
        return null;
      }
      const base = Math.max(stored.base, isOwn ? (opened?.version ?? 0) : 0);
      const { draft, isSaved, savedAt } = stored;
      Object.assign(current, { id, draft, post, base, isClean: isSaved, sent });
      if (opened && result === "both") {
        sync.startConflict({ draft: opened.draft, version: opened.version, at: opened.savedAt, gone: null }, post);
      } else if (isSaved) {
        current.savedAt = savedAt;
        update({ sync: createSyncStatus(savedAt) });
      }
      update({ localSave: "stored" });
      return stored;
    },

    /**
     * Applies the author's choice after a conflict. The composer itself shows the other version if the author chose
     * "theirs".
     */
    resolveConflict(choice: "mine" | "theirs" | "copy"): void {
      const { conflict } = store.get();
      current.isBlocked = false;
      update({ conflict: null });
      if (choice === "copy") {
        if (conflict?.at && current.id) removeLocalItem(getDraftKey(memberId, current.id));
        submissionDraftId = null;
        current.id = newDraftId();
        current.base = 0;
        setSessionAndLocalItem(getCurrentIdKey(), current.id);
      } else if (conflict) current.base = conflict.version;
      if (choice === "theirs" && conflict) {
        current.draft = conflict.draft;
        current.isClean = conflict.at !== null;
      }
      storeLocally(false);
      sync.resolveConflict(choice);
    },

    /** Returns the draft id for each call of the submission; null if the service would not know the id. */
    getSubmissionDraftId(): string | null {
      if (!canSave || postId !== null) return null;
      submissionDraftId ??= current.id;
      return submissionDraftId;
    },

    /** Makes the rest a new draft after some calls of a submission succeeded and others failed. */
    saveRestAsNewDraft(): void {
      const { id, draft, post } = current;
      if (submissionDraftId === null || id !== submissionDraftId) return;
      sync.end();
      removeLocalItem(getDraftKey(memberId, id));
      begin(createEmptyReference(current.slot));
      if (draft) save(draft, post);
    },

    /**
     * Handles content of this draft that another tab of this browser stored. A tab without changes of its own shows
     * that content. Otherwise a conflict starts, and neither text is overwritten.
     */
    onOtherTabStored(draftId: string, stored: StoredDraft): void {
      const { id, draft, base } = current;
      if (draftId !== id || stored.by === tabId || !draft) return;
      const { post } = stored;
      const content = toDraftContent(stored.draft, post);
      const hasOwnText = current.isDirty || current.isBlocked || store.get().conflict !== null;
      if (isSameContent(content, toDraftContent(draft, post))) {
        if (stored.isSaved && !hasOwnText) followOtherTab(stored, content);
        return;
      }
      if (current.isClean && !hasOwnText) {
        followOtherTab(stored, content);
        onNewer(stored.draft);
        return;
      }
      current.isBlocked = true;
      sync.startConflict({ draft: stored.draft, version: Math.max(stored.base, base), at: null, gone: null }, post);
    },
  };
}
