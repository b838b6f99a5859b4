/** Ms of quiet after which a change goes to the service, and ms after which it goes although typing goes on. */
export const pauseMs = 2_000;
export const latestMs = 5_000;
const longestAgainMs = 30_000;

/** What the service has instead of what was expected. `gone`: it is no draft any more. */
export type Newer<T> = {
  content: T;
  version: number;
  /** The service's clock, ISO 8601. */
  at: string;
  gone: null | { is: "deleted" } | { is: "sent"; postIds: readonly string[] };
};

export type Trouble =
  /** No answer came: it is tried again. */
  | { is: "away" }
  | { is: "signed-out" }
  /** The service does not take these words; `why` is a sentence. Others are tried. */
  | { is: "refused"; why: string };

/** How a draft stands with the service. Pure data; `T` is what is saved. */
export type Saves<T> = {
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
  trouble: Trouble | null;
  tries: number;
  againMs: number;
  clash: Newer<T> | null;
};

export type SavesEvent<T> =
  | { type: "changed"; content: T; atMs: number }
  | { type: "due"; atMs: number }
  /** The page is hidden, or the words are about to be sent: now, whatever the pause. */
  | { type: "forced" }
  | { type: "saved"; version: number; at: string }
  | { type: "lost"; atMs: number }
  | { type: "refused"; trouble: Trouble }
  /** The answer was that it is another version; this is what was read then. */
  | { type: "moved"; newer: Newer<T> }
  | { type: "chosen"; choice: "mine" | "theirs" | "copy"; atMs: number };

export type Save<T> = { content: T; version: number };

/** @param doubt what an earlier page of this tab sent, and did not stay to hear of */
export function startSaves<T>(version: number, savedAt: string | null, doubt: readonly T[] = []): Saves<T> {
  return {
    ...{ version, savedAt, wanted: null, flight: null, doubt, firstMs: 0, lastMs: 0 },
    ...{ trouble: null, tries: 0, againMs: 0, clash: null },
  };
}

/** Whether the service has it all. */
export const isAllSaved = ({ wanted, flight, clash }: Saves<unknown>): boolean => !wanted && !flight && !clash;

/** When to come back with `due`, ms; null while there is nothing to wait for. */
export function dueMs({ wanted, flight, clash, trouble, againMs, firstMs, lastMs }: Saves<unknown>): number | null {
  if (wanted === null || flight !== null || clash !== null) return null;
  if (trouble?.is === "away") return againMs;
  if (trouble !== null) return null;
  return Math.min(lastMs + pauseMs, firstMs + latestMs);
}

type Stepped<T> = readonly [Saves<T>, Save<T> | null];

/**
 * One step of saving. Whatever order changes, answers and failures come in: one save is on its way at a time, the guard's
 * version is only ever one that was read or answered, and words of somebody else are never taken for one's own.
 */
export function stepSaves<T>(state: Saves<T>, event: SavesEvent<T>, same: (one: T, other: T) => boolean): Stepped<T> {
  switch (event.type) {
    case "changed": {
      const { content, atMs } = event;
      const trouble = state.trouble?.is === "refused" ? null : state.trouble;
      const firstMs = state.wanted === null ? atMs : state.firstMs;
      return [{ ...state, wanted: content, firstMs, lastMs: atMs, trouble }, null];
    }
    case "due": {
      const at = dueMs(state);
      return at !== null && at <= event.atMs ? begin(state) : [state, null];
    }
    case "forced":
      return state.trouble?.is === "refused" ? [state, null] : begin(state);
    case "saved": {
      if (state.flight === null) return [state, null];
      const { version, at } = event;
      return [{ ...state, ...calm, version, savedAt: at, flight: null, doubt: [] }, null];
    }
    case "lost": {
      if (state.flight === null) return [state, null];
      const tries = state.tries + 1;
      const againMs = event.atMs + Math.min(1_000 * 2 ** tries, longestAgainMs);
      const doubt = [...state.doubt, state.flight];
      return [{ ...backWith(state), doubt, tries, againMs, trouble: { is: "away" } }, null];
    }
    case "refused":
      return state.flight === null ? [state, null] : [{ ...backWith(state), trouble: event.trouble }, null];
    case "moved":
      return [moved(state, event.newer, same), null];
    case "chosen":
      return chosen(state, event.choice, event.atMs);
  }
}

const calm = { trouble: null, tries: 0, againMs: 0 } as const;

function begin<T>(state: Saves<T>): Stepped<T> {
  const { wanted, flight, clash, version } = state;
  if (wanted === null || flight !== null || clash !== null) return [state, null];
  return [
    { ...state, wanted: null, flight: wanted },
    { content: wanted, version },
  ];
}

/** What was on its way is wanted again, unless there are newer words by now. */
function backWith<T>(state: Saves<T>): Saves<T> {
  return { ...state, wanted: state.wanted ?? state.flight, flight: null };
}

function moved<T>(state: Saves<T>, newer: Newer<T>, same: (one: T, other: T) => boolean): Saves<T> {
  const back = backWith(state);
  const { wanted } = back;
  const own = [...state.doubt, state.flight, wanted].some((one) => one !== null && same(one, newer.content));
  if (newer.gone !== null || !own) return { ...back, clash: newer, ...calm };
  // Our own words, of which only the answer was lost.
  const isThere = wanted !== null && same(wanted, newer.content);
  const next = { ...back, ...calm, version: newer.version, savedAt: newer.at, doubt: [], clash: null };
  return isThere ? { ...next, wanted: null } : next;
}

function chosen<T>(state: Saves<T>, choice: "mine" | "theirs" | "copy", atMs: number): Stepped<T> {
  const { clash } = state;
  if (clash === null) return [state, null];
  const next = { ...state, clash: null, doubt: [], firstMs: atMs, lastMs: atMs };
  if (choice === "theirs") return [{ ...next, wanted: null, version: clash.version, savedAt: clash.at }, null];
  return begin({ ...next, version: choice === "mine" ? clash.version : 0 });
}
