import { limits } from "#lib/contract/limits.ts";
import type { ChannelSet } from "#lib/contract/types.ts";

/** Choices of channels that are remembered as used last. */
const maxRecentSets = 5;

/** Where the choices used last lie in the browser. */
export const getRecentSetsKey = (memberId: string): string => `postwright:recent-sets:${memberId}`;
/** Where sets lie in the browser when the service keeps none. */
export const getLocalSetsKey = (memberId: string): string => `postwright:sets:${memberId}`;

const isText = (value: unknown): value is string => typeof value === "string";
const isIds = (value: unknown): value is string[] => Array.isArray(value) && value.length > 0 && value.every(isText);

function parseList(text: string | null): unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id));

/** The choices used last, newest first; nothing of what somebody else has left there. */
export function parseRecentSets(text: string | null): string[][] {
  return parseList(text).filter(isIds).slice(0, maxRecentSets);
}

/** With this choice as the newest. One channel is no set. */
export function addRecentSet(text: string | null, channelIds: readonly string[]): string {
  const before = parseRecentSets(text).filter((ids) => !isSame(ids, channelIds));
  return JSON.stringify((channelIds.length > 1 ? [[...channelIds], ...before] : before).slice(0, maxRecentSets));
}

/** Sets that were kept in this browser. */
export function parseChannelSets(text: string | null): ChannelSet[] {
  const isSet = (value: unknown): value is ChannelSet => {
    if (typeof value !== "object" || value === null) return false;
    const { id, name, channel_ids: ids } = value as Record<string, unknown>;
    return isText(id) && isText(name) && isIds(ids);
  };
  return parseList(text)
    .filter(isSet)
    .slice(0, limits.channelSetsPerMember)
    .map(({ id, name, channel_ids }) => ({ id, name, channel_ids }));
}

/** What can be chosen at once: saved sets by name, then recent choices that are none of them; without channels that are gone. */
export function listChannelSets(sets: readonly ChannelSet[], recent: readonly string[][], known: ReadonlySet<string>) {
  const there = (ids: readonly string[]) => ids.filter((id) => known.has(id));
  const saved = sets.map((set) => ({ id: set.id, name: set.name, channelIds: there(set.channel_ids) }));
  const others = recent.map(there).filter((ids) => ids.length > 1 && !saved.some((set) => isSame(set.channelIds, ids)));
  return { saved, recent: others };
}
