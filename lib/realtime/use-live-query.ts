"use client";
import type { QueryKey } from "@tanstack/react-query";
import { useContext, useEffect, useRef, useState } from "react";
import type { LiveQueryOptions, QueryWatcher } from "./query-cache.ts";
import { type RealtimeClient, RealtimeContext } from "./realtime-client.ts";

/** Ms after which what the server read is old when it comes into view: kept from before, as after Back. */
const oldMs = 10_000;

/** What the pages of the desk share; @throws outside of it. */
export function useRealtimeClient(): RealtimeClient {
  const desk = useContext(RealtimeContext);
  if (!desk) throw new Error("There is no desk around this component.");
  return desk;
}

/** Starts to keep what is in view current. Not being able to is no failure of the page: the next cause tries again. */
function startRealtime(desk: RealtimeClient): void {
  void desk.wake().catch(() => undefined);
}

/**
 * What the server read, kept current once it moves, once someone acts on it, or once it is looked at again.
 * @param reading the same object as long as the same thing is meant
 * @param first what the server read at `readAtMs` of its clock
 * @param isMoving whether it will change by itself any moment; asked after each render
 */
export function useLiveQuery<T extends object, K extends QueryKey>(
  reading: LiveQueryOptions<T, K>,
  first: T,
  readAtMs: number,
  isMoving?: (data: T) => boolean,
): { data: T; error: Error | null } {
  const desk = useRealtimeClient();
  const watched = useRef<QueryWatcher | null>(null);
  const [told, setTold] = useState<{ first: T; data: T; error: Error | null }>({ first, data: first, error: null });

  useEffect(() => {
    const remove = desk.add((live) => {
      watched.current ??= live.watch(reading, first, readAtMs, (data, error) =>
        setTold((before) =>
          before.first === first && before.data === data && before.error === error ? before : { first, data, error },
        ),
      );
    });
    // A change that was heard while the page was on its way from the server found no reading to read again.
    if (desk.isTouchedSince(readAtMs)) void desk.touch("all").catch(() => undefined);
    else if (Date.now() - readAtMs > oldMs) startRealtime(desk);
    return () => {
      remove();
      watched.current?.stop();
      watched.current = null;
    };
  }, [desk, reading, first, readAtMs]);

  // The page was written anew on the server: what was told before belongs to the former one.
  const shown = told.first === first ? told : { data: first, error: null };

  // After each render, so with each tick of the page's clock: a scheduled post comes near its time without a word.
  useEffect(() => {
    if (watched.current) watched.current.reckon();
    else if (isMoving?.(shown.data)) startRealtime(desk);
  });

  return { data: shown.data, error: shown.error };
}
