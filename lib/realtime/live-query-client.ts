import { type QueryClient, type QueryKey, QueryObserver, type QueryObserverOptions } from "@tanstack/react-query";
import type { InvalidationScope } from "./event-source.ts";
import { hasPolledPosts, pollPostsInProgress } from "./poll-posts-in-progress.ts";
import { createQueryClient } from "./query-client.ts";

/** The key and options of a query, as the option makers of `lib/queries` return them. */
export type LiveQueryOptions<T, K extends QueryKey> = QueryObserverOptions<T, Error, T, T, K> & { queryKey: K };

type OnChange<T> = (data: T, error: Error | null) => void;

/** A running watch of one query. */
export type QueryWatcher = {
  /** Recalculates the refetch interval: a post may come near its time while nothing is read. */
  reckon: () => void;
  stop: () => void;
};

export type LiveQueryClient = {
  client: QueryClient;
  /** Keeps a query current from the data that the server read at `readAtMs`, and reports each change. */
  watch: <T, K extends QueryKey>(
    reading: LiveQueryOptions<T, K>,
    first: T,
    readAtMs: number,
    onChange: OnChange<T>,
  ) => QueryWatcher;
  /**
   * Reads a query and reports the data, each change of it, and failures.
   * @returns a function that stops it
   */
  follow: <T, K extends QueryKey>(
    reading: LiveQueryOptions<T, K>,
    onChange: (data: T | undefined, error: Error | null) => void,
  ) => () => void;
  /**
   * Refetches the visible queries in the given scope. A burst of changes is one read; the next read starts after it.
   */
  touch: (touched: InvalidationScope) => void;
  close: () => void;
};

/**
 * Ms in which changes are collected before a read. The time between reads grows while changes continue: one minute
 * stays far below a key's rate limit, and each change still shows within 2 s.
 */
const gatherMs = { first: 50, next: 400, last: 1_200 };
/** The first words of query keys for each scope of the event stream. */
const queryKeysByScope: Record<InvalidationScope, ReadonlySet<unknown>> = {
  all: new Set(["posts", "calendar", "inbox", "claims", "channels", "drafts"]),
  inbox: new Set(["inbox"]),
  claims: new Set(["claims"]),
  notes: new Set(["calendar"]),
  // A channel that needs reconnecting, or is paused, holds its posts.
  channels: new Set(["channels", "posts", "calendar", "inbox"]),
  drafts: new Set(["drafts"]),
};

/**
 * Creates the cache that refetches live queries. It weighs 12 KB with TanStack Query, so
 * `lazy-live-query-client.ts` loads it when a page first needs it.
 * @param hasEvents false if the service reports no changes: then its posts in progress are polled one by one
 */
export function createLiveQueryClient(hasEvents: boolean): LiveQueryClient {
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
      // Failures reach the components that show the query.
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
      // Data cached at an earlier visit gives way to the server's newer data, never the reverse.
      if (!known || known.dataUpdatedAt < readAtMs) {
        client.setQueryData<unknown>(reading.queryKey, first, { updatedAt: readAtMs });
      }
      const poller =
        hasEvents || !hasPolledPosts(reading.queryKey) ? null : pollPostsInProgress(client, reading.queryKey);
      const observer = new QueryObserver(client, poller ? { ...reading, refetchInterval: false } : reading);
      const tell = () => {
        const { data, error } = observer.getCurrentResult();
        if (data !== undefined) onChange(data, error);
        poller?.check();
      };
      const stop = observer.subscribe(tell);
      tell();
      return {
        reckon: () => (poller ? poller.check() : observer.setOptions(observer.options)),
        stop: () => {
          poller?.stop();
          stop();
        },
      };
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
