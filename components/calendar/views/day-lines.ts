import type { TimedEntry } from "#components/calendar/calendar-entries.ts";
import type { FreeSlot } from "#components/calendar/free-slots.ts";

/** One line of a month's day. */
export type DayLine = { type: "entry"; entry: TimedEntry } | { type: "slot"; slot: FreeSlot };

const getLineTime = (line: DayLine) => (line.type === "entry" ? line.entry.atMs : line.slot.at.getTime());

/**
 * Chooses what a day of a month shows in `lineCount` lines, in order of time: posts before free slots, and “+N more” in
 * the last line when something is left over.
 */
export function chooseDayLines(
  entries: readonly TimedEntry[],
  slots: readonly FreeSlot[],
  lineCount: number,
): { lines: DayLine[]; hiddenCount: number } {
  const total = entries.length + slots.length;
  const room = total > lineCount ? Math.max(0, lineCount - 1) : lineCount;
  const lines: DayLine[] = [
    ...entries.map((entry): DayLine => ({ type: "entry", entry })),
    ...slots.map((slot): DayLine => ({ type: "slot", slot })),
  ]
    .slice(0, room)
    .sort((one, other) => getLineTime(one) - getLineTime(other));
  return { lines, hiddenCount: total - lines.length };
}

/** Px of a day's head and its padding, and of one line with its gap. */
const headPx = 34;
const linePx = 22;

/** Returns the number of lines that fit in a row of a month. */
export function countFittingLines(rowPx: number): number {
  return Math.max(2, Math.floor((rowPx - headPx) / linePx));
}
