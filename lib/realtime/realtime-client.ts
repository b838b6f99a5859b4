import { createContext } from "react";
import type { InvalidationScope } from "./event-source.ts";
import type { LiveQueryCache } from "./query-cache.ts";

type StartQuery = (live: LiveQueryCache) => void;

/** Ms by which the clocks of browser and server are taken to differ. */
const skewMs = 1_000;

/**
 * What the pages of the desk share: the code that keeps readings current, once one of them needs it. Most visits look at
 * what the server has just read and go; they never load it. Used in effects and handlers alone, so nothing of one
 * member's readings is ever kept on the server.
 */
export function createRealtimeClient() {
  const starts = new Set<StartQuery>();
  const listeners = new Set<(touched: InvalidationScope) => void>();
  let loading: Promise<LiveQueryCache> | null = null;
  let live: LiveQueryCache | null = null;
  let touchedAtMs = Number.NEGATIVE_INFINITY;

  async function wake(): Promise<LiveQueryCache> {
    loading ??= import("./query-cache.ts").then((module) => module.createLiveQueryCache());
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
    /** Keeps all readings in view current from now on. @throws when the code can't be loaded; another call tries again. */
    wake,
    /** Adds a reading that comes into view; `start` runs at once, or when something wakes the desk. */
    add(start: StartQuery): () => void {
      starts.add(start);
      if (live) start(live);
      return () => {
        starts.delete(start);
      };
    },
    /** Tells of each change, for what is drawn anew on the server instead of being read here. */
    listen(tell: (touched: InvalidationScope) => void): () => void {
      listeners.add(tell);
      return () => {
        listeners.delete(tell);
      };
    },
    /** Something changed: what is in view is read again. @throws when the code for that can't be loaded */
    async touch(touched: InvalidationScope): Promise<void> {
      touchedAtMs = Date.now();
      for (const tell of listeners) tell(touched);
      if (starts.size > 0) (await wake()).touch(touched);
    },
    /** Whether something changed since the server read what it read at `readAtMs` of its clock, or just before. */
    isTouchedSince: (readAtMs: number) => touchedAtMs > readAtMs - skewMs,
    /** Forgets everything that was read. */
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

export type RealtimeClient = ReturnType<typeof createRealtimeClient>;

export const RealtimeContext = createContext<RealtimeClient | null>(null);
