import type { SubmitRequest } from "#components/composer/state/composer-state.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel } from "#lib/contract/types.ts";

/** The one channel that a refusal is about: why, and the part it names, from 0. `isGone`: it can't be sent to any more. */
export type ChannelRefusal = { channel: Channel; why: string; part: number | null; isGone: boolean };

/** Finds in the service's own sentence which of a call's channels it speaks of; null when it speaks of all, or of none. */
export function findChannelRefusal(
  failure: Failure,
  call: SubmitRequest,
  channels: readonly Channel[],
): ChannelRefusal | null {
  const asked = channels.filter(({ id }) => call.channelIds.includes(id));
  const { message, field = "" } = failure;
  const gone = field === "channels" ? asked.find(({ id }) => message.includes(`"${id}"`)) : undefined;
  if (gone) {
    const why = `It is not connected to ${formatPlatformName(gone.platform)} any more. Take it off, or connect it again.`;
    return { channel: gone, why, part: null, isGone: true };
  }
  // The longest name first: one may begin with another.
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
    // For named members only, or written to already.
    isGone: !isRule && field === "channels",
  };
}

const formatChannelCount = (count: number) => (count === 1 ? "1 channel" : `${count} channels`);

/** How a sending stands that did not go through whole. */
export function formatPartiallySubmitted(sent: number, left: number): string {
  return left === 0
    ? `Sent on ${formatChannelCount(sent)}.`
    : `Sent on ${formatChannelCount(sent)}, not on ${formatChannelCount(left)}.`;
}
