import { addDays, type Day } from "./days.ts";
import { resolveWallTime } from "./resolve-wall-time.ts";
import { minuteMs } from "./time-units.ts";
import { getOffsetMinutes, type WallTime } from "./wall-time.ts";

const minutesADay = 24 * 60;

/** Returns the minutes after midnight of a time such as 09:30. */
export function toMinuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** Formats minutes after midnight, 0 to 1439, as a time. */
export function formatMinuteOfDay(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

/** Shifts a wall time by days and minutes of the clock, independent of the zone, as dragging on a calendar does. */
export function shiftWallTime({ date, time }: WallTime, by: { days?: number; minutes?: number }): WallTime {
  const total = toMinuteOfDay(time) + (by.minutes ?? 0);
  const day: Day = addDays(date, (by.days ?? 0) + Math.floor(total / minutesADay));
  return { date: day, time: formatMinuteOfDay(((total % minutesADay) + minutesADay) % minutesADay) };
}

/**
 * The instant of a moved wall time. `fold` says how one of two instants was chosen where clocks show the time twice:
 * `kept` has the previous offset, `earlier` is the first because neither has it; `none` when only one is possible.
 * `skipped` has the last minute before clocks jump and the first after.
 */
export type MovedTimeResolution =
  | { type: "at"; at: Date; fold: "none" | "kept" | "earlier" }
  | { type: "skipped"; before: Date; after: Date };

/**
 * Resolves a moved wall time to an instant.
 * @param from the previous instant, if there was one
 * @param notBefore the earliest instant that a move may choose
 * @throws RangeError for an invalid wall time or zone
 */
export function resolveMovedTime(
  wall: WallTime,
  zone: string,
  from: Date | null,
  notBefore = new Date(0),
): MovedTimeResolution {
  const means = resolveWallTime(wall, zone);
  if (means.type === "one") return { type: "at", at: means.at, fold: "none" };
  if (means.type === "skipped") {
    return { type: "skipped", before: new Date(means.next.getTime() - minuteMs), after: means.next };
  }
  // If the first of the two has passed, only the second is possible, unless nothing moves.
  if (means.earlier < notBefore && means.earlier.getTime() !== from?.getTime())
    return { type: "at", at: means.later, fold: "none" };
  const wanted = from === null ? null : getOffsetMinutes(zone, from);
  const kept = [means.earlier, means.later].find((at) => getOffsetMinutes(zone, at) === wanted);
  return kept ? { type: "at", at: kept, fold: "kept" } : { type: "at", at: means.earlier, fold: "earlier" };
}
