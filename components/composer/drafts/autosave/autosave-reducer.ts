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
  wanted: T | null;
  /** The content on its way to the service. There is never more than one save in flight. */
  flight: T | null;
  /** Contents sent without an answer. The service may have them, or may get them late. */
  doubt: readonly T[];
  /** Times of the oldest and the newest change in `wanted`, ms. */
  firstMs: number;
  lastMs: number;
  trouble: SaveProblem | null;
  tries: number;
  againMs: number;
  clash: RemoteDraftVersion<T> | null;
};

export type AutosaveEvent<T> =
  | { type: "changed"; content: T; atMs: number }
  | { type: "due"; atMs: number }
  /** The page is hidden, or the post is about to be submitted: saves at once, without the pause. */
  | { type: "flushed" }
  | { type: "saved"; version: number; at: string }
  | { type: "lost"; atMs: number }
  | { type: "refused"; trouble: SaveProblem }
  /** The service answered with a version conflict; `newer` is the draft as read then. */
  | { type: "moved"; newer: RemoteDraftVersion<T> }
  | { type: "chosen"; choice: "mine" | "theirs" | "copy"; atMs: number };

export type SaveRequest<T> = { content: T; version: number };

/** @param doubt contents that an earlier page of this tab sent without getting an answer */
export function createAutosaveState<T>(
  version: number,
  savedAt: string | null,
  doubt: readonly T[] = [],
): AutosaveState<T> {
  return {
    version,
    savedAt,
    wanted: null,
    flight: null,
    doubt,
    firstMs: 0,
    lastMs: 0,
    trouble: null,
    tries: 0,
    againMs: 0,
    clash: null,
  };
}

/** True if the service has every change and there is no conflict. */
export const isAllSaved = ({ wanted, flight, clash }: AutosaveState<unknown>): boolean => !wanted && !flight && !clash;

/** Returns the time for the next `due` event, ms; null if nothing is to be saved. */
export function getNextSaveMs({
  wanted,
  flight,
  clash,
  trouble,
  againMs,
  firstMs,
  lastMs,
}: AutosaveState<unknown>): number | null {
  if (wanted === null || flight !== null || clash !== null) return null;
  if (trouble?.type === "away") return againMs;
  if (trouble !== null) return null;
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
      const trouble = state.trouble?.type === "refused" ? null : state.trouble;
      const firstMs = state.wanted === null ? atMs : state.firstMs;
      return [{ ...state, wanted: content, firstMs, lastMs: atMs, trouble }, null];
    }
    case "due": {
      const at = getNextSaveMs(state);
      return at !== null && at <= event.atMs ? startSave(state) : [state, null];
    }
    case "flushed":
      return state.trouble?.type === "refused" ? [state, null] : startSave(state);
    case "saved": {
      if (state.flight === null) return [state, null];
      const { version, at } = event;
      return [{ ...state, ...noProblem, version, savedAt: at, flight: null, doubt: [] }, null];
    }
    case "lost": {
      if (state.flight === null) return [state, null];
      const tries = state.tries + 1;
      const againMs = event.atMs + Math.min(1_000 * 2 ** tries, maxRetryDelayMs);
      const doubt = [...state.doubt, state.flight];
      return [{ ...requeueInFlight(state), doubt, tries, againMs, trouble: { type: "away" } }, null];
    }
    case "refused":
      return state.flight === null ? [state, null] : [{ ...requeueInFlight(state), trouble: event.trouble }, null];
    case "moved":
      return [applyRemoteVersion(state, event.newer, same), null];
    case "chosen":
      return applyChoice(state, event.choice, event.atMs);
  }
}

const noProblem = { trouble: null, tries: 0, againMs: 0 } as const;

function startSave<T>(state: AutosaveState<T>): AutosaveTransition<T> {
  const { wanted, flight, clash, version } = state;
  if (wanted === null || flight !== null || clash !== null) return [state, null];
  return [
    { ...state, wanted: null, flight: wanted },
    { content: wanted, version },
  ];
}

/** Makes the content in flight wanted again, unless there is newer content. */
function requeueInFlight<T>(state: AutosaveState<T>): AutosaveState<T> {
  return { ...state, wanted: state.wanted ?? state.flight, flight: null };
}

function applyRemoteVersion<T>(
  state: AutosaveState<T>,
  newer: RemoteDraftVersion<T>,
  same: (one: T, other: T) => boolean,
): AutosaveState<T> {
  const back = requeueInFlight(state);
  const { wanted } = back;
  const own = [...state.doubt, state.flight, wanted].some((one) => one !== null && same(one, newer.content));
  if (newer.gone !== null || !own) return { ...back, clash: newer, ...noProblem };
  // The service has the member's own content; only the answer was lost.
  const isThere = wanted !== null && same(wanted, newer.content);
  const next = { ...back, ...noProblem, version: newer.version, savedAt: newer.at, doubt: [], clash: null };
  return isThere ? { ...next, wanted: null } : next;
}

function applyChoice<T>(
  state: AutosaveState<T>,
  choice: "mine" | "theirs" | "copy",
  atMs: number,
): AutosaveTransition<T> {
  const { clash } = state;
  if (clash === null) return [state, null];
  const next = { ...state, clash: null, doubt: [], firstMs: atMs, lastMs: atMs };
  if (choice === "theirs") return [{ ...next, wanted: null, version: clash.version, savedAt: clash.at }, null];
  return startSave({ ...next, version: choice === "mine" ? clash.version : 0 });
}
