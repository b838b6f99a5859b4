import { readResource } from "./read-resource.ts";

/** The first free weekly slot; `at` null where none is free, `slots` how many hold the channels. */
export type NextSlot = { at: string | null; slots: number };

/** Null where the service keeps no slots. @throws ReadFailure */
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
