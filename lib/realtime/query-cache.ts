import { type QueryClient, type QueryKey, QueryObserver, type QueryObserverOptions } from "@tanstack/react-query";
import type { InvalidationScope } from "./event-source.ts";
import { createQueryClient } from "./query-client.ts";

/** What is read and how, as the option makers of this folder give it. */
export type LiveQueryOptions<T, K extends QueryKey> = QueryObserverOptions<T, Error, T, T, K> & { queryKey: K };

type OnChange<T> = (data: T, error: Error | null) => void;

/** A reading that is kept current. */
export type QueryWatcher = {
  /** Reckons anew when to look again: a post may come near its time while nothing is read. */
  reckon: () => void;
  stop: () => void;
};

export type LiveQueryCache = {
  client: QueryClient;
  /** Keeps a reading current from what the server read at `readAtMs`, and tells each change. */
  watch: <T, K extends QueryKey>(
    reading: LiveQueryOptions<T, K>,
    first: T,
    readAtMs: number,
    onChange: OnChange<T>,
  ) => QueryWatcher;
  /** Reads something and tells it, and each change of it, also that it can't be read. @returns what ends it */
  follow: <T, K extends QueryKey>(
    reading: LiveQueryOptions<T, K>,
    onChange: (data: T | undefined, error: Error | null) => void,
  ) => () => void;
  /** Reads again what is in view and may have changed. A burst of changes is one read, the next begins when it is done. */
  touch: (touched: InvalidationScope) => void;
  close: () => void;
};

/**
 * Ms in which changes gather before a read. Between one read and the next it grows while changes keep coming: a minute of
 * them stays far below what a key may ask in a minute, and each is still seen within 2 s.
 */
const gatherMs = { first: 50, next: 400, last: 1_200 };
/** What the event stream speaks of, by the first word of a reading's key. */
const queryKeysByScope: Record<InvalidationScope, ReadonlySet<unknown>> = {
  all: new Set(["posts", "calendar", "inbox", "claims", "channels"]),
  inbox: new Set(["inbox"]),
  claims: new Set(["claims"]),
  notes: new Set(["calendar"]),
  channels: new Set(["channels"]),
};

/** Reads again what moves. Weighs 12 KB with TanStack Query, so a page loads it by `realtime-client.ts` when it first needs it. */
export function createLiveQueryCache(): LiveQueryCache {
  const client = createQueryClient();
  client.mount();
  let waiting: InvalidationScope | null = null;
  let reading = false;
  let closed = false;

  async function readAgain(): Promise<void> {
    reading = true;
    await pause(gatherMs.first);
    for (let ms = gatherMs.next; waiting && !closed; ms = Math.min(ms * 1.5, gatherMs.last)) {
      const touched = queryKeysByScope[waiting];
      waiting = null;
      // Failures are told to whoever shows the reading.
      await client.invalidateQueries({ predicate: ({ queryKey }) => touched.has(queryKey[0]) });
      await pause(ms);
    }
    reading = false;
  }

  return {
    client,
    touch(touched) {
      waiting = waiting === null || waiting === touched ? touched : "all";
      if (!reading) void readAgain();
    },
    watch(reading, first, readAtMs, onChange) {
      const known = client.getQueryState(reading.queryKey);
      // What was kept from an earlier visit gives way to what the server has just read, never the other way round.
      if (!known || known.dataUpdatedAt < readAtMs) {
        client.setQueryData<unknown>(reading.queryKey, first, { updatedAt: readAtMs });
      }
      const observer = new QueryObserver(client, reading);
      const tell = () => {
        const { data, error } = observer.getCurrentResult();
        if (data !== undefined) onChange(data, error);
      };
      const stop = observer.subscribe(tell);
      tell();
      return { reckon: () => observer.setOptions(observer.options), stop };
    },
    follow(reading, onChange) {
      const observer = new QueryObserver(client, reading);
      const tell = () => {
        const { data, error } = observer.getCurrentResult();
        if (data !== undefined || error) onChange(data, error);
      };
      const stop = observer.subscribe(tell);
      tell();
      return stop;
    },
    close() {
      closed = true;
      client.unmount();
      client.clear();
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
