// Imported from a subpath: the package's Date class would reach the browser too and is twice the size of this file.
import { tzOffset } from "@date-fns/tz/tzOffset";
import { minuteMs } from "./time-units.ts";

/** The reading of a clock: `date` as YYYY-MM-DD, `time` as HH:mm. It becomes an instant only together with a zone. */
export type WallTime = { date: string; time: string };

/**
 * Returns the ms that clocks in `zone` are ahead of UTC at an instant in ms.
 * @throws RangeError for an unknown zone
 */
export function getOffsetMs(zone: string, ms: number): number {
  const minutes = tzOffset(zone, new Date(ms));
  if (Number.isNaN(minutes)) throw new RangeError(`unknown time zone: ${zone}`);
  return minutes * minuteMs;
}

/**
 * Returns the minutes that clocks in `zone` are ahead of UTC at an instant.
 * @throws RangeError for an unknown zone
 */
export function getOffsetMinutes(zone: string, at: Date): number {
  return getOffsetMs(zone, at.getTime()) / minuteMs;
}

/**
 * Returns the wall time in `zone` at an instant; seconds are cut off.
 * @throws RangeError for an unknown zone
 */
export function toWallTime(at: Date, zone: string): WallTime {
  const shown = new Date(at.getTime() + getOffsetMs(zone, at.getTime())).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}
