// Imported from a subpath: the package's Date class would reach the browser too and is twice the size of this file.
import { tzOffset } from "@date-fns/tz/tzOffset";
import { dayMs, minuteMs } from "./time-units.ts";

/** The reading of a clock: `date` as YYYY-MM-DD, `time` as HH:mm. It becomes an instant only together with a zone. */
export type WallTime = { date: string; time: string };

/**
 * The instant of a wall time. `skipped`: clocks jumped over it, `next` is the first instant after the jump. `twice`:
 * clocks were set back, so the time occurred twice.
 */
export type WallTimeResolution =
  | { type: "one"; at: Date }
  | { type: "skipped"; next: Date }
  | { type: "twice"; earlier: Date; later: Date };

/** Names that this runtime knows: a formatter takes 50 µs, and each page checks the zones of its reader. */
const knownZones = new Set<string>();
/** More than there are zones. Names differ in upper and lower case too, so a client could send any number. */
const knownZonesMax = 1_000;

/** Returns true if this runtime knows the zone (IANA name, or an offset such as `+02:00`). */
export function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    return false;
  }
  if (name !== "" && knownZones.size < knownZonesMax) knownZones.add(name);
  return name !== "";
}

function parseWall({ date, time }: WallTime): number | null {
  const found = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})$/.exec(`${date} ${time}`);
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = found.slice(1).map(Number);
  const ms = Date.UTC(year, month - 1, day, hour, minute);
  // `Date` would silently turn the 30th of February or 24:30 into another day.
  return new Date(ms).toISOString().startsWith(`${date}T${time}`) ? ms : null;
}

/** Returns true if both fields are complete and name a calendar day and a minute of the day. */
export function isWallTime(wall: WallTime): boolean {
  return parseWall(wall) !== null;
}

function offsetMs(zone: string, ms: number): number {
  const minutes = tzOffset(zone, new Date(ms));
  if (Number.isNaN(minutes)) throw new RangeError(`unknown time zone: ${zone}`);
  return minutes * minuteMs;
}

/**
 * Returns the minutes that clocks in `zone` are ahead of UTC at an instant.
 * @throws RangeError for an unknown zone
 */
export function getOffsetMinutes(zone: string, at: Date): number {
  return offsetMs(zone, at.getTime()) / minuteMs;
}

/** Returns the first instant (ms) in `(low, high]` at which the zone no longer has its offset of `low`. */
export function findOffsetChange(zone: string, low: number, high: number): number {
  const before = offsetMs(zone, low);
  let from = low;
  let to = high;
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (offsetMs(zone, middle) === before) from = middle;
    else to = middle;
  }
  return to;
}

/**
 * Returns the instant at which clocks in `zone` show `wall`.
 * @throws RangeError for an unknown zone and for a wall time that `isWallTime` refuses: check before calling
 */
export function resolveWallTime(wall: WallTime, zone: string): WallTimeResolution {
  const wallMs = parseWall(wall);
  if (wallMs === null) throw new RangeError("invalid wall time");
  // No zone is a day or more from UTC, so only the offsets a day before and a day after are possible.
  const before = offsetMs(zone, wallMs - dayMs);
  const after = offsetMs(zone, wallMs + dayMs);
  const instants = [wallMs - before, wallMs - after].filter((ms) => ms + offsetMs(zone, ms) === wallMs);
  const earlier = Math.min(...instants);
  const later = Math.max(...instants);
  if (instants.length === 0)
    return { type: "skipped", next: new Date(findOffsetChange(zone, wallMs - after, wallMs - before)) };
  if (earlier === later) return { type: "one", at: new Date(earlier) };
  return { type: "twice", earlier: new Date(earlier), later: new Date(later) };
}

/**
 * Returns the wall time in `zone` at an instant; seconds are cut off.
 * @throws RangeError for an unknown zone
 */
export function toWallTime(at: Date, zone: string): WallTime {
  const shown = new Date(at.getTime() + offsetMs(zone, at.getTime())).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}
