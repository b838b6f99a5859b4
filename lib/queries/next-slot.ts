import { readResource } from "./read-resource.ts";

/** The first free weekly slot; `at` is null if none is free, `slots` the number of slots for the channels. */
export type NextSlot = { at: string | null; slots: number };

/**
 * Reads the next free slot; null where the service has no slots.
 * @throws ReadError
 */
export function readNextSlot(
  asked: { channelIds: readonly string[]; zone: string; after: string | null },
  signal: AbortSignal,
): Promise<NextSlot | null> {
  const { channelIds, zone, after } = asked;
  return readResource<NextSlot | null>(
    "next-slot",
    { ...(channelIds.length > 0 && { channels: channelIds.join(",") }), zone, ...(after !== null && { after }) },
    signal,
  );
}
