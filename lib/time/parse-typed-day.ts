import { addMonths, type Day, isDay, startOfMonth } from "./days.ts";
import type { DisplayPreferences } from "./display-preferences.ts";
import { parseNaturalDate } from "./parse-natural-date.ts";
import { toWallTime } from "./wall-time.ts";

export type TypedDayOptions = {
  now: Date;
  zone: string;
  clock: DisplayPreferences["clock"];
  /** True if the day may be over, as in a filter. */
  isPast: boolean;
};

/**
 * Parses a day as people type it: "24", "24 dec", "24.12.", "fri", "next week". Returns null for anything else. A number
 * alone is the next such day of a month, or the last one where the day may be over.
 */
export function parseTypedDay(input: string, { now, zone, clock, isPast }: TypedDayOptions): Day | null {
  const text = input.trim();
  if (isDay(text)) return text;
  const today = toWallTime(now, zone).date;
  if (/^\d{1,2}\.?$/u.test(text)) return findDayOfMonth(Number.parseInt(text, 10), today, isPast);
  const date = parseNaturalDate(text, { now, zone, clock, isPast });
  return date === null ? null : date.type === "now" ? today : date.date;
}

function findDayOfMonth(dayOfMonth: number, today: Day, isPast: boolean): Day | null {
  // Of two months in a row one has 31 days.
  for (const months of [0, 1]) {
    const month = addMonths(startOfMonth(today), isPast ? -months : months);
    const day = `${month.slice(0, 8)}${String(dayOfMonth).padStart(2, "0")}`;
    if (isDay(day) && (isPast ? day <= today : day >= today)) return day;
  }
  return null;
}
