import { removeLocalItem, removeSessionItem, setSessionItem } from "#components/composer/browser-storage.ts";
import { getUnansweredSavesKey } from "#components/composer/drafts/draft-storage-format.ts";
import { fromDraftContent } from "#components/composer/drafts/from-draft-content.ts";
import { isSameContent } from "#components/composer/drafts/is-same-content.ts";
import { isTransientFailure } from "#components/composer/drafts/is-transient-failure.ts";
import { unsavedAutosaves } from "#components/composer/drafts/unsaved-autosaves.ts";
import { readDraft, saveDraft } from "#lib/actions/drafts.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import type { DraftContent, WorkingDraft } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import {
  type AutosaveEvent,
  type AutosaveState,
  createAutosaveState,
  getNextSaveAtMs,
  isAllSaved,
  type RemoteDraftVersion,
  reduceAutosave,
  type SaveRequest,
} from "./autosave-reducer.ts";

/** Most bytes of one save: the server's limit, less the request's envelope. */
const maxSaveBytes = limits.jsonBytes - 8 * 1024;

export type Autosave = ReturnType<typeof createAutosave>;

type AutosaveOptions = {
  id: string;
  version: number;
  savedAt: string | null;
  /** Contents that an earlier page sent without getting an answer. */
  sent: readonly DraftContent[];
  onChange: (state: AutosaveState<DraftContent>) => void;
};

/** Creates the autosave of one draft: the reducer with its clock, timer and service calls. */
export function createAutosave(options: AutosaveOptions) {
  const { onChange } = options;
  let { id } = options;
  let state = createAutosaveState(options.version, options.savedAt, options.sent);
  /** The service's conflicting draft in full, because the images need their addresses. */
  let conflicting: WorkingDraft | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let hasEnded = false;
  /** Called after each change of the state; set while somebody waits for the save. */
  let onDecided: (() => void) | null = null;

  function dispatch(event: AutosaveEvent<DraftContent>): void {
    if (hasEnded) return;
    const [{ inFlight, unanswered }, [next, save]] = [state, reduceAutosave(state, event, isSameContent)];
    state = next;
    if (isAllSaved(state)) unsavedAutosaves.delete(autosave);
    else unsavedAutosaves.add(autosave);
    if (state.inFlight !== inFlight || state.unanswered !== unanswered) storeUnansweredSaves();
    setTimer();
    onChange(state);
    onDecided?.();
    if (save) void send(save);
  }

  /**
   * Stores the sent contents for the next page of this tab, in case this page closes before the answer comes. Runs
   * before the request leaves, because the page may have no later chance.
   */
  function storeUnansweredSaves(): void {
    const sent = state.inFlight === null ? state.unanswered : [...state.unanswered, state.inFlight];
    if (sent.length > 0) setSessionItem(getUnansweredSavesKey(id), JSON.stringify(sent));
    else removeSessionItem(getUnansweredSavesKey(id));
  }

  function setTimer(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const due = getNextSaveAtMs(state);
    if (due === null) return;
    timer = setTimeout(() => dispatch({ type: "due", atMs: Date.now() }), Math.max(0, due - Date.now()));
  }

  async function send(request: SaveRequest<DraftContent>): Promise<void> {
    const savedId = id;
    const event = await save(savedId, request);
    if (savedId === id) dispatch(event);
  }

  async function save(
    savedId: string,
    { content, version }: SaveRequest<DraftContent>,
  ): Promise<AutosaveEvent<DraftContent>> {
    if (new TextEncoder().encode(JSON.stringify(content)).length > maxSaveBytes) {
      return { type: "refused", problem: { type: "refused", why: "it is longer than 1 MB." } };
    }
    try {
      const saved = await saveDraft({ id: savedId, version, kind: "draft", content });
      if ("newer" in saved) return { type: "moved", newer: toConflict(saved.newer) };
      if (saved.ok) return { type: "saved", version: saved.ok.version, at: saved.ok.updated_at };
      return await toFailureEvent(saved.error);
    } catch {
      return { type: "lost", atMs: Date.now() };
    }
  }

  function toConflict(draft: WorkingDraft): RemoteDraftVersion<DraftContent> {
    conflicting = draft;
    return toRemoteVersion(draft);
  }

  const autosave = {
    id: () => id,
    state: () => state,
    save: (content: DraftContent) => dispatch({ type: "changed", content, atMs: Date.now() }),
    flush: () => dispatch({ type: "flushed" }),
    /**
     * Waits until the service has everything or can't have it now.
     * @param maxMs after which it waits no longer
     */
    waitForSave(maxMs: number): Promise<AutosaveState<DraftContent>> {
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(giveUp);
          onDecided = null;
          resolve(state);
        };
        const giveUp = setTimeout(end, maxMs);
        onDecided = () => {
          if (isAllSaved(state) || state.problem !== null || state.conflict !== null) end();
        };
        onDecided();
      });
    },
    /** Reports a conflict with different content from another tab of this browser. */
    startConflict: (newer: RemoteDraftVersion<DraftContent>) => {
      conflicting = null;
      dispatch({ type: "moved", newer });
    },
    /**
     * Checks for changes elsewhere since this browser stored the draft.
     * @param getOwnContent returns this tab's content
     * @returns the newer draft if this tab has no unsaved content
     */
    async check(isClean: () => boolean, getOwnContent: () => DraftContent | null): Promise<WorkingDraft | null> {
      const [checkedId, { version: before }] = [id, state];
      const read = await readDraft({ id: checkedId }).catch(() => null);
      if (!read?.ok || checkedId !== id || hasEnded) return null;
      const { version, content, updated_at: savedAt } = read.ok;
      // A version below `before` continues: the service was restored from a backup and no longer has this tab's
      // content.
      if (version <= state.version && version >= before) return null;
      const own = getOwnContent();
      const isOwn = own !== null && isSameContent(own, content);
      const isNewerAlone = version > before && isClean();
      if ((isOwn || isNewerAlone) && isAllSaved(state) && read.ok.deleted_at === null) {
        state = createAutosaveState(version, savedAt);
        storeUnansweredSaves();
        onChange(state);
        return isOwn ? null : read.ok;
      }
      dispatch({ type: "moved", newer: toConflict(read.ok) });
      return null;
    },
    /** Returns the conflicting draft as a `ComposerDraft`; null without a conflict. */
    getConflictingDraft: () =>
      state.conflict === null
        ? null
        : fromDraftContent({ content: state.conflict.content, images: conflicting?.images ?? [] }, newId),
    resolveConflict(choice: "mine" | "theirs" | "copy", copyId: string): void {
      removeSessionItem(getUnansweredSavesKey(id));
      if (choice === "copy") id = copyId;
      dispatch({ type: "chosen", choice, atMs: Date.now() });
    },
    /** Stops saving. A save already in flight still arrives. */
    end(): void {
      hasEnded = true;
      unsavedAutosaves.delete(autosave);
      removeSessionItem(getUnansweredSavesKey(id));
      if (timer) clearTimeout(timer);
    },
  };
  return autosave;
}

/** Saves a draft that no tab edits any more to the service, then removes its local copy `name`. */
export function saveLeftDraft(name: string, left: { id: string; base: number; content: DraftContent }): Autosave {
  const autosave = createAutosave({
    id: left.id,
    version: left.base,
    savedAt: null,
    sent: [],
    onChange: (state) => removeLocalCopyIfSaved(name, state),
  });
  autosave.save(left.content);
  autosave.flush();
  return autosave;
}

/** Removes the copy in this browser if the service has everything. */
export function removeLocalCopyIfSaved(name: string, state: AutosaveState<DraftContent>): void {
  if (state.savedAt !== null && isAllSaved(state)) removeLocalItem(name);
}

async function toFailureEvent(error: Failure): Promise<AutosaveEvent<DraftContent>> {
  if (error.code === "unauthorized") return { type: "refused", problem: { type: "signed-out" } };
  if (isTransientFailure(error)) return { type: "lost", atMs: Date.now() };
  const why = await import("#lib/contract/messages/describe-failure.ts").then(
    ({ describeFailure }) => describeFailure(error).what,
    () => error.message,
  );
  return { type: "refused", problem: { type: "refused", why } };
}

function toRemoteVersion(draft: WorkingDraft): RemoteDraftVersion<DraftContent> {
  const gone =
    draft.created_post_ids.length > 0
      ? ({ type: "sent", postIds: draft.created_post_ids } as const)
      : draft.deleted_at !== null
        ? ({ type: "deleted" } as const)
        : null;
  return { content: draft.content, version: draft.version, at: draft.deleted_at ?? draft.updated_at, gone };
}
