"use client";
import { type RefObject, useMemo, useRef } from "react";
import { getLocalItem, listLocalNames, removeLocalItem, setLocalItem } from "#components/composer/browser-storage.ts";
import type { ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import { getServerNow } from "#components/ui/server-clock.ts";
import type { UnconfirmedStore } from "./unconfirmed-store.ts";

type UnconfirmedRequestsOptions = {
  memberId: string;
  /** False if a repeat is safe; then nothing is stored. */
  isNeeded: boolean;
  idNow: () => string | null;
  latest: RefObject<ComposerState>;
  dispatch: (event: ComposerEvent) => void;
};

const storage = { get: getLocalItem, set: setLocalItem, remove: removeLocalItem, names: listLocalNames };

/**
 * Stores the requests without an answer in the browser, so that a page that reloads meanwhile resolves them.
 * @returns a function that loads the store, for the services that need one; rejects if the chunk can't be loaded
 */
export function useLazyUnconfirmedStore(options: UnconfirmedRequestsOptions): () => Promise<UnconfirmedStore> {
  const current = useRef(options);
  current.current = options;
  return useMemo(() => {
    let loading: Promise<UnconfirmedStore> | null = null;
    return () => {
      loading ??= import("./unconfirmed-store.ts").then(({ createUnconfirmedStore }) =>
        createUnconfirmedStore(() => ({
          ...current.current,
          getState: () => current.current.latest.current,
          nowMs: () => getServerNow().getTime(),
          storage,
        })),
      );
      loading.catch(() => {
        loading = null;
      });
      return loading;
    };
  }, []);
}
