import type { Channel, ChannelDetail } from "#lib/contract/types.ts";
import { readInPlace } from "./read-resource.ts";

/** The channels that this member can post to. */
export const channelsReading = {
  queryKey: ["channels"] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => readInPlace<Channel[]>("channels", {}, signal),
};

/** All of them, with how each does and what is planned there. */
export const channelDetailsReading = {
  queryKey: ["channels", "details"] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readInPlace<readonly ChannelDetail[]>("channels/details", {}, signal),
};
