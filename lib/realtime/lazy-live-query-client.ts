import { createContext } from "react";
import type { InvalidationScope } from "./event-source.ts";
import type { LiveQueryClient } from "./live-query-client.ts";

type StartQuery = (live: LiveQueryClient) => void;

/** Assumed difference in ms between the clocks of browser and server. */
const skewMs = 1_000;

/**
 * Creates the client that all dashboard pages share. It loads the live query code once a page needs it: most visits
 * only show what the server has just read and never load it. Used in effects and handlers only, so no member's data
 * stays on the server.
 * @param hasEvents true if the service has an event stream
 */
export function createLazyLiveQueryClient(hasEvents: boolean) {
  const starts = new Set<StartQuery>();
  const listeners = new Set<(touched: InvalidationScope) => void>();
  let loading: Promise<LiveQueryClient> | null = null;
  let live: LiveQueryClient | null = null;
  let touchedAtMs = Number.NEGATIVE_INFINITY;

  async function wake(): Promise<LiveQueryClient> {
    loading ??= import("./live-query-client.ts").then((module) => module.createLiveQueryClient(hasEvents));
    const own = loading;
    try {
      const woken = await own;
      if (loading !== own || live) return woken;
      live = woken;
      for (const start of starts) start(woken);
      return woken;
    } catch (error) {
      if (loading === own) loading = null;
      throw error;
    }
  }

  return {
    /**
     * Keeps all visible queries current from now on.
     * @throws when the code can't be loaded; another call tries again
     */
    wake,
    /** Adds a query that becomes visible; `start` runs immediately, or when `wake` is called. */
    add(start: StartQuery): () => void {
      starts.add(start);
      if (live) start(live);
      return () => {
        starts.delete(start);
      };
    },
    /** Subscribes to changes, for pages that the server renders again instead of refetching here. */
    listen(tell: (touched: InvalidationScope) => void): () => void {
      listeners.add(tell);
      return () => {
        listeners.delete(tell);
      };
    },
    /**
     * Refetches the visible queries after a change.
     * @throws when the code for that can't be loaded
     */
    async touch(touched: InvalidationScope): Promise<void> {
      touchedAtMs = Date.now();
      for (const tell of listeners) tell(touched);
      if (starts.size > 0) (await wake()).touch(touched);
    },
    /** Returns true if something changed since, or just before, the server read its data at `readAtMs` of its clock. */
    isTouchedSince: (readAtMs: number) => touchedAtMs > readAtMs - skewMs,
    /** Deletes all cached data. */
    close() {
      void loading?.then(
        (own) => own.close(),
        () => undefined,
      );
      loading = null;
      live = null;
    },
  };
}

export type LazyLiveQueryClient = ReturnType<typeof createLazyLiveQueryClient>;

export const LazyLiveQueryClientContext = createContext<LazyLiveQueryClient | null>(null);
