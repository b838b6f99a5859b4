import { formatAccountHandle } from "#lib/contract/platforms/format-account-handle.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel } from "#lib/contract/types.ts";

/** Formats one channel: its platform, with the account where the member has several there. */
export function formatChannelName(channelId: string, channels: readonly Channel[], platform = ""): string {
  const channel = channels.find(({ id }) => id === channelId);
  if (!channel) return platform === "" ? "a channel you can't see" : formatPlatformName(platform);
  const name = formatPlatformName(channel.platform);
  const isAlone = channels.filter((one) => one.platform === channel.platform).length === 1;
  return isAlone ? name : `${name} ${formatAccountHandle(channel.username)}`;
}

const list = new Intl.ListFormat("en-GB");
export const formatList = (names: readonly string[]): string => list.format(names);
