import { getChannelName } from "#lib/contract/platforms/channel-name.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel } from "#lib/contract/types.ts";

/** Formats one channel: its platform, or its name where the member has several there. */
export function formatChannelName(channelId: string, channels: readonly Channel[], platform = ""): string {
  const channel = channels.find(({ id }) => id === channelId);
  if (!channel) return platform === "" ? "a channel you can't see" : formatPlatformName(platform);
  const isAlone = channels.filter((one) => one.platform === channel.platform).length === 1;
  return isAlone ? formatPlatformName(channel.platform) : getChannelName(channel);
}

const list = new Intl.ListFormat("en-GB");
export const formatList = (names: readonly string[]): string => list.format(names);
