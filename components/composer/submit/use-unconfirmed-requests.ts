"use client";
import { type RefObject, useMemo, useRef } from "react";
import type { SubmitRequest, ComposerState, ComposerEvent } from "#components/composer/state/composer-state.ts";
import { getServerNow } from "#components/composer/schedule/server-clock.ts";
import { readStoredRequests, storeRequests } from "#components/composer/sending/stored-sending.ts";

type UnconfirmedRequestsOptions = {
  memberId: string;
  /** False where a repeat is safe: then nothing is stored. */
  isNeeded: boolean;
  idNow: () => string | null;
  latest: RefObject<ComposerState>;
  dispatch: (event: ComposerEvent) => void;
};

/** Stores which calls have no answer yet, so that a page that is reloaded meanwhile asks what became of them. */
export function useUnconfirmedRequests(options: UnconfirmedRequestsOptions) {
  const current = useRef(options);
  current.current = options;
  return useMemo(() => {
    let sinceMs: number | null = null;
    let draftId: string | null = null;

    /** Stores what is unsure now, and `call` as long as it has no answer. */
    function store(call: SubmitRequest | null): void {
      const { memberId, latest, isNeeded } = current.current;
      if (!isNeeded || draftId === null) return;
      const { unsure } = latest.current.out;
      const calls = call ? [...unsure.filter(({ repeatKey }) => repeatKey !== call.repeatKey), call] : unsure;
      if (calls.length === 0) sinceMs = null;
      storeRequests(memberId, draftId, { calls, sinceMs: sinceMs ?? 0 });
    }

    return {
      /** A call is about to be sent. @returns stores what came of it, to be called after the answer was dispatched. */
      begin(call: SubmitRequest): () => void {
        draftId = current.current.idNow();
        sinceMs ??= getServerNow().getTime();
        store(call);
        return () => {
          // The next call of the same submission has begun already, and stored itself.
          if (current.current.latest.current.phase.at !== "sending") store(null);
        };
      },
      /** The author's choice, or a look, settled some of them. */
      settled: () => store(null),
      /** Takes up what an earlier page of this draft stored. */
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
