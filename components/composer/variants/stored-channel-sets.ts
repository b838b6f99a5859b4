import { limits } from "#lib/contract/limits.ts";
import type { ChannelSet } from "#lib/contract/types.ts";

/** Most recent choices of channels that are stored. */
const maxRecentSets = 5;

export const getRecentSetsKey = (memberId: string): string => `postwright:recent-sets:${memberId}`;
/** Returns the storage key of sets if the service stores none. */
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

/** Parses the recent choices, newest first, and leaves out every other value. */
export function parseRecentSets(text: string | null): string[][] {
  return parseList(text).filter(isIds).slice(0, maxRecentSets);
}

/** Adds a choice as the newest. A single channel is no set. */
export function addRecentSet(text: string | null, channelIds: readonly string[]): string {
  const before = parseRecentSets(text).filter((ids) => !isSame(ids, channelIds));
  return JSON.stringify((channelIds.length > 1 ? [[...channelIds], ...before] : before).slice(0, maxRecentSets));
}

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

/** Lists the saved sets by name, then the recent choices that equal none of them; removed channels are left out. */
export function toChannelSetChoices(
  sets: readonly ChannelSet[],
  recent: readonly string[][],
  known: ReadonlySet<string>,
) {
  const there = (ids: readonly string[]) => ids.filter((id) => known.has(id));
  const saved = sets.map((set) => ({ id: set.id, name: set.name, channelIds: there(set.channel_ids) }));
  const others = recent.map(there).filter((ids) => ids.length > 1 && !saved.some((set) => isSame(set.channelIds, ids)));
  return { saved, recent: others };
}
