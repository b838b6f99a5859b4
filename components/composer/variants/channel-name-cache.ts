import { getLocalItem, setLocalItem } from "#components/composer/browser-storage.ts";
import { formatChannelOnPlatform } from "#lib/contract/platforms/channel-name.ts";
import type { Channel } from "#lib/contract/types.ts";
import type { ChannelNames } from "./gone-channels-message.ts";

/** Most cached names, last seen first. A service does not name disconnected channels. */
const maxNames = 300;

const getNameCacheKey = (memberId: string) => `postwright:names:${memberId}`;

/** Returns the names of the channels that this member has seen in this browser. */
export function readCachedChannelNames(memberId: string): ChannelNames {
  try {
    const read: unknown = JSON.parse(getLocalItem(getNameCacheKey(memberId)) ?? "null");
    const named = typeof read === "object" && read !== null ? Object.entries(read) : [];
    return Object.fromEntries(named.filter(([, name]) => typeof name === "string"));
  } catch {
    return {};
  }
}

/** Caches the channels' names for messages about removed channels. */
export function cacheChannelNames(memberId: string, channels: readonly Channel[]): void {
  const now = channels.map((channel) => [channel.id, formatChannelOnPlatform(channel)] as const);
  const there = new Set(now.map(([id]) => id));
  const before = Object.entries(readCachedChannelNames(memberId)).filter(([id]) => !there.has(id));
  setLocalItem(getNameCacheKey(memberId), JSON.stringify(Object.fromEntries([...now, ...before].slice(0, maxNames))));
}
