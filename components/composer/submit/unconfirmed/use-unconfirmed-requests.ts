"use client";
import { type RefObject, useMemo, useRef } from "react";
import { getLocalItem, listLocalNames, removeLocalItem, setLocalItem } from "#components/composer/browser-storage.ts";
import { getServerNow } from "#components/composer/schedule/server-clock.ts";
import type { ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import { createUnconfirmedStore, type UnconfirmedStore } from "./unconfirmed-store.ts";

type UnconfirmedRequestsOptions = {
  memberId: string;
  /** False if a repeat is safe; then nothing is stored. */
  isNeeded: boolean;
  idNow: () => string | null;
  latest: RefObject<ComposerState>;
  dispatch: (event: ComposerEvent) => void;
};

const storage = { get: getLocalItem, set: setLocalItem, remove: removeLocalItem, names: listLocalNames };

/** Stores the requests without an answer in the browser, so that a page that reloads meanwhile resolves them. */
export function useUnconfirmedRequests(options: UnconfirmedRequestsOptions): UnconfirmedStore {
  const current = useRef(options);
  current.current = options;
  return useMemo(
    () =>
      createUnconfirmedStore(() => ({
        ...current.current,
        getState: () => current.current.latest.current,
        nowMs: () => getServerNow().getTime(),
        storage,
      })),
    [],
  );
}
