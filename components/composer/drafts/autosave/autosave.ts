import { removeSessionItem, setSessionItem } from "#components/composer/browser-storage.ts";
import { fromDraftContent, isSameContent } from "#components/composer/drafts/draft-content.ts";
import { getSentSavesKey } from "#components/composer/drafts/draft-storage.ts";
import { readDraft, saveDraft } from "#lib/actions/drafts.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { describeFailure } from "#lib/contract/messages/failure-messages.ts";
import type { DraftContent, WorkingDraft } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import {
  type AutosaveEvent,
  type AutosaveState,
  createAutosaveState,
  getNextSaveMs,
  isAllSaved,
  type RemoteDraftVersion,
  reduceAutosave,
} from "./autosave-reducer.ts";

/** Bytes of one save: what the server takes, less its envelope. */
const maxSaveBytes = limits.jsonBytes - 8 * 1024;

/** Failures that are the moment's: the same words are taken later. */
const transientErrorCodes = new Set([
  "unreachable",
  "lost",
  "timed_out",
  "unreadable",
  "unavailable",
  "internal_error",
  "rate_limited",
]);

export type Autosave = ReturnType<typeof createAutosave>;

/** The machine of saves with its surroundings: the clock, the timer, the service. One for each draft. */
export function createAutosave(at: {
  id: string;
  version: number;
  savedAt: string | null;
  /** What an earlier page sent of it, and did not stay to hear of. */
  sent: readonly DraftContent[];
  onChange: (saves: AutosaveState<DraftContent>) => void;
}) {
  let { id } = at;
  let state = createAutosaveState(at.version, at.savedAt, at.sent);
  /** What stands there instead, whole: its images have their addresses with them. */
  let found: WorkingDraft | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isOver = false;

  function dispatch(event: AutosaveEvent<DraftContent>): void {
    if (isOver) return;
    const [{ flight, doubt }, [next, save]] = [state, reduceAutosave(state, event, isSameContent)];
    state = next;
    if (state.flight !== flight || state.doubt !== doubt) noteSent();
    arm();
    at.onChange(state);
    if (save) void run(save.content, save.version);
  }

  /** For the page after this one, should nobody be here when the answer comes. Before it leaves: there may be no later. */
  function noteSent(): void {
    const sent = state.flight === null ? state.doubt : [...state.doubt, state.flight];
    if (sent.length > 0) setSessionItem(getSentSavesKey(id), JSON.stringify(sent));
    else removeSessionItem(getSentSavesKey(id));
  }

  function arm(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const due = getNextSaveMs(state);
    if (due === null) return;
    timer = setTimeout(() => dispatch({ type: "due", atMs: Date.now() }), Math.max(0, due - Date.now()));
  }

  async function run(content: DraftContent, version: number): Promise<void> {
    const asked = id;
    const event = await ask(asked, content, version);
    if (asked === id) dispatch(event);
  }

  async function ask(asked: string, content: DraftContent, version: number): Promise<AutosaveEvent<DraftContent>> {
    if (new TextEncoder().encode(JSON.stringify(content)).length > maxSaveBytes) {
      return { type: "refused", trouble: { is: "refused", why: "it is longer than 1 MB." } };
    }
    try {
      const saved = await saveDraft({ id: asked, version, kind: "draft", content });
      if ("newer" in saved) return { type: "moved", newer: noted(saved.newer) };
      if (saved.ok) return { type: "saved", version: saved.ok.version, at: saved.ok.updated_at };
      return toFailureEvent(saved.error);
    } catch {
      return { type: "lost", atMs: Date.now() };
    }
  }

  function noted(draft: WorkingDraft): RemoteDraftVersion<DraftContent> {
    found = draft;
    return toRemoteVersion(draft);
  }

  return {
    id: () => id,
    state: () => state,
    changed: (content: DraftContent) => dispatch({ type: "changed", content, atMs: Date.now() }),
    flush: () => dispatch({ type: "forced" }),
    /** Another tab of this browser has other words. */
    held: (newer: RemoteDraftVersion<DraftContent>) => {
      found = null;
      dispatch({ type: "moved", newer });
    },
    /**
     * Looks whether it was changed elsewhere since it was kept here; `mineNow` is what this tab has.
     * @returns the newer draft where nothing of ours is unsaved.
     */
    async check(isClean: () => boolean, mineNow: () => DraftContent | null): Promise<WorkingDraft | null> {
      const [asked, { version: before }] = [id, state];
      const read = await readDraft({ id: asked }).catch(() => null);
      if (!read?.ok || asked !== id || isOver) return null;
      const { version, content, updated_at: savedAt } = read.ok;
      // Older than what it had: it was put back, and what is here it has no more.
      if (version <= state.version && version >= before) return null;
      const mine = mineNow();
      const isMine = mine !== null && isSameContent(mine, content);
      const isNewerAlone = version > before && isClean();
      if ((isMine || isNewerAlone) && isAllSaved(state) && read.ok.deleted_at === null) {
        state = createAutosaveState(version, savedAt);
        noteSent();
        at.onChange(state);
        return isMine ? null : read.ok;
      }
      dispatch({ type: "moved", newer: noted(read.ok) });
      return null;
    },
    /** The clash as something to read and to write on. */
    clashing: () =>
      state.clash === null
        ? null
        : fromDraftContent({ content: state.clash.content, images: found?.images ?? [] }, newId),
    choose(choice: "mine" | "theirs" | "copy", copyId: string): void {
      removeSessionItem(getSentSavesKey(id));
      if (choice === "copy") id = copyId;
      dispatch({ type: "chosen", choice, atMs: Date.now() });
    },
    /** No more of it: what is on its way still arrives. */
    end(): void {
      isOver = true;
      removeSessionItem(getSentSavesKey(id));
      if (timer) clearTimeout(timer);
    },
  };
}

function toFailureEvent(error: Failure): AutosaveEvent<DraftContent> {
  if (error.code === "unauthorized") return { type: "refused", trouble: { is: "signed-out" } };
  if (transientErrorCodes.has(error.code)) return { type: "lost", atMs: Date.now() };
  return { type: "refused", trouble: { is: "refused", why: describeFailure(error).what } };
}

function toRemoteVersion(draft: WorkingDraft): RemoteDraftVersion<DraftContent> {
  const gone =
    draft.became.length > 0
      ? ({ is: "sent", postIds: draft.became } as const)
      : draft.deleted_at !== null
        ? ({ is: "deleted" } as const)
        : null;
  return { content: draft.content, version: draft.version, at: draft.deleted_at ?? draft.updated_at, gone };
}
