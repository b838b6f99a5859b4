import { newThought, nothingOut, overCleared, stillCleared, toThought, withoutOut } from "./submission/submission-scope.ts";
import { type Draft, emptyDraft, type Image, isBlank } from "./draft.ts";
import { editDraft } from "./reduce-draft.ts";
import { abortsOf, uploadsOf } from "./reduce-images.ts";
import type { Composer, ComposerEvent, EditEvent, Effect, Intent, Phase, Subject, UploadEvent } from "./composer-state.ts";
import { noHistory, remember, travel } from "./undo-history.ts";
import { accepted, beginSending, refused, type Stepped } from "./submission/submit-reducer.ts";
import { arrived, doubted, notArrived } from "./submission/unconfirmed-requests.ts";

/** A fresh composer. */
export function startComposer(subject: Subject, draft: Draft): Composer {
  const none = { out: nothingOut, thought: 0, outs: new Map(), history: noHistory, cleared: [] };
  return { subject, draft, phase: { at: "editing" }, ...none };
}

const isRest = (subject: Subject) => subject.is === "post" && subject.fixed?.length;

/** True while the text may be changed: not while an answer is awaited, and not after it was accepted. */
export function isEditable(phase: Phase): boolean {
  return phase.at !== "sending" && phase.at !== "sent";
}

const uploading = (draft: Draft) => draft.images.some((image) => image.state.is === "uploading");

/**
 * The composer's one transition function: pure and total. An event that does not fit the phase changes nothing.
 * What may have arrived is asked again under its first key while it says the same; an edit of it drops the key. `atMs` is
 * the time of the event: after a pause typing begins a new step of the history.
 */
export function step(state: Composer, event: ComposerEvent, atMs = 0): Stepped {
  switch (event.type) {
    case "submitted":
      return submit(state, event.intent, event.repeatKey);
    case "held": {
      const { intent, repeatKey } = event;
      const isIdle = state.phase.at === "editing" || state.phase.at === "refused";
      return isIdle ? [{ ...state, phase: { at: "held", intent, repeatKey } }, []] : [state, []];
    }
    case "accepted":
      return accepted(state, event.postIds, event.submissionId ?? null);
    case "refused":
      return refused(state, event.failure);
    case "wait-canceled":
      return state.phase.at === "waiting" || state.phase.at === "held"
        ? [{ ...state, phase: { at: "editing" } }, []]
        : [state, []];
    case "doubted":
      return doubted(state, event.calls);
    case "arrived":
      return arrived(state, event);
    case "not-arrived":
      return notArrived(state);
    case "started-anew": {
      if (state.phase.at !== "sent") return [state, []];
      const blank = { ...emptyDraft(event.id, event.points), channelIds: state.draft.channelIds };
      const { out, thought, outs } = newThought(state);
      return [{ ...startComposer({ is: "new" }, blank), out, thought, outs }, []];
    }
    case "rebased":
      return rebase(state, event, atMs);
    case "opened":
      return [{ ...state, history: noHistory, cleared: [] }, []];
    case "undone":
    case "redone":
      return traveled(state, event.type === "undone" ? "back" : "forth");
    case "upload-moved":
    case "upload-done":
    case "upload-failed":
      return uploaded(state, event);
    default:
      return edited(state, event, atMs);
  }
}

function submit(state: Composer, intent: Intent, repeatKey: string): Stepped {
  const { phase } = state;
  if (phase.at !== "editing" && phase.at !== "refused" && phase.at !== "held") return [state, []];
  if (state.draft.images.some((image) => image.state.is === "failed")) return [state, []];
  if (uploading(state.draft)) return [{ ...state, phase: { at: "waiting", intent, repeatKey } }, []];
  return beginSending(state, intent, repeatKey);
}

function rebase(state: Composer, event: Extract<ComposerEvent, { type: "rebased" }>, atMs: number): Stepped {
  if (state.subject.is !== "post" || !isEditable(state.phase)) return [state, []];
  const { version, draft } = event;
  const subject = { ...state.subject, version };
  const history =
    draft === state.draft ? state.history : remember(state.history, state.draft, { type: "restored", draft }, atMs);
  const effects = [...abortsOf(state.draft, draft), { do: "save", draft } as const];
  const { out, thought, outs } = newThought(state);
  return [{ subject, draft, phase: { at: "editing" }, out, thought, outs, history, cleared: [] }, effects];
}

/** News of an upload. A late one, of an image already removed, changes nothing. */
function uploaded(state: Composer, event: UploadEvent): Stepped {
  const image = state.draft.images.find((one) => one.id === event.imageId);
  if (image?.state.is !== "uploading") return [state, []];
  const { share, perSecond = null, isLost = false } = event.type === "upload-moved" ? event : { share: 1 };
  const next: Image["state"] =
    event.type === "upload-moved"
      ? { is: "uploading", share, perSecond, isLost }
      : event.type === "upload-done"
        ? { is: "ready", mediaId: event.mediaId, url: event.url }
        : { is: "failed", why: event.why };
  const facts = event.type === "upload-done" && event.facts ? { facts: event.facts } : {};
  const images = state.draft.images.map((one) => (one.id === image.id ? { ...one, ...facts, state: next } : one));
  const draft = { ...state.draft, images };
  const moved = { ...state, draft };
  if (event.type === "upload-moved") return [moved, []];
  const save: Effect = { do: "save", draft };
  if (state.phase.at !== "waiting") return [moved, [save]];
  if (next.is === "failed") return [{ ...moved, phase: { at: "editing" } }, [save]];
  if (uploading(draft)) return [moved, [save]];
  const [sending, effects] = beginSending(moved, state.phase.intent, state.phase.repeatKey);
  return [sending, [save, ...effects]];
}

function edited(state: Composer, event: EditEvent, atMs: number): Stepped {
  // Images went with the first part: none comes to those after it.
  if (!isEditable(state.phase) || (event.type === "images-added" && isRest(state.subject))) return [state, []];
  const [draft, effects] = editDraft(state.draft, event);
  if (draft === state.draft) return [state, effects];
  const history = remember(state.history, state.draft, event, atMs);
  const cleared = stillCleared(state.cleared, state.history, history);
  const next = thoughtAfter(state, draft, event);
  // From an empty sheet no step leads: what is written on it anew is another thought, and what it was before is gone by then.
  const isLeft = next.thought !== state.thought && !isBlank(state.draft);
  const isBack = event.type === "restored" && event.thought === next.thought && next.thought !== state.thought;
  const seam = { thought: state.thought, at: history.past.length };
  const left = event.type === "restored" ? withoutOut(draft, next.out) : draft;
  return changed({ ...next, history, cleared: isLeft || isBack ? [...cleared, seam] : cleared }, left, effects);
}

/** Whose words these are. An empty sheet is another thought: what is written on it does not join what went out. */
function thoughtAfter(state: Composer, draft: Draft, event: EditEvent): Composer {
  if (event.type === "restored" && event.thought !== undefined) return toThought(state, event.thought);
  return isBlank(draft) || isBlank(state.draft) ? newThought(state) : state;
}

/** A step of the history. What went out stays known, also on the way through an empty sheet: it does not go out twice. */
function traveled(state: Composer, way: "back" | "forth"): Stepped {
  const found = isEditable(state.phase) ? travel(state.history, state.draft, way) : null;
  if (!found) return [state, []];
  const [draft, history] = found;
  const next = overCleared({ ...state, history }, state.history.past.length);
  return changed(next, withoutOut(draft, next.out), [
    ...abortsOf(state.draft, draft),
    ...uploadsOf(state.draft, draft),
  ]);
}

function changed(state: Composer, draft: Draft, effects: readonly Effect[]): Stepped {
  // After a refusal it starts afresh, and where an image comes back that had failed. An edit takes back what waits for its
  // uploads: it would go out whenever they end, with half of a correction in it.
  const { at } = state.phase;
  const isOff = at === "refused" || draft.images.some((image) => image.state.is === "failed");
  const phase: Phase =
    isOff && at !== "held"
      ? { at: "editing" }
      : at === "waiting"
        ? { at: "editing", takenBack: state.phase.intent }
        : state.phase;
  const next = { ...state, draft, phase };
  const save: Effect = { do: "save", draft };
  return [next, [save, ...effects]];
}
