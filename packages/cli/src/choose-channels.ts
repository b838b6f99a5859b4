import type { Channel } from "../../client/src/generated/contract-types.d.ts";
import { usageError } from "./cli-error.ts";

const names = (channels: readonly Channel[]) =>
  channels.map(({ platform, username }) => `${platform}:${username.replace(/^@/, "")}`).join(", ");

/**
 * Finds the channels that a person means by id, platform, username, name or `platform:username`; `all` is every channel.
 * @throws CliError for a name that fits none or several, with those that it could mean
 */
export function chooseChannels(wanted: readonly string[], channels: readonly Channel[]): Channel[] {
  if (wanted.length === 0) {
    if (channels.length === 1) return [...channels];
    throw usageError(
      channels.length === 0
        ? "There are no channels that you can post to."
        : `Choose channels with --channel: ${names(channels)}, or all.`,
    );
  }
  if (wanted.includes("all")) return [...channels];
  const chosen = wanted.map((word) => chooseChannel(word, channels));
  return channels.filter((channel) => chosen.includes(channel));
}

function chooseChannel(word: string, channels: readonly Channel[]): Channel {
  const text = word.toLowerCase().replace(/^@/, "");
  const tests: ((channel: Channel) => boolean)[] = [
    ({ id }) => id === word,
    ({ platform, username }) => text === `${platform}:${username.replace(/^@/, "")}`.toLowerCase(),
    ({ username }) => text === username.toLowerCase().replace(/^@/, ""),
    ({ name }) => text === name.toLowerCase(),
    ({ platform }) => text === platform.toLowerCase(),
  ];
  for (const test of tests) {
    const found = channels.filter(test);
    if (found.length > 1) throw usageError(`"${word}" matches ${names(found)}. Choose one of them.`);
    if (found[0]) return found[0];
  }
  throw usageError(`There is no channel "${word}". "postwright channels" lists yours.`);
}
