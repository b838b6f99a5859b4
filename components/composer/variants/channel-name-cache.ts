import { accountHandle } from "#lib/contract/platforms/account-handle.ts";
import { platformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel } from "#lib/contract/types.ts";
import { recall, remember } from "#components/composer/browser-storage.ts";
import type { NamesById } from "./gone-channels-message.ts";

/** Channels whose names are kept, those seen last first: a service does not tell the name of one that was disconnected. */
const mostNames = 300;

const placeOf = (memberId: string) => `postwright:names:${memberId}`;

/** The names of the channels that this member has seen in this browser. */
export function readNames(memberId: string): NamesById {
  try {
    const read: unknown = JSON.parse(recall(placeOf(memberId)) ?? "null");
    const named = typeof read === "object" && read !== null ? Object.entries(read) : [];
    return Object.fromEntries(named.filter(([, name]) => typeof name === "string"));
  } catch {
    return {};
  }
}

/** Keeps what they are called, for the day on which one of them is gone. */
export function noteNames(memberId: string, channels: readonly Channel[]): void {
  const now = channels.map(
    ({ id, username, platform }) => [id, `${accountHandle(username)} on ${platformName(platform)}`] as const,
  );
  const there = new Set(now.map(([id]) => id));
  const before = Object.entries(readNames(memberId)).filter(([id]) => !there.has(id));
  remember(placeOf(memberId), JSON.stringify(Object.fromEntries([...now, ...before].slice(0, mostNames))));
}
