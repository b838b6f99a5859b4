import { addDays, type Day } from "./days.ts";
import { findOffsetChange, resolveWallTime } from "./resolve-wall-time.ts";
import { minuteMs } from "./time-units.ts";
import { getOffsetMinutes, type WallTime } from "./wall-time.ts";

/** A change of the zone's clocks on a day: its wall times from `from` to `to` are skipped, or happen twice. */
export type ClockChange = { type: "skipped" | "repeated"; from: string; to: string };

/** Precomputed wall times of one zone in a range of days: each instant then costs one search and one addition. */
export type ZonedDayRange = {
  zone: string;
  days: readonly Day[];
  /** `from` is the first instant of the range, `to` the first after it. */
  from: Date;
  to: Date;
  /** Returns the day of an instant; null outside the range. */
  dayOf: (atMs: number) => Day | null;
  /** Returns the wall time of an instant. */
  wallOf: (atMs: number) => WallTime;
  /** Returns the change of clocks on a day; null on most days. */
  clockChangeOn: (day: Day) => ClockChange | null;
  /** Returns true if the wall time of an instant happens twice. */
  isRepeated: (atMs: number) => boolean;
};

/** Returns the first instant of a day: midnight, or the end of the jump where clocks jump over midnight. */
export function startOfDay(day: Day, zone: string): Date {
  const start = resolveWallTime({ date: day, time: "00:00" }, zone);
  if (start.type === "one") return start.at;
  return start.type === "twice" ? start.earlier : start.next;
}

/** Returns the index of the last entry that is at most `value`; -1 when all are greater. */
function findLastNotAbove(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Number.POSITIVE_INFINITY) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Creates a `ZonedDayRange`. The zone is queried once a day and at offset changes only: calendars become slow with a
 * zone-aware object for each cell or post.
 * @param days consecutive days, at least one
 * @throws RangeError for an unknown zone
 */
export function createZonedDayRange(days: readonly Day[], zone: string): ZonedDayRange {
  const last = days.at(-1);
  if (last === undefined) throw new RangeError("a range needs at least one day");
  const starts = [...days, addDays(last, 1)].map((day) => startOfDay(day, zone).getTime());
  const changes: number[] = [];
  const offsets: number[] = [];
  for (const [at, start] of starts.entries()) {
    const offset = getOffsetMinutes(zone, new Date(start));
    const before = starts[at - 1];
    if (before === undefined) {
      changes.push(start);
      offsets.push(offset);
    } else if (offset !== offsets.at(-1)) {
      changes.push(findOffsetChange(zone, before, start));
      offsets.push(offset);
    }
  }
  const fromMs = starts[0] ?? 0;
  const toMs = starts.at(-1) ?? 0;
  const getShown = (atMs: number, offset: number) => new Date(atMs + offset * minuteMs).toISOString();
  return {
    zone,
    days,
    from: new Date(fromMs),
    to: new Date(toMs),
    dayOf: (atMs) => (atMs < fromMs || atMs >= toMs ? null : (days[findLastNotAbove(starts, atMs)] ?? null)),
    wallOf(atMs) {
      const offset = offsets[Math.max(0, findLastNotAbove(changes, atMs))] ?? 0;
      const shown = getShown(atMs, offset);
      return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
    },
    clockChangeOn(day) {
      const dayIndex = days.indexOf(day);
      const start = starts[dayIndex] ?? toMs;
      const end = starts[dayIndex + 1] ?? toMs;
      const index = changes.findIndex((change, at) => at > 0 && change >= start && change < end);
      const change = changes[index];
      if (change === undefined) return null;
      const [offsetBefore, offsetAfter] = [offsets[index - 1] ?? 0, offsets[index] ?? 0];
      const [before, after] = [offsetBefore, offsetAfter].map((offset) => getShown(change, offset).slice(11, 16));
      if (before === undefined || after === undefined) return null;
      return offsetAfter > offsetBefore
        ? { type: "skipped", from: before, to: after }
        : { type: "repeated", from: after, to: before };
    },
    isRepeated: (atMs) =>
      changes.some((change, at) => {
        const backMs = ((offsets[at - 1] ?? Number.NEGATIVE_INFINITY) - (offsets[at] ?? 0)) * minuteMs;
        return atMs >= change - backMs && atMs < change + backMs;
      }),
  };
}
