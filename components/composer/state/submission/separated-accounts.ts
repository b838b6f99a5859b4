import type { ChannelPlatforms } from "#components/composer/state/composer-state.ts";
import type { Channel, Post } from "#lib/contract/types.ts";

/**
 * Returns the platforms by which the accounts of one platform get requests of their own; empty where the service names
 * the channel of each post.
 * @param at `blocksLongTexts` is false for a service that follows the API document alone
 */
export function getSeparatedAccounts(at: { channels: readonly Channel[]; blocksLongTexts?: boolean }): {
  platforms?: ChannelPlatforms;
} {
  if (at.blocksLongTexts !== false) return {};
  return { platforms: Object.fromEntries(at.channels.map(({ id, platform }) => [id, platform])) };
}

/**
 * Adds the channel to posts whose service states the platform alone, if only one channel of the request is on that
 * platform.
 */
export function nameChannels(
  posts: readonly Post[],
  channelIds: readonly string[],
  channels: readonly Channel[],
): Post[] {
  const asked = channels.filter(({ id }) => channelIds.includes(id));
  return posts.map((post) => {
    const [channel, ...others] = asked.filter(({ platform }) => platform === post.channel);
    return post.channel_id || !channel || others.length > 0 ? post : { ...post, channel_id: channel.id };
  });
}
