import { type Draft, emptyDraft, type Image, isBlank } from "./draft.ts";
import { editDraft } from "./edit-draft.ts";
import { abortsOf } from "./edit-images.ts";
import type { Composer, ComposerEvent, EditEvent, Effect, Intent, Out, Phase, Subject, UploadEvent } from "./events.ts";
import { accepted, beginSending, refused, type Stepped } from "./sending.ts";

const nothingOut: Out = { submissionId: null, channelIds: [], postIds: [], unsure: [] };

/** A fresh composer. */
export function startComposer(subject: Subject, draft: Draft): Composer {
  return { subject, draft, phase: { at: "editing" }, out: nothingOut };
}

/** True while the text may be changed: not while an answer is awaited, and not after it was accepted. */
export function isEditable(phase: Phase): boolean {
  return phase.at === "editing" || phase.at === "refused" || phase.at === "waiting";
}

const uploading = (draft: Draft) => draft.images.some((image) => image.state.is === "uploading");

/**
 * The composer's one transition function: pure and total. An event that does not fit the phase changes nothing.
 * What may have arrived is asked again under its first key while it says the same; an edit of it drops the key.
 */
export function step(state: Composer, event: ComposerEvent): Stepped {
  switch (event.type) {
    case "submitted":
      return submit(state, event.intent, event.repeatKey);
    case "accepted":
      return accepted(state, event.postIds, event.submissionId ?? null);
    case "refused":
      return refused(state, event.failure);
    case "wait-canceled":
      return state.phase.at === "waiting" ? [{ ...state, phase: { at: "editing" } }, []] : [state, []];
    case "started-anew":
      if (state.phase.at !== "sent") return [state, []];
      return [
        startComposer({ is: "new" }, { ...emptyDraft(event.id, event.points), channelIds: state.draft.channelIds }),
        [],
      ];
    case "rebased":
      return rebase(state, event.version, event.draft);
    case "upload-moved":
    case "upload-done":
    case "upload-failed":
      return uploaded(state, event);
    default:
      return edited(state, event);
  }
}

function submit(state: Composer, intent: Intent, repeatKey: string): Stepped {
  const { phase } = state;
  if (phase.at !== "editing" && phase.at !== "refused") return [state, []];
  if (state.draft.images.some((image) => image.state.is === "failed")) return [state, []];
  if (uploading(state.draft)) return [{ ...state, phase: { at: "waiting", intent, repeatKey } }, []];
  return beginSending(state, intent, repeatKey);
}

function rebase(state: Composer, version: number, draft: Draft): Stepped {
  if (state.subject.is !== "post" || !isEditable(state.phase)) return [state, []];
  const subject = { ...state.subject, version };
  return [
    { subject, draft, phase: { at: "editing" }, out: nothingOut },
    [...abortsOf(state.draft, draft), { do: "save", draft }],
  ];
}

/** News of an upload. A late one, of an image already removed, changes nothing. */
function uploaded(state: Composer, event: UploadEvent): Stepped {
  const image = state.draft.images.find((one) => one.id === event.imageId);
  if (image?.state.is !== "uploading") return [state, []];
  const next: Image["state"] =
    event.type === "upload-moved"
      ? { is: "uploading", share: event.share }
      : event.type === "upload-done"
        ? { is: "ready", mediaId: event.mediaId, url: event.url }
        : { is: "failed", why: event.why };
  const images = state.draft.images.map((one) => (one.id === image.id ? { ...one, state: next } : one));
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

function edited(state: Composer, event: EditEvent): Stepped {
  if (!isEditable(state.phase)) return [state, []];
  const [draft, effects] = editDraft(state.draft, event);
  if (draft === state.draft) return [state, effects];
  // An edit while waiting keeps waiting: the author sees what will be sent. After a refusal it starts afresh.
  const phase: Phase = state.phase.at === "refused" ? { at: "editing" } : state.phase;
  // An empty sheet is another thought: what is written on it does not join what went out.
  const next = { ...state, draft, phase, out: isBlank(draft) ? nothingOut : state.out };
  const save: Effect = { do: "save", draft };
  if (phase.at === "waiting" && !uploading(draft)) {
    const [sending, sends] = beginSending(next, phase.intent, phase.repeatKey);
    return [sending, [save, ...effects, ...sends]];
  }
  return [next, [save, ...effects]];
}
