/** Ms of quiet after which a change goes to the service, and ms after which it goes although typing goes on. */
export const autosavePauseMs = 2_000;
export const autosaveMaxDelayMs = 5_000;
const maxRetryDelayMs = 30_000;

/** What the service has instead of what was expected. `gone`: it is no draft any more. */
export type RemoteDraftVersion<T> = {
  content: T;
  version: number;
  /** The service's clock, ISO 8601. */
  at: string;
  gone: null | { is: "deleted" } | { is: "sent"; postIds: readonly string[] };
};

export type SaveProblem =
  /** No answer came: it is tried again. */
  | { is: "away" }
  | { is: "signed-out" }
  /** The service does not take these words; `why` is a sentence. Others are tried. */
  | { is: "refused"; why: string };

/** How a draft stands with the service. Pure data; `T` is what is saved. */
export type AutosaveState<T> = {
  /** The version that the next save takes the place of; 0 when the service has none. */
  version: number;
  /** When the service saved last, by its own clock. */
  savedAt: string | null;
  /** The newest words that no answer covers yet and that are not on their way. */
  wanted: T | null;
  /** On its way. There is never a second one. */
  flight: T | null;
  /** Sent without an answer: the service may have them, or may get them late. */
  doubt: readonly T[];
  /** When the oldest and the newest change of `wanted` were made, ms. */
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
  /** The page is hidden, or the words are about to be sent: now, whatever the pause. */
  | { type: "forced" }
  | { type: "saved"; version: number; at: string }
  | { type: "lost"; atMs: number }
  | { type: "refused"; trouble: SaveProblem }
  /** The answer was that it is another version; this is what was read then. */
  | { type: "moved"; newer: RemoteDraftVersion<T> }
  | { type: "chosen"; choice: "mine" | "theirs" | "copy"; atMs: number };

export type SaveRequest<T> = { content: T; version: number };

/** @param doubt what an earlier page of this tab sent, and did not stay to hear of */
export function createAutosaveState<T>(
  version: number,
  savedAt: string | null,
  doubt: readonly T[] = [],
): AutosaveState<T> {
  return {
    ...{ version, savedAt, wanted: null, flight: null, doubt, firstMs: 0, lastMs: 0 },
    ...{ trouble: null, tries: 0, againMs: 0, clash: null },
  };
}

/** Whether the service has it all. */
export const isAllSaved = ({ wanted, flight, clash }: AutosaveState<unknown>): boolean => !wanted && !flight && !clash;

/** When to come back with `due`, ms; null while there is nothing to wait for. */
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
  if (trouble?.is === "away") return againMs;
  if (trouble !== null) return null;
  return Math.min(lastMs + autosavePauseMs, firstMs + autosaveMaxDelayMs);
}

type AutosaveTransition<T> = readonly [AutosaveState<T>, SaveRequest<T> | null];

/**
 * One step of saving. Whatever order changes, answers and failures come in: one save is on its way at a time, the guard's
 * version is only ever one that was read or answered, and words of somebody else are never taken for one's own.
 */
export function reduceAutosave<T>(
  state: AutosaveState<T>,
  event: AutosaveEvent<T>,
  same: (one: T, other: T) => boolean,
): AutosaveTransition<T> {
  switch (event.type) {
    case "changed": {
      const { content, atMs } = event;
      const trouble = state.trouble?.is === "refused" ? null : state.trouble;
      const firstMs = state.wanted === null ? atMs : state.firstMs;
      return [{ ...state, wanted: content, firstMs, lastMs: atMs, trouble }, null];
    }
    case "due": {
      const at = getNextSaveMs(state);
      return at !== null && at <= event.atMs ? startSave(state) : [state, null];
    }
    case "forced":
      return state.trouble?.is === "refused" ? [state, null] : startSave(state);
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
      return [{ ...requeueInFlight(state), doubt, tries, againMs, trouble: { is: "away" } }, null];
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

/** What was on its way is wanted again, unless there are newer words by now. */
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
  // Our own words, of which only the answer was lost.
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
