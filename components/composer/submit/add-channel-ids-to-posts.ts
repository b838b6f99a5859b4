import type { Channel, Post } from "#lib/contract/types.ts";

/**
 * Adds the channel to posts whose service states the platform alone, if only one channel of the request is on that
 * platform.
 */
export function addChannelIdsToPosts(
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
