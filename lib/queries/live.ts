import { type QueryClient, type QueryKey, QueryObserver, type QueryObserverOptions } from "@tanstack/react-query";
import { makeQueryClient } from "./client.ts";

/** What is read and how, as the option makers of this folder give it. */
export type Reading<T, K extends QueryKey> = QueryObserverOptions<T, Error, T, T, K> & { queryKey: K };

type OnChange<T> = (data: T, error: Error | null) => void;

/** A reading that is kept current. */
export type Watched = {
  /** Reckons anew when to look again: a post may come near its time while nothing is read. */
  reckon: () => void;
  stop: () => void;
};

export type Live = {
  client: QueryClient;
  /** Keeps a reading current from what the server read at `readAtMs`, and tells each change. */
  watch: <T, K extends QueryKey>(reading: Reading<T, K>, first: T, readAtMs: number, onChange: OnChange<T>) => Watched;
  close: () => void;
};

/** Reads again what moves. Weighs 12 KB with TanStack Query, so a page loads it by `desk.ts` when it first needs it. */
export function makeLive(): Live {
  const client = makeQueryClient();
  client.mount();
  return {
    client,
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
    close() {
      client.unmount();
      client.clear();
    },
  };
}
