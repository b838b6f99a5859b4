"use client";
import { type RefObject, useMemo, useRef } from "react";
import { getLocalItem, removeLocalItem, setLocalItem } from "#components/composer/browser-storage.ts";
import { getServerNow } from "#components/composer/schedule/server-clock.ts";
import type { ComposerEvent, ComposerState, SubmitRequest } from "#components/composer/state/composer-state.ts";

/**
 * Requests of one draft whose answers do not tell if they arrived. `sinceMs` is the time of the submission by the
 * server's clock.
 */
type StoredRequests = { calls: readonly SubmitRequest[]; sinceMs: number };

/**
 * Returns the storage key of the unconfirmed requests, which the browser stores beside the draft so that they survive a
 * reload.
 */
const getStoredRequestsKey = (memberId: string, draftId: string) => `postwright:sending:${memberId}:${draftId}`;

function storeRequests(memberId: string, draftId: string, { calls, sinceMs }: StoredRequests): void {
  const name = getStoredRequestsKey(memberId, draftId);
  if (calls.length === 0) removeLocalItem(name);
  else setLocalItem(name, JSON.stringify({ calls, sinceMs }));
}

/** Reads the stored requests; null for any other shape. */
function readStoredRequests(memberId: string, draftId: string): StoredRequests | null {
  try {
    const { calls, sinceMs } = JSON.parse(getLocalItem(getStoredRequestsKey(memberId, draftId)) ?? "null") ?? {};
    const isWhole =
      Array.isArray(calls) && calls.length > 0 && calls.every(isSubmitRequest) && typeof sinceMs === "number";
    return isWhole ? { calls: calls.map(toUnconfirmed), sinceMs } : null;
  } catch {
    return null;
  }
}

function isSubmitRequest(value: unknown): value is SubmitRequest {
  const call = value as Partial<SubmitRequest> | null;
  if (!Array.isArray(call?.channelIds) || typeof call.repeatKey !== "string" || typeof call.print !== "string")
    return false;
  const print: unknown = JSON.parse(call.print);
  return Array.isArray(print) && Array.isArray(print[2]);
}

/** Marks a request as unconfirmed, because its answer may have reached a page that no longer exists. */
function toUnconfirmed(call: SubmitRequest): SubmitRequest {
  const message = "This page was left before the publishing service answered.";
  return { ...call, state: { type: "unsure", failure: { code: "left", message, status: null } } };
}

type UnconfirmedRequestsOptions = {
  memberId: string;
  /** False if a repeat is safe; then nothing is stored. */
  isNeeded: boolean;
  idNow: () => string | null;
  latest: RefObject<ComposerState>;
  dispatch: (event: ComposerEvent) => void;
};

/** Stores the requests without an answer, so that a page that reloads meanwhile resolves them. */
export function useUnconfirmedRequests(options: UnconfirmedRequestsOptions) {
  const current = useRef(options);
  current.current = options;
  return useMemo(() => {
    let sinceMs: number | null = null;
    let draftId: string | null = null;

    /** Stores the unconfirmed requests, and `call` while it has no answer. */
    function store(call: SubmitRequest | null): void {
      const { memberId, latest, isNeeded } = current.current;
      if (!isNeeded || draftId === null) return;
      const { unsure } = latest.current.out;
      const calls = call ? [...unsure.filter(({ repeatKey }) => repeatKey !== call.repeatKey), call] : unsure;
      if (calls.length === 0) sinceMs = null;
      storeRequests(memberId, draftId, { calls, sinceMs: sinceMs ?? 0 });
    }

    return {
      /**
       * Stores a request that is about to be sent.
       * @returns a function that stores the result, to call after the answer was dispatched
       */
      begin(call: SubmitRequest): () => void {
        draftId = current.current.idNow();
        sinceMs ??= getServerNow().getTime();
        store(call);
        return () => {
          // The next request of the submission has already begun and stored itself.
          if (current.current.latest.current.phase.status !== "sending") store(null);
        };
      },
      /** Called after the author or a lookup resolved some requests. */
      settled: () => store(null),
      /** Restores the requests that an earlier page of this draft stored. */
      resume(): void {
        const { memberId, isNeeded, idNow, dispatch } = current.current;
        draftId = idNow();
        const found = isNeeded && draftId !== null ? readStoredRequests(memberId, draftId) : null;
        if (!found) return;
        sinceMs = found.sinceMs;
        dispatch({ type: "doubted", calls: found.calls });
      },
      sinceMs: () => sinceMs ?? getServerNow().getTime(),
    };
  }, []);
}
