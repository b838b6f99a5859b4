import type {
  ComposerEffect,
  ComposerEvent,
  ComposerPhase,
  ComposerState,
  ComposerSubject,
  EditEvent,
  UploadEvent,
} from "./composer-state.ts";
import { type ComposerDraft, createEmptyDraft, type DraftImage, isDraftBlank } from "./draft.ts";
import { reduceDraft } from "./reduce-draft.ts";
import { getAbortEffects, getUploadEffects } from "./reduce-images.ts";
import {
  emptyPartialSubmission,
  pickReachableSwitches,
  removeSubmittedChannels,
  startNewSubmission,
  switchSubmission,
  switchSubmissionOnUndo,
} from "./submission/submission-switch.ts";
import {
  applyAccepted,
  applyRequestFailure,
  type ComposerTransition,
  startSubmitting,
} from "./submission/submit-reducer.ts";
import { applyArrived, applyNotArrived, applyUnconfirmed } from "./submission/unconfirmed-requests.ts";
import { emptyUndoHistory, recordChange, undoOrRedo } from "./undo-history.ts";

export function createComposerState(subject: ComposerSubject, draft: ComposerDraft): ComposerState {
  const none = {
    out: emptyPartialSubmission,
    submissionNumber: 0,
    outs: new Map(),
    history: emptyUndoHistory,
    switches: [],
  };
  return { subject, draft, phase: { status: "editing" }, ...none };
}

/** Returns true for a new post of which nothing was sent and no submission stopped. */
export function isNeverSubmitted({ subject, phase, out }: ComposerState): boolean {
  const isNew = subject.type === "new" && !subject.replaces;
  return (
    isNew &&
    phase.status === "editing" &&
    phase.takenBack === undefined &&
    out.channelIds.length === 0 &&
    out.unsure.length === 0
  );
}

/** True while the draft can be edited: not while a request is in flight, and not after a submission. */
export function isComposerEditable(phase: ComposerPhase): boolean {
  return phase.status !== "sending" && phase.status !== "sent";
}

const hasUploads = (draft: ComposerDraft) => draft.images.some((image) => image.state.type === "uploading");

/**
 * The composer's reducer: pure and total. An event that does not fit the phase changes nothing. A request that may have
 * arrived is repeated under its first idempotency key while its content stays the same; an edit drops the key.
 * @param atMs the event's time; after a pause typing begins a new undo step
 */
export function reduceComposer(state: ComposerState, event: ComposerEvent, atMs = 0): ComposerTransition {
  switch (event.type) {
    case "submitted":
      return applySubmit(state, event);
    case "held": {
      const { intent, repeatKey } = event;
      const isIdle = state.phase.status === "editing" || state.phase.status === "refused";
      return isIdle ? [{ ...state, phase: { status: "held", intent, repeatKey } }, []] : [state, []];
    }
    case "accepted":
      return applyAccepted(state, event.postIds, event.submissionId ?? null);
    case "refused":
      return applyRequestFailure(state, event.failure);
    case "wait-canceled":
      return state.phase.status === "waiting" || state.phase.status === "held"
        ? [{ ...state, phase: { status: "editing" } }, []]
        : [state, []];
    case "doubted":
      return applyUnconfirmed(state, event.calls);
    case "arrived":
      return applyArrived(state, event);
    case "not-arrived":
      return applyNotArrived(state);
    case "new-post-started": {
      if (state.phase.status !== "sent") return [state, []];
      const blank = { ...createEmptyDraft(event.id, event.points), channelIds: state.draft.channelIds };
      const { out, submissionNumber, outs } = startNewSubmission(state);
      return [{ ...createComposerState({ type: "new" }, blank), out, submissionNumber, outs }, []];
    }
    case "rebased":
      return applyRebase(state, event, atMs);
    case "opened":
      return [{ ...state, history: emptyUndoHistory, switches: [] }, []];
    case "undone":
    case "redone":
      return applyUndoOrRedo(state, event.type === "undone" ? "back" : "forth");
    case "upload-moved":
    case "upload-done":
    case "upload-failed":
      return applyUploadEvent(state, event);
    default:
      return applyEdit(state, event, atMs);
  }
}

function applySubmit(
  before: ComposerState,
  { intent, repeatKey, platforms, threads }: Extract<ComposerEvent, { type: "submitted" }>,
): ComposerTransition {
  const { phase } = before;
  if (phase.status !== "editing" && phase.status !== "refused" && phase.status !== "held") return [before, []];
  const state = threads ? { ...before, draft: { ...before.draft, threads } } : before;
  if (state.draft.images.some((image) => image.state.type === "failed")) return [state, []];
  if (hasUploads(state.draft)) return [{ ...state, phase: { status: "waiting", intent, repeatKey, platforms } }, []];
  return startSubmitting(state, intent, repeatKey, platforms);
}

function applyRebase(
  state: ComposerState,
  event: Extract<ComposerEvent, { type: "rebased" }>,
  atMs: number,
): ComposerTransition {
  if (state.subject.type !== "post" || !isComposerEditable(state.phase)) return [state, []];
  const { subject, draft } = event;
  const history =
    draft === state.draft ? state.history : recordChange(state.history, state.draft, { type: "restored", draft }, atMs);
  const effects = [...getAbortEffects(state.draft, draft), { type: "save", draft } as const];
  const { out, submissionNumber, outs } = startNewSubmission(state);
  return [
    { subject, draft, phase: { status: "editing" }, out, submissionNumber, outs, history, switches: [] },
    effects,
  ];
}

/** Applies the progress or end of an upload. Events of a removed image change nothing. */
function applyUploadEvent(state: ComposerState, event: UploadEvent): ComposerTransition {
  const image = state.draft.images.find((one) => one.id === event.imageId);
  if (image?.state.type !== "uploading") return [state, []];
  const { share, perSecond = null, isLost = false } = event.type === "upload-moved" ? event : { share: 1 };
  const next: DraftImage["state"] =
    event.type === "upload-moved"
      ? { type: "uploading", share, perSecond, isLost }
      : event.type === "upload-done"
        ? { type: "ready", mediaId: event.mediaId, url: event.url }
        : { type: "failed", why: event.why };
  const facts = event.type === "upload-done" && event.facts ? { facts: event.facts } : {};
  const images = state.draft.images.map((one) => (one.id === image.id ? { ...one, ...facts, state: next } : one));
  const draft = { ...state.draft, images };
  const moved = { ...state, draft };
  if (event.type === "upload-moved") return [moved, []];
  const save: ComposerEffect = { type: "save", draft };
  if (state.phase.status !== "waiting") return [moved, [save]];
  if (next.type === "failed") return [{ ...moved, phase: { status: "editing" } }, [save]];
  if (hasUploads(draft)) return [moved, [save]];
  const [sending, effects] = startSubmitting(moved, state.phase.intent, state.phase.repeatKey, state.phase.platforms);
  return [sending, [save, ...effects]];
}

function applyEdit(state: ComposerState, event: EditEvent, atMs: number): ComposerTransition {
  if (!isComposerEditable(state.phase)) return [state, []];
  const [draft, effects] = reduceDraft(state.draft, event);
  if (draft === state.draft) return [state, effects];
  const history = recordChange(state.history, state.draft, event, atMs);
  const switches = pickReachableSwitches(state.switches, state.history, history);
  const next = getSubmissionAfterEdit(state, draft, event);
  // An edit of a blank draft begins a new submission but records no switch: nothing of the blank draft's submission is
  // left to return to.
  const isLeft = next.submissionNumber !== state.submissionNumber && !isDraftBlank(state.draft);
  const isBack =
    event.type === "restored" &&
    event.submissionNumber === next.submissionNumber &&
    next.submissionNumber !== state.submissionNumber;
  const submissionSwitch = { submissionNumber: state.submissionNumber, at: history.past.length };
  const left = event.type === "restored" ? removeSubmittedChannels(draft, next.out) : draft;
  return applyDraftChange(
    { ...next, history, switches: isLeft || isBack ? [...switches, submissionSwitch] : switches },
    left,
    effects,
  );
}

/**
 * Decides the submission after an edit. Text typed into a blank draft begins a new submission, so that it does not join
 * the earlier one.
 */
function getSubmissionAfterEdit(state: ComposerState, draft: ComposerDraft, event: EditEvent): ComposerState {
  if (event.type === "restored" && event.submissionNumber !== undefined)
    return switchSubmission(state, event.submissionNumber);
  return isDraftBlank(draft) || isDraftBlank(state.draft) ? startNewSubmission(state) : state;
}

/**
 * Applies undo or redo. What was submitted stays known, also across an emptied draft, so that nothing is published
 * twice.
 */
function applyUndoOrRedo(state: ComposerState, direction: "back" | "forth"): ComposerTransition {
  const found = isComposerEditable(state.phase) ? undoOrRedo(state.history, state.draft, direction) : null;
  if (!found) return [state, []];
  const [draft, history] = found;
  const next = switchSubmissionOnUndo({ ...state, history }, state.history.past.length);
  return applyDraftChange(next, removeSubmittedChannels(draft, next.out), [
    ...getAbortEffects(state.draft, draft),
    ...getUploadEffects(state.draft, draft),
  ]);
}

function applyDraftChange(
  state: ComposerState,
  draft: ComposerDraft,
  effects: readonly ComposerEffect[],
): ComposerTransition {
  // An edit ends the refused phase, and so does a restored image whose upload had failed. An edit also cancels a
  // submission that waits for uploads, because the end of an upload would submit a half-finished correction.
  const { status: at } = state.phase;
  const isOff = at === "refused" || draft.images.some((image) => image.state.type === "failed");
  const phase: ComposerPhase =
    isOff && at !== "held"
      ? { status: "editing" }
      : at === "waiting"
        ? { status: "editing", takenBack: state.phase.intent }
        : state.phase;
  const next = { ...state, draft, phase };
  const save: ComposerEffect = { type: "save", draft };
  return [next, [save, ...effects]];
}
