"use client";
import type { QueryKey } from "@tanstack/react-query";
import { useContext, useEffect, useRef, useState } from "react";
import { type LazyLiveQueryClient, LazyLiveQueryClientContext } from "./lazy-live-query-client.ts";
import type { LiveQueryOptions, QueryWatcher } from "./live-query-client.ts";

/** Ms after which server data counts as old when it is shown, for example after Back. */
const oldMs = 10_000;

/**
 * Returns the client that the dashboard pages share.
 * @throws outside the dashboard
 */
export function useLazyLiveQueryClient(): LazyLiveQueryClient {
  const desk = useContext(LazyLiveQueryClientContext);
  if (!desk) throw new Error("useLazyLiveQueryClient must be used inside the dashboard.");
  return desk;
}

/** Starts live updates. A failure to load them is no failure of the page: the next cause tries again. */
function startRealtime(desk: LazyLiveQueryClient): void {
  void desk.wake().catch(() => undefined);
}

/**
 * Returns the server's data, kept current once it is in progress, after an action, or when it is shown again.
 * @param reading the same object for the same query
 * @param first the data that the server read at `readAtMs` of its clock
 * @param isMoving returns true if the data is about to change by itself; called after each render
 */
export function useLiveQuery<T extends object, K extends QueryKey>(
  reading: LiveQueryOptions<T, K>,
  first: T,
  readAtMs: number,
  isMoving?: (data: T) => boolean,
): { data: T; error: Error | null } {
  const desk = useLazyLiveQueryClient();
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
    // A change that arrived while the page was on its way from the server found no query to refetch.
    if (desk.isTouchedSince(readAtMs)) void desk.touch("all").catch(() => undefined);
    else if (Date.now() - readAtMs > oldMs) startRealtime(desk);
    return () => {
      remove();
      watched.current?.stop();
      watched.current = null;
    };
  }, [desk, reading, first, readAtMs]);

  // The server rendered the page again: the stored data belongs to the former render.
  const shown = told.first === first ? told : { data: first, error: null };

  // After each render, and so with each tick of the page's clock: a scheduled post comes near its time without an
  // event.
  useEffect(() => {
    if (watched.current) watched.current.reckon();
    else if (isMoving?.(shown.data)) startRealtime(desk);
  });

  return { data: shown.data, error: shown.error };
}
