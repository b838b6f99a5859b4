import { formatCount } from "#lib/text/format-count.ts";
/** Channel names by id, as this browser last saw them: "Northwind on X". */
export type ChannelNames = Readonly<Record<string, string>>;

/** Formats the names of removed channels; channels never seen in this browser are only counted. */
function formatNames(ids: readonly string[], names: ChannelNames): string {
  const known = ids.flatMap((id) => names[id] ?? []);
  const others = ids.length - known.length;
  if (known.length === 0) return "";
  return `: ${[...known, ...(others > 0 ? [`${others} more`] : [])].join(", ")}`;
}

/**
 * Formats the message about channels of a draft that the member can't publish to now. With `isOnline` false the page
 * may come from the offline cache with an old list of channels.
 */
export function formatGoneChannels(ids: readonly string[], names: ChannelNames, isOnline: boolean): string {
  const count = formatCount(ids.length, "channel");
  if (!isOnline)
    return `Offline, ${count} of this draft can't be checked${formatNames(ids, names)}. Your text is safe.`;
  const verb = ids.length === 1 ? "is" : "are";
  return `${count} of this draft ${verb} no longer available${formatNames(ids, names)}. Your text is safe.`;
}
