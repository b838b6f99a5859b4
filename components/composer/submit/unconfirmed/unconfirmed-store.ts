import type { ComposerEvent, ComposerState, SubmitRequest } from "#components/composer/state/composer-state.ts";
import type { Failure } from "#lib/contract/errors.ts";

/** A request whose posts exist. `postIds` is empty if the author said so. */
type ArrivedRequest = Pick<SubmitRequest, "repeatKey" | "channelIds" | "print"> & { postIds: readonly string[] };

/**
 * The requests of one draft, as all tabs of a browser see them. `calls` have no answer yet, `arrived` have their posts.
 * `sinceMs` is the time of the first submission by the server's clock.
 */
type StoredRequests = { calls: readonly SubmitRequest[]; arrived: readonly ArrivedRequest[]; sinceMs: number };

const nothing: StoredRequests = { calls: [], arrived: [], sinceMs: 0 };

/** Ms for which a browser remembers what it submitted: another tab may still show the text. */
const arrivedMs = 24 * 3_600_000;

/** The part of the browser's storage that is needed here. `names` lists the keys. */
export type UnconfirmedStorage = {
  get: (name: string) => string | null;
  set: (name: string, text: string) => void;
  remove: (name: string) => void;
  names: () => readonly string[];
};

export type UnconfirmedStoreOptions = {
  memberId: string;
  /** False if a repeat is safe; then nothing is stored. */
  isNeeded: boolean;
  idNow: () => string | null;
  getState: () => ComposerState;
  dispatch: (event: ComposerEvent) => void;
  /** Returns the time by the server's clock in ms. */
  nowMs: () => number;
  storage: UnconfirmedStorage;
};

export type UnconfirmedStore = ReturnType<typeof createUnconfirmedStore>;

const getPrefix = (memberId: string) => `postwright:sending:${memberId}:`;

const leftFailure: Failure = {
  code: "left",
  message: "This page was left before the publishing service answered.",
  status: null,
};
const otherTabFailure: Failure = {
  code: "left",
  message: "Another tab of this browser sent this draft.",
  status: null,
};

/**
 * Stores the requests without an answer beside the draft, for a service without idempotency keys. The storage survives a
 * reload and is shared by the tabs: a page that opens later resolves the requests, and no tab repeats another's.
 */
export function createUnconfirmedStore(current: () => UnconfirmedStoreOptions) {
  let draftId: string | null = null;
  let sinceMs: number | null = null;
  let inFlight: SubmitRequest | null = null;
  /** Keys of the requests that this page began or took over. */
  const mine = new Set<string>();

  const read = (id: string): StoredRequests => {
    const { memberId, storage } = current();
    return parseStoredRequests(storage.get(`${getPrefix(memberId)}${id}`));
  };

  function write(next: StoredRequests): void {
    const { memberId, storage } = current();
    const name = `${getPrefix(memberId)}${draftId}`;
    if (next.calls.length + next.arrived.length === 0) storage.remove(name);
    else storage.set(name, JSON.stringify(next));
  }

  /** Stores this page's unconfirmed requests and the one in flight; another tab's requests stay. */
  function store(arrived: ArrivedRequest | null = null): void {
    const { getState, isNeeded, nowMs } = current();
    if (!isNeeded || draftId === null) return;
    const before = read(draftId);
    const gone = new Set([inFlight?.repeatKey, arrived?.repeatKey]);
    const own = getState().out.unsure.filter(({ repeatKey }) => !gone.has(repeatKey));
    for (const { repeatKey } of own) mine.add(repeatKey);
    const others = before.calls.filter(({ repeatKey }) => !mine.has(repeatKey));
    const calls = [...others, ...own, ...(inFlight ? [inFlight] : [])];
    if (calls.length === 0) sinceMs = null;
    write({
      calls,
      arrived: arrived ? [...before.arrived, arrived] : before.arrived,
      sinceMs: sinceMs ?? (before.sinceMs || nowMs()),
    });
  }

  /** Removes what was submitted long ago, so that the storage does not grow. */
  function sweep(): void {
    const { memberId, storage, nowMs } = current();
    for (const name of storage.names()) {
      if (!name.startsWith(getPrefix(memberId))) continue;
      const { calls, sinceMs: atMs } = parseStoredRequests(storage.get(name));
      if (calls.length === 0 && atMs < nowMs() - arrivedMs) storage.remove(name);
    }
  }

  function adopt(calls: readonly SubmitRequest[], failure: Failure): void {
    for (const { repeatKey } of calls) mine.add(repeatKey);
    current().dispatch({ type: "doubted", calls: calls.map((call) => toUnconfirmed(call, failure)) });
  }

  /** Stores the result of a request, after it was dispatched. */
  function end(call: SubmitRequest, postIds: readonly string[] | null): void {
    const { repeatKey, channelIds, print } = call;
    // The next request of the submission may have begun already.
    if (inFlight === call) inFlight = null;
    store(postIds && { repeatKey, channelIds, print, postIds });
  }

  return {
    /**
     * Stores a request that is about to be sent.
     * @returns a function that stores its posts, or null for a failure, to call after the answer was dispatched; null if
     *   a request of another tab, or an equal one, has no answer or was accepted: then nothing may be sent
     */
    begin(call: SubmitRequest): ((postIds: readonly string[] | null) => void) | null {
      const { idNow, isNeeded, dispatch, nowMs } = current();
      draftId = idNow();
      if (!isNeeded || draftId === null) return () => undefined;
      sweep();
      const before = read(draftId);
      const open = before.calls.filter(({ repeatKey, print }) => !mine.has(repeatKey) || print === call.print);
      const done = before.arrived.find(({ repeatKey, print }) => !mine.has(repeatKey) && print === call.print);
      if (open.length > 0 || done) {
        dispatch({ type: "refused", failure: { ...otherTabFailure, neverSent: true } });
        sinceMs = before.sinceMs;
        adopt(done ? [{ ...call, repeatKey: done.repeatKey }, ...open] : open, otherTabFailure);
        return null;
      }
      sinceMs ??= nowMs();
      mine.add(call.repeatKey);
      inFlight = call;
      store();
      return (postIds) => end(call, postIds);
    },
    /** Stores that these posts of an unconfirmed request exist, after that was dispatched. */
    arrived(call: SubmitRequest, channelIds: readonly string[], postIds: readonly string[]): void {
      const isWhole = channelIds.length === call.channelIds.length;
      store(isWhole ? { repeatKey: call.repeatKey, print: call.print, channelIds, postIds } : null);
    },
    /** Stores that the author gave the unconfirmed requests up, after that was dispatched. */
    resolved: () => store(),
    /** Restores the requests that an earlier page of this draft stored. */
    resume(): void {
      const { isNeeded, idNow } = current();
      draftId = idNow();
      if (!isNeeded || draftId === null) return;
      const found = read(draftId);
      if (found.calls.length === 0) return;
      sinceMs = found.sinceMs;
      adopt(found.calls, leftFailure);
    },
    sinceMs: () => sinceMs ?? current().nowMs(),
    /** Returns the posts of a request that another tab found meanwhile; null if none did. */
    findArrived(repeatKey: string): readonly string[] | null {
      const found = draftId === null ? undefined : read(draftId).arrived.find((one) => one.repeatKey === repeatKey);
      return found?.postIds ?? null;
    },
    /** Returns the ids of all posts that this browser submitted lately: none of them belongs to an open request. */
    listKnownIds(): ReadonlySet<string> {
      const { memberId, storage } = current();
      const names = storage.names().filter((name) => name.startsWith(getPrefix(memberId)));
      return new Set(
        names.flatMap((name) => parseStoredRequests(storage.get(name)).arrived.flatMap(({ postIds }) => postIds)),
      );
    },
  };
}

/** Marks a request as unconfirmed, because its answer may have reached a page that no longer exists. */
function toUnconfirmed(call: SubmitRequest, failure: Failure): SubmitRequest {
  return call.state.type === "unsure" ? call : { ...call, state: { type: "unsure", failure } };
}

/** Parses the stored requests; leaves out every entry of another shape. */
function parseStoredRequests(text: string | null): StoredRequests {
  try {
    const { calls, arrived, sinceMs } = JSON.parse(text ?? "null") ?? {};
    if (!Array.isArray(calls) || typeof sinceMs !== "number") return nothing;
    const known = Array.isArray(arrived) ? arrived.filter(isArrivedRequest) : [];
    return { calls: calls.filter(isSubmitRequest), arrived: known, sinceMs };
  } catch {
    return nothing;
  }
}

function isArrivedRequest(value: unknown): value is ArrivedRequest {
  const one = value as Partial<ArrivedRequest> | null;
  return typeof one?.repeatKey === "string" && typeof one.print === "string" && Array.isArray(one.postIds);
}

function isSubmitRequest(value: unknown): value is SubmitRequest {
  const call = value as Partial<SubmitRequest> | null;
  if (!Array.isArray(call?.channelIds) || typeof call.repeatKey !== "string" || typeof call.print !== "string")
    return false;
  const print: unknown = JSON.parse(call.print);
  return Array.isArray(print) && Array.isArray(print[2]);
}
