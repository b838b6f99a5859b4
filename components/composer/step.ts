import type { Failure } from "#lib/contract/errors";
import { limits } from "#lib/contract/limits";
import { type Draft, emptyDraft, type Image, type ImageId, type PartId, type When } from "./draft.ts";

/** What is being written: a new submission, or one post that exists. */
export type Subject = { is: "new" } | { is: "post"; postId: string; version: number };

/** How it leaves the desk. */
export type Intent = "send" | "draft";

/** Sending is a state, so that sending twice can't be written down. */
export type Phase =
  | { at: "editing" }
  /** Sent as soon as the last upload ends. */
  | { at: "waiting"; intent: Intent; repeatKey: string }
  | { at: "sending"; intent: Intent; repeatKey: string }
  | { at: "sent"; intent: Intent; postIds: readonly string[] }
  | { at: "refused"; intent: Intent; failure: Failure; repeatKey: string };

export type Composer = { subject: Subject; draft: Draft; phase: Phase };

/** Ids, the repeat key and files' names arrive in the event: `step` has no chance and no clock of its own. */
export type ComposerEvent =
  | { type: "typed"; partId: PartId; text: string }
  | { type: "part-added"; after: PartId; id: PartId; text?: string }
  /** The part becomes as many as there are texts; `ids` names those after the first. */
  | { type: "part-split"; partId: PartId; texts: readonly string[]; ids: readonly PartId[] }
  | { type: "part-removed"; partId: PartId }
  | { type: "part-moved"; partId: PartId; by: -1 | 1 }
  | { type: "channel-toggled"; channelId: string }
  | { type: "channels-set"; channelIds: readonly string[] }
  | { type: "images-added"; images: readonly { id: ImageId; name: string; sizeBytes: number }[] }
  | { type: "upload-moved"; imageId: ImageId; share: number }
  | { type: "upload-done"; imageId: ImageId; mediaId: string; url: string }
  | { type: "upload-failed"; imageId: ImageId; why: string }
  | { type: "upload-retried"; imageId: ImageId }
  /** It was there and can't be shown any more: an upload that was not used in time is removed by the service. */
  | { type: "image-lost"; imageId: ImageId; why: string }
  | { type: "image-removed"; imageId: ImageId }
  | { type: "image-moved"; imageId: ImageId; by: -1 | 1 }
  | { type: "when-set"; when: When }
  | { type: "points-set"; points: number }
  | { type: "submitted"; intent: Intent; repeatKey: string }
  | { type: "accepted"; postIds: readonly string[] }
  | { type: "refused"; failure: Failure }
  | { type: "wait-canceled" }
  | { type: "started-anew"; id: PartId; points: number }
  | { type: "restored"; draft: Draft }
  /** The post was changed elsewhere: written on with its new version, in the words of `draft`. */
  | { type: "rebased"; version: number; draft: Draft };

/** What the outside has to do; the hook that runs it sends the result back as events. */
export type Effect =
  | { do: "save"; draft: Draft }
  | { do: "upload"; imageId: ImageId }
  | { do: "abort-upload"; imageId: ImageId }
  | { do: "send"; subject: Subject; draft: Draft; intent: Intent; repeatKey: string }
  | { do: "forget" };

type Stepped = readonly [Composer, readonly Effect[]];

/** A fresh composer. */
export function startComposer(subject: Subject, draft: Draft): Composer {
  return { subject, draft, phase: { at: "editing" } };
}

/** True while the text may be changed: not while an answer is awaited, and not after it was accepted. */
export function isEditable(phase: Phase): boolean {
  return phase.at === "editing" || phase.at === "refused" || phase.at === "waiting";
}

const uploading = (draft: Draft) => draft.images.some((image) => image.state.is === "uploading");

/**
 * The composer's one transition function: pure and total. An event that does not fit the phase changes nothing.
 * A repeat of the same draft after a refusal keeps its repeat key (the service then answers with the first result);
 * any edit drops it.
 */
export function step(state: Composer, event: ComposerEvent): Stepped {
  switch (event.type) {
    case "submitted":
      return submit(state, event.intent, event.repeatKey);
    case "accepted":
      if (state.phase.at !== "sending") return [state, []];
      return [
        { ...state, phase: { at: "sent", intent: state.phase.intent, postIds: event.postIds } },
        [{ do: "forget" }],
      ];
    case "refused":
      if (state.phase.at !== "sending") return [state, []];
      return [{ ...state, phase: { ...state.phase, at: "refused", failure: event.failure } }, []];
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

function submit(state: Composer, intent: Intent, freshKey: string): Stepped {
  const { phase } = state;
  if (phase.at !== "editing" && phase.at !== "refused") return [state, []];
  const same = phase.at === "refused" && phase.intent === intent;
  const repeatKey = same ? phase.repeatKey : freshKey;
  if (state.draft.images.some((image) => image.state.is === "failed")) return [state, []];
  if (uploading(state.draft)) return [{ ...state, phase: { at: "waiting", intent, repeatKey } }, []];
  return send(state, intent, repeatKey);
}

function send(state: Composer, intent: Intent, repeatKey: string): Stepped {
  const effect: Effect = { do: "send", subject: state.subject, draft: state.draft, intent, repeatKey };
  return [{ ...state, phase: { at: "sending", intent, repeatKey } }, [effect]];
}

function rebase(state: Composer, version: number, draft: Draft): Stepped {
  if (state.subject.is !== "post" || !isEditable(state.phase)) return [state, []];
  const subject = { ...state.subject, version };
  return [{ subject, draft, phase: { at: "editing" } }, [...abortsOf(state.draft, draft), { do: "save", draft }]];
}

/** Stops the uploads of images that are in `before` and no longer in `after`. */
function abortsOf(before: Draft, after: Draft): Effect[] {
  const kept = new Set(after.images.map((image) => image.id));
  const gone = before.images.filter((image) => image.state.is === "uploading" && !kept.has(image.id));
  return gone.map((image) => ({ do: "abort-upload", imageId: image.id }));
}

/** Begins again the uploads that were stopped when their images went, and that come back with an older draft. */
function uploadsOf(before: Draft, after: Draft): Effect[] {
  const there = new Set(before.images.map((image) => image.id));
  const back = after.images.filter((image) => image.state.is === "uploading" && !there.has(image.id));
  return back.map((image) => ({ do: "upload", imageId: image.id }));
}

type UploadEvent = Extract<ComposerEvent, { type: "upload-moved" | "upload-done" | "upload-failed" }>;

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
  const [sending, effects] = send(moved, state.phase.intent, state.phase.repeatKey);
  return [sending, [save, ...effects]];
}

type EditEvent = Exclude<
  ComposerEvent,
  UploadEvent | { type: "submitted" | "accepted" | "refused" | "wait-canceled" | "started-anew" | "rebased" }
>;

function edited(state: Composer, event: EditEvent): Stepped {
  if (!isEditable(state.phase)) return [state, []];
  const [draft, effects] = edit(state.draft, event);
  if (draft === state.draft) return [state, effects];
  // An edit while waiting keeps waiting: the author sees what will be sent. After a refusal it starts afresh.
  const phase: Phase = state.phase.at === "refused" ? { at: "editing" } : state.phase;
  const next = { ...state, draft, phase };
  const save: Effect = { do: "save", draft };
  if (phase.at === "waiting" && !uploading(draft)) {
    const [sending, sends] = send(next, phase.intent, phase.repeatKey);
    return [sending, [save, ...effects, ...sends]];
  }
  return [next, [save, ...effects]];
}

/** One change of the draft, and what the outside has to do for it. The same draft object when nothing changed. */
function edit(draft: Draft, event: EditEvent): readonly [Draft, readonly Effect[]] {
  switch (event.type) {
    case "typed":
      return [withPart(draft, event.partId, event.text), []];
    case "part-added": {
      const at = draft.parts.findIndex((part) => part.id === event.after);
      const isTaken = draft.parts.some((part) => part.id === event.id);
      if (at === -1 || isTaken || draft.parts.length >= limits.parts) return [draft, []];
      const part = { id: event.id, text: event.text ?? "" };
      return [{ ...draft, parts: draft.parts.toSpliced(at + 1, 0, part) }, []];
    }
    case "part-split":
      return [split(draft, event.partId, event.texts, event.ids), []];
    case "part-removed": {
      if (draft.parts.length === 1) return [withPart(draft, event.partId, ""), []];
      const parts = draft.parts.filter((part) => part.id !== event.partId);
      return [parts.length === draft.parts.length ? draft : { ...draft, parts }, []];
    }
    case "part-moved": {
      const parts = moved(draft.parts, event.partId, event.by);
      return [parts === draft.parts ? draft : { ...draft, parts }, []];
    }
    case "channel-toggled": {
      const has = draft.channelIds.includes(event.channelId);
      const channelIds = has
        ? draft.channelIds.filter((id) => id !== event.channelId)
        : [...draft.channelIds, event.channelId];
      return [{ ...draft, channelIds }, []];
    }
    case "channels-set":
      return [{ ...draft, channelIds: [...new Set(event.channelIds)] }, []];
    case "images-added":
      return addImages(draft, event.images);
    case "upload-retried": {
      const image = draft.images.find((one) => one.id === event.imageId);
      if (image?.state.is !== "failed") return [draft, []];
      const again: Image = { ...image, state: { is: "uploading", share: 0 } };
      const images = draft.images.map((one) => (one.id === image.id ? again : one));
      return [{ ...draft, images }, [{ do: "upload", imageId: image.id }]];
    }
    case "image-removed": {
      const image = draft.images.find((one) => one.id === event.imageId);
      if (!image) return [draft, []];
      const images = draft.images.filter((one) => one !== image);
      const abort: Effect[] = image.state.is === "uploading" ? [{ do: "abort-upload", imageId: image.id }] : [];
      return [{ ...draft, images }, abort];
    }
    case "image-moved": {
      const images = moved(draft.images, event.imageId, event.by);
      return [images === draft.images ? draft : { ...draft, images }, []];
    }
    case "when-set":
      return [{ ...draft, when: event.when }, []];
    case "points-set":
      return [{ ...draft, points: event.points }, []];
    case "image-lost": {
      const lost: Image["state"] = { is: "failed", why: event.why };
      const image = draft.images.find((one) => one.id === event.imageId);
      if (image?.state.is !== "ready") return [draft, []];
      return [{ ...draft, images: draft.images.map((one) => (one === image ? { ...one, state: lost } : one)) }, []];
    }
    case "restored":
      return [event.draft, [...abortsOf(draft, event.draft), ...uploadsOf(draft, event.draft)]];
  }
}

function withPart(draft: Draft, partId: PartId, text: string): Draft {
  if (!draft.parts.some((part) => part.id === partId && part.text !== text)) return draft;
  return { ...draft, parts: draft.parts.map((part) => (part.id === partId ? { ...part, text } : part)) };
}

function split(draft: Draft, partId: PartId, texts: readonly string[], ids: readonly PartId[]): Draft {
  const at = draft.parts.findIndex((part) => part.id === partId);
  const fits = draft.parts.length + texts.length - 1 <= limits.parts;
  if (draft.parts.some((part) => ids.includes(part.id)) || new Set(ids).size < ids.length) return draft;
  if (at === -1 || texts.length < 2 || ids.length !== texts.length - 1 || !fits) return draft;
  const made = texts.map((text, index) => ({ id: ids[index - 1] ?? partId, text }));
  return { ...draft, parts: draft.parts.toSpliced(at, 1, ...made) };
}

function addImages(
  draft: Draft,
  added: readonly { id: ImageId; name: string; sizeBytes: number }[],
): readonly [Draft, readonly Effect[]] {
  const room = Math.max(0, limits.imagesPerPost - draft.images.length);
  const taken = added.slice(0, room);
  if (taken.length === 0) return [draft, []];
  const images: Image[] = taken.map((image) => ({ ...image, state: { is: "uploading", share: 0 } }));
  const effects = taken.map((image): Effect => ({ do: "upload", imageId: image.id }));
  return [{ ...draft, images: [...draft.images, ...images] }, effects];
}

/** The list with one element moved by one place; the same list when it stands at that end already. */
function moved<T extends { id: string }>(list: readonly T[], id: string, by: -1 | 1): readonly T[] {
  const from = list.findIndex((one) => one.id === id);
  const to = from + by;
  const one = list[from];
  if (!one || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, one);
}
