import type { RefObject } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { NewToast } from "#components/ui/feedback/toast-store.ts";
import { limits } from "#lib/contract/limits.ts";
import { newId } from "#lib/new-id.ts";
import { isAllSaved } from "./drafts/autosave/autosave-reducer.ts";
import type { DraftSession, LocalSaveStatus } from "./drafts/autosave/draft-session.ts";
import type { LeftDraft } from "./drafts/autosave/draft-sync.ts";
import { describeUnsavedDraft } from "./drafts/describe-unsaved-draft.ts";
import type { ComposerEvent, ComposerState } from "./state/composer-state.ts";
import { type ComposerDraft, createEmptyDraft, isDraftBlank } from "./state/draft.ts";
import type { RestoredDraft } from "./use-composer.ts";

export type StartOverOptions = {
  /** The draft that the page began with; an edited post returns to it. */
  start: ComposerDraft;
  isEdit: boolean;
  session: Pick<DraftSession, "get" | "startAnother" | "canSave" | "getDraftId" | "resolveConflict">;
  latest: RefObject<ComposerState>;
  dispatch: (event: ComposerEvent) => void;
  setRestored: (restored: RestoredDraft) => void;
  /** The focus target. */
  focusTarget: { current: { id: string } | null };
};

/** Ms after which the toast of a draft set aside no longer waits for its save; the save goes on. */
const waitMs = 3_000;

/** Clears the editor and sets the draft aside: it stays among the drafts, and Undo returns to it. */
export function startOver(options: StartOverOptions): void {
  const { start, isEdit, session, latest, dispatch, setRestored, focusTarget } = options;
  const { status } = latest.current.phase;
  // The next text must not be sent in place of this one.
  const wasWaiting = status === "held" || status === "waiting";
  if (wasWaiting) dispatch({ type: "wait-canceled" });
  // Both versions stay: the other one is on the service or in the other tab.
  if (session.get().conflict) session.resolveConflict("copy");
  const { draft: before, submissionNumber } = latest.current;
  const empty = { ...createEmptyDraft(newId(), limits.pointsDefault), channelIds: before.channelIds };
  const blank = isEdit ? start : empty;
  focusTarget.current = blank.parts[0] ?? null;
  const { saving, localSave, back } = session.startAnother();
  // An undo would bring the other text back: the former one as a second draft, or the empty one over the former draft.
  const show = (shown: { draft: ComposerDraft; submissionNumber?: number }) => {
    dispatch({ type: "restored", ...shown });
    if (!isEdit) dispatch({ type: "opened" });
  };
  show({ draft: blank });
  setRestored({ type: "no" });
  const undo = () => {
    back();
    // Progress submitted meanwhile is known to the submission, so that nothing is published twice.
    show({ draft: before, submissionNumber });
    if (!isEdit) setRestored({ type: "opened" });
    return null;
  };
  if (isEdit) return void showToast({ message: "Changes discarded", isOfText: true, undo });
  const { pathname } = location;
  if (isDraftBlank(before)) return;
  void describeLeftDraft(saving, localSave, session.canSave).then((description) => {
    const toast = wasWaiting ? { ...description, message: `It won't be sent. ${description.message}` } : description;
    // Undo would remove a text begun meanwhile, and needs the page.
    const canUndo = isDraftBlank(latest.current.draft) && location.pathname === pathname;
    showToast(canUndo ? { ...toast, isOfText: true, undo } : toast);
  });
}

/** Describes where the draft set aside is. */
async function describeLeftDraft(
  saving: LeftDraft["saving"],
  localSave: LocalSaveStatus,
  canSave: boolean,
): Promise<NewToast> {
  // Without drafts at the service this browser's storage is the only place.
  if (!canSave && localSave === "full") return describeUnsavedDraft(localSave, null);
  const saved = saving && (await (await saving)?.waitForSave(waitMs));
  if (saved === null || (saved && isAllSaved(saved))) return { message: "Draft kept in Drafts" };
  return describeUnsavedDraft(localSave, saved?.problem ?? null);
}

/**
 * Starts an empty post where Compose, `c` or the palette asks for one while the composer is open: without a request, so
 * also offline.
 * @param path what the person opens
 * @param openedId the draft that the page was opened with, if any
 * @returns false if the path is a page of its own: then it has to be opened
 */
export function composeInstead(options: StartOverOptions, path: string, openedId: string | null): boolean {
  const { session, latest, focusTarget, dispatch } = options;
  const { pathname, searchParams } = new URL(path, location.origin);
  if (pathname !== "/compose" || options.isEdit) return false;
  if (openedId !== null && searchParams.get("draft") === openedId && session.getDraftId() !== openedId) {
    // The router believes that it shows this draft already.
    location.assign(path);
    return true;
  }
  const { phase, draft, subject } = latest.current;
  if (!searchParams.has("new") || searchParams.size > 1) return false;
  if (phase.status === "sent") startNewPost(options);
  else if (subject.type !== "new" || subject.again !== undefined) return false;
  else if (phase.status === "sending")
    showToast({ message: "This post is still being sent. Compose again in a moment." });
  else if (isDraftBlank(draft) && session.getDraftId() === null) {
    focusTarget.current = draft.parts[0] ?? null;
    // Renders the editor, which gives its focus target the focus.
    dispatch({ type: "restored", draft: { ...draft } });
    dispatch({ type: "opened" });
  } else startOver(options);
  return true;
}

/** Returns to the editor with the text of a submission that was taken back; it is a new draft. */
export function restoreTakenBackDraft(options: StartOverOptions, draft: ComposerDraft): void {
  startNewPost(options);
  options.focusTarget.current = draft.parts[0] ?? null;
  options.dispatch({ type: "restored", draft });
  // Another undo would empty the text: a key that is held down goes on in the editor.
  options.dispatch({ type: "opened" });
}

/** Clears the editor for another post after a submission. */
export function startNewPost({ dispatch, setRestored, focusTarget }: StartOverOptions): void {
  const id = newId();
  focusTarget.current = { id };
  setRestored({ type: "no" });
  dispatch({ type: "new-post-started", id, points: limits.pointsDefault });
}

/**
 * True if the post replaces another, which is deleted once this one is sent. Another post must not begin here: it would
 * delete that one too.
 */
export function isReplacement({ latest }: StartOverOptions): boolean {
  const { subject } = latest.current;
  return subject.type === "new" && subject.replaces !== undefined;
}
