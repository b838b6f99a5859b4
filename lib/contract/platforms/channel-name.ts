import type { Channel } from "#lib/contract/types.ts";
import { formatAccountHandle } from "./format-account-handle.ts";
import { formatPlatformName } from "./platform-names.ts";

type NamedChannel = Pick<Channel, "name" | "username">;

/** Returns the name that the organization gave a channel; without one its handle. */
export const getChannelName = ({ name, username }: NamedChannel): string => name || formatAccountHandle(username);

/** Names a channel among those of other platforms: `Northwind Support on X`. */
export const formatChannelOnPlatform = (channel: NamedChannel & Pick<Channel, "platform">): string =>
  `${getChannelName(channel)} on ${formatPlatformName(channel.platform)}`;
