// Separate from wall-time.ts, which every page has: pages write times, and only forms read them.
import { dayMs } from "./time-units.ts";
import { getOffsetMs, type WallTime } from "./wall-time.ts";

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

/** Returns the first instant (ms) in `(low, high]` at which the zone no longer has its offset of `low`. */
export function findOffsetChange(zone: string, low: number, high: number): number {
  const before = getOffsetMs(zone, low);
  let from = low;
  let to = high;
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (getOffsetMs(zone, middle) === before) from = middle;
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
  const before = getOffsetMs(zone, wallMs - dayMs);
  const after = getOffsetMs(zone, wallMs + dayMs);
  const instants = [wallMs - before, wallMs - after].filter((ms) => ms + getOffsetMs(zone, ms) === wallMs);
  const earlier = Math.min(...instants);
  const later = Math.max(...instants);
  if (instants.length === 0)
    return { type: "skipped", next: new Date(findOffsetChange(zone, wallMs - after, wallMs - before)) };
  if (earlier === later) return { type: "one", at: new Date(earlier) };
  return { type: "twice", earlier: new Date(earlier), later: new Date(later) };
}
