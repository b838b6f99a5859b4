/**
 * `autosavePauseMs`: ms of quiet before a change is saved. `autosaveMaxDelayMs`: ms after which a change is saved even
 * while the author types.
 */
export const autosavePauseMs = 2_000;
export const autosaveMaxDelayMs = 5_000;
const maxRetryDelayMs = 30_000;

/**
 * The service's version of a draft where the client expected another one. `gone` is set if the draft no longer exists.
 */
export type RemoteDraftVersion<T> = {
  content: T;
  version: number;
  /** The service's clock, ISO 8601. */
  at: string;
  gone: null | { type: "deleted" } | { type: "sent"; postIds: readonly string[] };
};

export type SaveProblem =
  /** No answer came; the save is retried. */
  | { type: "away" }
  | { type: "signed-out" }
  /** The service refuses this content; `why` is a sentence. Changed content is tried again. */
  | { type: "refused"; why: string };

/** The sync state of one draft with the service. Pure data; `T` is the saved content. */
export type AutosaveState<T> = {
  /** The version that the next save replaces; 0 if the service has none. */
  version: number;
  /** The time of the last save, by the service's clock. */
  savedAt: string | null;
  /** The newest content that is neither saved nor on its way. */
  pending: T | null;
  /** The content on its way to the service. There is never more than one save in flight. */
  inFlight: T | null;
  /** Contents sent without an answer. The service may have them, or may get them late. */
  unanswered: readonly T[];
  /** Times of the oldest and the newest change in `pending`, ms. */
  firstMs: number;
  lastMs: number;
  problem: SaveProblem | null;
  tries: number;
  retryMs: number;
  conflict: RemoteDraftVersion<T> | null;
};

export type AutosaveEvent<T> =
  | { type: "changed"; content: T; atMs: number }
  | { type: "due"; atMs: number }
  /** The page is hidden, or the post is about to be submitted: saves at once, without the pause. */
  | { type: "flushed" }
  | { type: "saved"; version: number; at: string }
  | { type: "lost"; atMs: number }
  | { type: "refused"; problem: SaveProblem }
  /** The service answered with a version conflict; `newer` is the draft as read then. */
  | { type: "moved"; newer: RemoteDraftVersion<T> }
  | { type: "chosen"; choice: "mine" | "theirs" | "copy"; atMs: number };

export type SaveRequest<T> = { content: T; version: number };

/** @param doubt contents that an earlier page of this tab sent without getting an answer */
export function createAutosaveState<T>(
  version: number,
  savedAt: string | null,
  unanswered: readonly T[] = [],
): AutosaveState<T> {
  return {
    version,
    savedAt,
    pending: null,
    inFlight: null,
    unanswered,
    firstMs: 0,
    lastMs: 0,
    problem: null,
    tries: 0,
    retryMs: 0,
    conflict: null,
  };
}

/** True if the service has every change and there is no conflict. */
export const isAllSaved = ({ pending, inFlight, conflict }: AutosaveState<unknown>): boolean =>
  !pending && !inFlight && !conflict;

/** Returns the time for the next `due` event, ms; null if nothing is to be saved. */
export function getNextSaveAtMs({
  pending,
  inFlight,
  conflict,
  problem,
  retryMs,
  firstMs,
  lastMs,
}: AutosaveState<unknown>): number | null {
  if (pending === null || inFlight !== null || conflict !== null) return null;
  if (problem?.type === "away") return retryMs;
  if (problem !== null) return null;
  return Math.min(lastMs + autosavePauseMs, firstMs + autosaveMaxDelayMs);
}

type AutosaveTransition<T> = readonly [AutosaveState<T>, SaveRequest<T> | null];

/**
 * Handles one event of the autosave. In whatever order changes, answers and failures come, three things hold: only one
 * save is in flight, the version check uses only versions that were read or answered, and another author's content is
 * never taken for the member's own.
 */
export function reduceAutosave<T>(
  state: AutosaveState<T>,
  event: AutosaveEvent<T>,
  same: (one: T, other: T) => boolean,
): AutosaveTransition<T> {
  switch (event.type) {
    case "changed": {
      const { content, atMs } = event;
      const problem = state.problem?.type === "refused" ? null : state.problem;
      const firstMs = state.pending === null ? atMs : state.firstMs;
      return [{ ...state, pending: content, firstMs, lastMs: atMs, problem }, null];
    }
    case "due": {
      const at = getNextSaveAtMs(state);
      return at !== null && at <= event.atMs ? startSave(state) : [state, null];
    }
    case "flushed":
      return state.problem?.type === "refused" ? [state, null] : startSave(state);
    case "saved": {
      if (state.inFlight === null) return [state, null];
      const { version, at } = event;
      return [{ ...state, ...noProblem, version, savedAt: at, inFlight: null, unanswered: [] }, null];
    }
    case "lost": {
      if (state.inFlight === null) return [state, null];
      const tries = state.tries + 1;
      const retryMs = event.atMs + Math.min(1_000 * 2 ** tries, maxRetryDelayMs);
      const unanswered = [...state.unanswered, state.inFlight];
      return [{ ...requeueInFlight(state), unanswered, tries, retryMs, problem: { type: "away" } }, null];
    }
    case "refused":
      return state.inFlight === null ? [state, null] : [{ ...requeueInFlight(state), problem: event.problem }, null];
    case "moved":
      return [applyRemoteVersion(state, event.newer, same), null];
    case "chosen":
      return applyChoice(state, event.choice, event.atMs);
  }
}

const noProblem = { problem: null, tries: 0, retryMs: 0 } as const;

function startSave<T>(state: AutosaveState<T>): AutosaveTransition<T> {
  const { pending, inFlight, conflict, version } = state;
  if (pending === null || inFlight !== null || conflict !== null) return [state, null];
  return [
    { ...state, pending: null, inFlight: pending },
    { content: pending, version },
  ];
}

/** Makes the content in flight wanted again, unless there is newer content. */
function requeueInFlight<T>(state: AutosaveState<T>): AutosaveState<T> {
  return { ...state, pending: state.pending ?? state.inFlight, inFlight: null };
}

function applyRemoteVersion<T>(
  state: AutosaveState<T>,
  newer: RemoteDraftVersion<T>,
  same: (one: T, other: T) => boolean,
): AutosaveState<T> {
  const back = requeueInFlight(state);
  const { pending } = back;
  const own = [...state.unanswered, state.inFlight, pending].some((one) => one !== null && same(one, newer.content));
  if (newer.gone !== null || !own) return { ...back, conflict: newer, ...noProblem };
  // The service has the member's own content; only the answer was lost.
  const isSaved = pending !== null && same(pending, newer.content);
  const next = { ...back, ...noProblem, version: newer.version, savedAt: newer.at, unanswered: [], conflict: null };
  return isSaved ? { ...next, pending: null } : next;
}

function applyChoice<T>(
  state: AutosaveState<T>,
  choice: "mine" | "theirs" | "copy",
  atMs: number,
): AutosaveTransition<T> {
  const { conflict } = state;
  if (conflict === null) return [state, null];
  const next = { ...state, conflict: null, unanswered: [], firstMs: atMs, lastMs: atMs };
  if (choice === "theirs") return [{ ...next, pending: null, version: conflict.version, savedAt: conflict.at }, null];
  return startSave({ ...next, version: choice === "mine" ? conflict.version : 0 });
}
