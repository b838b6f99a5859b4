import type { Channel, ChannelDetail } from "#lib/contract/types.ts";
import { readResourceInPlace } from "./read-resource.ts";

/** The channels that this member can post to. */
export const channelsQuery = {
  queryKey: ["channels"] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => readResourceInPlace<Channel[]>("channels", {}, signal),
};

/** All of them, with how each does and what is planned there. */
export const channelDetailsQuery = {
  queryKey: ["channels", "details"] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readResourceInPlace<readonly ChannelDetail[]>("channels/details", {}, signal),
};
