/** Names of channels by their ids, as they were called when this browser saw them last: "@a on X". */
export type ChannelNames = Readonly<Record<string, string>>;

/** What a person calls the channels that are not among theirs any more; those never seen here are counted. */
function formatNames(ids: readonly string[], names: ChannelNames): string {
  const known = ids.flatMap((id) => names[id] ?? []);
  const others = ids.length - known.length;
  if (known.length === 0) return "";
  return `: ${[...known, ...(others > 0 ? [`${others} more`] : [])].join(", ")}`;
}

/**
 * What became of the channels of a draft that are not among those one can post to now. `isOnline` false: the page may be
 * one that was kept for the time without a network, and its channels as old as it is.
 */
export function formatGoneChannels(ids: readonly string[], names: ChannelNames, isOnline: boolean): string {
  const count = ids.length === 1 ? "1 channel" : `${ids.length} channels`;
  if (!isOnline)
    return `Offline, this page does not know ${count} of this draft${formatNames(ids, names)}. Your words are kept.`;
  const became = ids.length === 1 ? "was disconnected, or is" : "were disconnected, or are";
  return `${count} of this draft ${became} for other members now${formatNames(ids, names)}. Your words are kept.`;
}
