"use client";
import { useEffect, useMemo, useState } from "react";
import { readResource } from "#lib/queries/read-resource.ts";

/** The first free weekly slot; `at` is null if none is free, `slots` the number of slots for the channels. */
export type NextSlot = { at: string | null; slots: number };

export type NextSlotQuery = { channelIds: readonly string[]; zone: string; after: string | null };

/**
 * Reads the next free slot; null where the service has no slots.
 * @throws ReadError
 */
export function readNextSlot(
  { channelIds, zone, after }: NextSlotQuery,
  signal: AbortSignal,
): Promise<NextSlot | null> {
  return readResource<NextSlot | null>(
    "next-slot",
    { ...(channelIds.length > 0 && { channels: channelIds.join(",") }), zone, ...(after !== null && { after }) },
    signal,
  );
}

/** Returns the next free slot for the channels; undefined until it is read, null where the service has none or no answer. */
export function useNextSlot({ channelIds, zone, after }: NextSlotQuery): NextSlot | null | undefined {
  const [slot, setSlot] = useState<NextSlot | null>();
  const channels = channelIds.join(",");
  const query = useMemo(
    () => ({ channelIds: channels === "" ? [] : channels.split(","), zone, after }),
    [channels, zone, after],
  );
  useEffect(() => {
    const leaving = new AbortController();
    readNextSlot(query, leaving.signal).then(setSlot, () => {
      if (!leaving.signal.aborted) setSlot(null);
    });
    return () => leaving.abort();
  }, [query]);
  return slot;
}
