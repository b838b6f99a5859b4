import type { Channel } from "#lib/contract/types";
import { readInPlace } from "./read.ts";

/** The channels that this member can post to. */
export const channelsReading = {
  queryKey: ["channels"] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => readInPlace<Channel[]>("channels", {}, signal),
};
