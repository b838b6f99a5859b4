import type { EditEvent, TypingRun, UndoHistory } from "./composer-state.ts";
import type { ComposerDraft, DraftImage } from "./draft.ts";

/** Most undo steps; each step holds the strings that it changed. */
const maxUndoSteps = 500;
/** Ms without a keystroke before typing begins a new step. */
const pauseMs = 1_000;

export const emptyUndoHistory: UndoHistory = { past: [], future: [], run: null, reached: {} };

/** True for image events that are no edits by the author: they belong to the upload and not to the history. */
const isUploadNews = (event: EditEvent) => event.type === "image-lost" || event.type === "upload-retried";

/**
 * Records an edit. Typing or erasing one word is one step, and so is everything that an input method composes.
 * @param atMs the time of the edit
 */
export function recordChange(history: UndoHistory, before: ComposerDraft, event: EditEvent, atMs: number): UndoHistory {
  const reached = collectUploadStates(history.reached, before);
  if (isUploadNews(event)) return { ...history, reached };
  const run = getTypingRun(before, event, atMs);
  if (run && history.run && continuesRun(history.run, run, event, before))
    return { ...history, run, future: [], reached };
  return { past: [...history.past, before].slice(-maxUndoSteps), future: [], run, reached };
}

/** Goes one step back or forth: the earlier draft with the current upload states. Null if there is no step. */
export function undoOrRedo(
  history: UndoHistory,
  draft: ComposerDraft,
  direction: "back" | "forth",
): readonly [ComposerDraft, UndoHistory] | null {
  const from = direction === "back" ? history.past : history.future;
  const found = from.at(-1);
  if (!found) return null;
  const reached = collectUploadStates(history.reached, draft);
  const images = found.images.map((image) => ({ ...image, ...reached[image.id] }));
  const left = from.slice(0, -1);
  const other = [...(direction === "back" ? history.future : history.past), draft];
  const next = direction === "back" ? { past: left, future: other } : { past: other, future: left };
  return [
    { ...found, images },
    { ...next, run: null, reached },
  ];
}

/** Keeps the service's metadata of an image for when an undo restores the image. */
const getUploadEntry = ({ id, state, facts }: DraftImage) => [id, facts ? { state, facts } : { state }] as const;

function collectUploadStates(reached: UndoHistory["reached"], draft: ComposerDraft): UndoHistory["reached"] {
  if (draft.images.length === 0) return reached;
  return { ...reached, ...Object.fromEntries(draft.images.map(getUploadEntry)) };
}

function getTypedTexts(
  before: ComposerDraft,
  event: EditEvent,
): { where: string; previous: string; type: string } | null {
  if (event.type === "alt-written") {
    const previous = before.images.find((image) => image.id === event.imageId)?.alt ?? "";
    return { where: `alt ${event.imageId}`, previous, type: event.alt };
  }
  if (event.type !== "typed") return null;
  const parts = event.on ? before.own[event.on] : before.parts;
  const previous = parts?.find((part) => part.id === event.partId)?.text ?? "";
  return { where: `${event.on ?? ""} ${event.partId}`, previous, type: event.text };
}

/** Returns null if the event is no typing: a paste, or a change over a selection, is a step of its own. */
function getTypingRun(before: ComposerDraft, event: EditEvent, atMs: number): TypingRun | null {
  const texts = getTypedTexts(before, event);
  if (!texts) return null;
  const { removed, inserted } = findTextChange(texts.previous, texts.type);
  if (event.type === "typed" && event.composition !== undefined)
    return { where: `${texts.where} ${event.composition}`, writes: true, atMs };
  // A character outside the basic plane has two UTF-16 units.
  const isOne = removed.length + inserted.length <= 2 && (removed === "" || inserted === "");
  return isOne ? { where: texts.where, writes: inserted !== "", atMs } : null;
}

function continuesRun(last: TypingRun, run: TypingRun, event: EditEvent, before: ComposerDraft): boolean {
  if (last.where !== run.where || last.writes !== run.writes) return false;
  if (event.type === "typed" && event.composition !== undefined) return true;
  if (run.atMs - last.atMs > pauseMs) return false;
  const texts = getTypedTexts(before, event);
  if (!texts || !run.writes) return true;
  const { at, inserted } = findTextChange(texts.previous, texts.type);
  // The change begins a word.
  return !(/\S/u.test(inserted) && /\s/u.test(texts.previous.charAt(at - 1)));
}

/** Returns the one place where two texts differ: `taken` was at `at`, and `put` is there now. */
export function findTextChange(previous: string, is: string): { at: number; removed: string; inserted: string } {
  const most = Math.min(previous.length, is.length);
  let at = 0;
  while (at < most && previous.charCodeAt(at) === is.charCodeAt(at)) at += 1;
  let same = 0;
  while (same < most - at && previous.charCodeAt(previous.length - 1 - same) === is.charCodeAt(is.length - 1 - same))
    same += 1;
  return { at, removed: previous.slice(at, previous.length - same), inserted: is.slice(at, is.length - same) };
}
