import { formatChannelOnPlatform } from "#lib/contract/platforms/channel-name.ts";
import type { Channel } from "#lib/contract/types.ts";

/** The state of a channel that was removed after it was chosen: disconnected, or now limited to other members. */
const goneState = "gone";
export const isChannelGone = ({ state }: Pick<Channel, "state">): boolean => state === goneState;

/**
 * Returns the current channels, followed by those of `before` that are missing now, marked as gone. The text written
 * for a removed channel stays visible.
 */
export function appendGoneChannels(before: readonly Channel[], now: readonly Channel[]): Channel[] {
  const there = new Set(now.map(({ id }) => id));
  const gone = before.filter(({ id }) => !there.has(id)).map((channel) => ({ ...channel, state: goneState }));
  return [...now, ...gone];
}

/** Returns a sentence for each chosen channel that changed. */
export function formatChannelChanges(
  before: readonly Channel[],
  now: readonly Channel[],
  chosenIds: readonly string[],
): string[] {
  return now.flatMap((channel) => {
    const was = before.find(({ id }) => id === channel.id);
    if (!was || !chosenIds.includes(channel.id)) return [];
    const name = formatChannelOnPlatform(channel);
    if (isChannelGone(channel) && !isChannelGone(was)) {
      return [`${name} is no longer available. Your text is safe; remove the channel, or wait.`];
    }
    if (isChannelGone(was) && !isChannelGone(channel)) return [`${name} is available again.`];
    if (channel.state !== was.state) {
      if (channel.state === "reconnect") return [`${name} needs reconnecting before you can publish there.`];
      if (was.state === "reconnect") return [`${name} is connected again.`];
    }
    return channel.name === was.name ? [] : [`${was.name} is now called ${channel.name}.`];
  });
}
