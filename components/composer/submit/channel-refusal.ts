import type { SubmitRequest } from "#components/composer/state/composer-state.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel } from "#lib/contract/types.ts";
import { formatCount } from "#lib/text/format-count.ts";

/**
 * A refusal about one channel: the reason, and the part it names, from 0. `isGone` is true if the member can't publish
 * to the channel any more.
 */
export type ChannelRefusal = { channel: Channel; why: string; part: number | null; isGone: boolean };

/** Finds the channel of a request that the service's refusal names; null if it names all or none. */
export function findChannelRefusal(
  failure: Failure,
  call: Pick<SubmitRequest, "channelIds">,
  channels: readonly Channel[],
): ChannelRefusal | null {
  const asked = channels.filter(({ id }) => call.channelIds.includes(id));
  const { message, field = "" } = failure;
  const gone = field === "channels" ? asked.find(({ id }) => message.includes(`"${id}"`)) : undefined;
  if (gone) {
    const why = `It's no longer connected to ${formatPlatformName(gone.platform)}. Remove it, or reconnect it.`;
    return { channel: gone, why, part: null, isGone: true };
  }
  // The longest name first, because one name may begin with another.
  const named = asked
    .filter(({ name }) => message.startsWith(`${name}:`) || message.startsWith(`${name} `))
    .sort((one, other) => other.name.length - one.name.length)[0];
  if (!named) return null;
  const isRule = message.startsWith(`${named.name}:`);
  const rest = isRule ? message.slice(named.name.length + 1).trim() : message;
  const part = /^thread\.(\d+)$/.exec(field)?.[1];
  return {
    channel: named,
    why: rest.charAt(0).toUpperCase() + rest.slice(1),
    part: part !== undefined ? Number(part) : field === "text" || field === "thread" ? 0 : null,
    // The service refuses the channel itself: it is limited to named members, or already has its post.
    isGone: !isRule && field === "channels",
  };
}

/** Formats how many channels a submission reached. */
export function formatPartiallySubmitted(sent: number, left: number): string {
  return left === 0
    ? `Sent to ${formatCount(sent, "channel")}.`
    : `Sent to ${formatCount(sent, "channel")}, not to ${formatCount(left, "channel")}.`;
}
