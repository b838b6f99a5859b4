// Not from the package itself: that would bring its Date class to the browser too, which is twice this file.
import { tzOffset } from "@date-fns/tz/tzOffset";

/** What clocks show: `date` as YYYY-MM-DD, `time` as HH:mm. An instant only together with a zone. */
export type WallTime = { date: string; time: string };

/**
 * The instant that a wall time means. `skipped`: clocks jumped over it, `next` is the first instant after the jump.
 * `twice`: clocks were set back, it happened two times.
 */
export type WallTimeResolution =
  | { is: "one"; at: Date }
  | { is: "skipped"; next: Date }
  | { is: "twice"; earlier: Date; later: Date };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Whether this runtime knows a zone of that name (IANA, or an offset such as `+02:00`). */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return name !== "";
  } catch {
    return false;
  }
}

function parseWall({ date, time }: WallTime): number | null {
  const found = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})$/.exec(`${date} ${time}`);
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = found.slice(1).map(Number);
  const ms = Date.UTC(year, month - 1, day, hour, minute);
  // The 30th of February and 24:30 would silently become another day.
  return new Date(ms).toISOString().startsWith(`${date}T${time}`) ? ms : null;
}

/** Whether both fields are written in full and name a day of the calendar and a minute of the day. */
export function isWallTime(wall: WallTime): boolean {
  return parseWall(wall) !== null;
}

function offsetMs(zone: string, ms: number): number {
  const minutes = tzOffset(zone, new Date(ms));
  if (Number.isNaN(minutes)) throw new RangeError(`unknown time zone: ${zone}`);
  return minutes * minuteMs;
}

/** Minutes that clocks in `zone` are ahead of UTC at an instant. Throws RangeError for an unknown zone. */
export function getOffsetMinutes(zone: string, at: Date): number {
  return offsetMs(zone, at.getTime()) / minuteMs;
}

/** The first instant (ms) in `(low, high]` at which the zone no longer has the offset that it has at `low`. */
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
 * The instant at which clocks in `zone` show `wall`. Throws RangeError for a wall time that `isWallTime` refuses and for
 * an unknown zone: ask before.
 */
export function resolveWallTime(wall: WallTime, zone: string): WallTimeResolution {
  const wallMs = parseWall(wall);
  if (wallMs === null) throw new RangeError("not a wall time");
  // No zone is a day or more from UTC, so the offsets a day to either side are the only ones in question.
  const before = offsetMs(zone, wallMs - dayMs);
  const after = offsetMs(zone, wallMs + dayMs);
  const instants = [wallMs - before, wallMs - after].filter((ms) => ms + offsetMs(zone, ms) === wallMs);
  const earlier = Math.min(...instants);
  const later = Math.max(...instants);
  if (instants.length === 0)
    return { is: "skipped", next: new Date(findOffsetChange(zone, wallMs - after, wallMs - before)) };
  if (earlier === later) return { is: "one", at: new Date(earlier) };
  return { is: "twice", earlier: new Date(earlier), later: new Date(later) };
}

/** What clocks in `zone` show at an instant; seconds are cut off. Throws RangeError for an unknown zone. */
export function toWallTime(at: Date, zone: string): WallTime {
  const shown = new Date(at.getTime() + offsetMs(zone, at.getTime())).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}

/** A zone with its offset at an instant: `Europe/Berlin (GMT+1)`, `Asia/Kolkata (GMT+5:30)`, `UTC`. */
export function formatTimeZone(zone: string, at: Date): string {
  if (zone === "UTC") return zone;
  const minutes = offsetMs(zone, at.getTime()) / minuteMs;
  const size = Math.abs(minutes);
  const hours = String(Math.floor(size / 60));
  const rest = size % 60 === 0 ? "" : `:${String(size % 60).padStart(2, "0")}`;
  return `${zone} (GMT${minutes === 0 ? "" : minutes > 0 ? `+${hours}${rest}` : `-${hours}${rest}`})`;
}
