import type { Draft, Image } from "./draft.ts";
import type { EditEvent, History, Run } from "./composer-state.ts";

/** Steps that can be taken back; each holds the strings it changed. */
const mostSteps = 500;
/** Ms without a keystroke after which typing begins a new step. */
const pauseMs = 1_000;

export const noHistory: History = { past: [], future: [], run: null, reached: {} };

/** What a change of images that no author made belongs to is the upload, not the history. */
const isNews = (event: EditEvent) => event.type === "image-lost" || event.type === "upload-retried";

/**
 * The history after a change of the author's. Letters of one word, or erased in one go, are one step; so is all that an
 * input method puts together. `atMs` is the time of the change.
 */
export function remember(history: History, before: Draft, event: EditEvent, atMs: number): History {
  const reached = reachedBy(history.reached, before);
  if (isNews(event)) return { ...history, reached };
  const run = runOf(before, event, atMs);
  if (run && history.run && joins(history.run, run, event, before)) return { ...history, run, future: [], reached };
  return { past: [...history.past, before].slice(-mostSteps), future: [], run, reached };
}

/** One step back or forth: the draft as it was, with its uploads as they are now. Null when there is none. */
export function travel(history: History, draft: Draft, way: "back" | "forth"): readonly [Draft, History] | null {
  const from = way === "back" ? history.past : history.future;
  const found = from.at(-1);
  if (!found) return null;
  const reached = reachedBy(history.reached, draft);
  const images = found.images.map((image) => ({ ...image, ...reached[image.id] }));
  const left = from.slice(0, -1);
  const other = [...(way === "back" ? history.future : history.past), draft];
  const next = way === "back" ? { past: left, future: other } : { past: other, future: left };
  return [
    { ...found, images },
    { ...next, run: null, reached },
  ];
}

/** What a service has told of an image stays true, whenever it comes back. */
const reachOf = ({ id, state, facts }: Image) => [id, facts ? { state, facts } : { state }] as const;

function reachedBy(reached: History["reached"], draft: Draft): History["reached"] {
  if (draft.images.length === 0) return reached;
  return { ...reached, ...Object.fromEntries(draft.images.map(reachOf)) };
}

function textsOf(before: Draft, event: EditEvent): { where: string; was: string; is: string } | null {
  if (event.type === "alt-written") {
    const was = before.images.find((image) => image.id === event.imageId)?.alt ?? "";
    return { where: `alt ${event.imageId}`, was, is: event.alt };
  }
  if (event.type !== "typed") return null;
  const parts = event.on ? before.own[event.on] : before.parts;
  const was = parts?.find((part) => part.id === event.partId)?.text ?? "";
  return { where: `${event.on ?? ""} ${event.partId}`, was, is: event.text };
}

/** Null where it is no typing: what is pasted, or written over a selection, is a step of its own. */
function runOf(before: Draft, event: EditEvent, atMs: number): Run | null {
  const texts = textsOf(before, event);
  if (!texts) return null;
  const { taken, put } = difference(texts.was, texts.is);
  if (event.type === "typed" && event.composition !== undefined)
    return { where: `${texts.where} ${event.composition}`, writes: true, atMs };
  // A character outside the basic plane is two units.
  const isOne = taken.length + put.length <= 2 && (taken === "" || put === "");
  return isOne ? { where: texts.where, writes: put !== "", atMs } : null;
}

function joins(last: Run, run: Run, event: EditEvent, before: Draft): boolean {
  if (last.where !== run.where || last.writes !== run.writes) return false;
  if (event.type === "typed" && event.composition !== undefined) return true;
  if (run.atMs - last.atMs > pauseMs) return false;
  const texts = textsOf(before, event);
  if (!texts || !run.writes) return true;
  const { at, put } = difference(texts.was, texts.is);
  // A word begins.
  return !(/\S/u.test(put) && /\s/u.test(texts.was.charAt(at - 1)));
}

/** The one place where two texts differ: `taken` stood at `at`, and `put` stands there now. */
export function difference(was: string, is: string): { at: number; taken: string; put: string } {
  const most = Math.min(was.length, is.length);
  let at = 0;
  while (at < most && was.charCodeAt(at) === is.charCodeAt(at)) at += 1;
  let same = 0;
  while (same < most - at && was.charCodeAt(was.length - 1 - same) === is.charCodeAt(is.length - 1 - same)) same += 1;
  return { at, taken: was.slice(at, was.length - same), put: is.slice(at, is.length - same) };
}
