import { addYears } from "date-fns/addYears";

/** Reason to refuse a `scheduled_for` time. */
export type ScheduledForProblem = "no_offset" | "past" | "too_far" | "not_a_time";

/** A time this late still counts as now: the request may have waited, and clocks differ. */
const latenessMs = 60_000;
const yearsAhead = 2;

const isoTime =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Parses `scheduled_for` (ISO 8601). An offset or Z is required, because the instant is ambiguous without one. A time
 * up to 60 s before `now` becomes `now`; an earlier one is `past`; more than two years ahead is `too_far`. Digits
 * beyond milliseconds are cut off.
 */
export function parseScheduledFor(text: string, now: Date): { ok: Date } | { problem: ScheduledForProblem } {
  const found = isoTime.exec(text);
  if (found === null) return { problem: "not_a_time" };
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((field) => Number(field ?? 0));
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal = second < 60 && minute < 60 && hour < 24 && local.toISOString().startsWith(text.slice(0, 10));
  if (!isReal) return { problem: "not_a_time" };
  const offset = found[8];
  if (offset === undefined) return { problem: "no_offset" };
  const offsetMinutes = parseOffset(offset);
  if (offsetMinutes === null) return { problem: "not_a_time" };

  const ms = Number((found[7] ?? "").slice(0, 3).padEnd(3, "0"));
  const at = new Date(local.getTime() - offsetMinutes * 60_000 + ms);
  if (at.getTime() < now.getTime() - latenessMs) return { problem: "past" };
  if (at > addYears(now, yearsAhead)) return { problem: "too_far" };
  return { ok: at < now ? new Date(now) : at };
}

/** Returns the minutes east of UTC; null if hours or minutes are out of range. */
function parseOffset(offset: string): number | null {
  if (offset.toUpperCase() === "Z") return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(":", "") || 0);
  if (hours > 23 || minutes > 59) return null;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
