import type { Channel, ChannelDetail } from "#lib/contract/types.ts";
import { readResourceInPlace } from "./read-resource.ts";

/** The channels that this member can post to. */
export const channelsQuery = {
  queryKey: ["channels"] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => readResourceInPlace<Channel[]>("channels", {}, signal),
};

/** All channels with their health and planned posts. */
export const channelDetailsQuery = {
  queryKey: ["channels", "details"] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readResourceInPlace<readonly ChannelDetail[]>("channels/details", {}, signal),
};
