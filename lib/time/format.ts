import type { DisplayPreferences } from "./display-preferences.ts";
import { formatClockTime, formatShortDay } from "./format-short.ts";
import { dayMs, minuteMs } from "./time-units.ts";
import { toWallTime } from "./wall-time.ts";

type Clock = DisplayPreferences["clock"];

/**
 * Formats an instant in `zone`: `Tue 24 Nov 2026, 09:00`, or `9:00 am` on a 12-hour clock. It uses our own tables,
 * because the server's and the browser's Intl may differ ("Sep", "Sept") and the page would change while it loads.
 */
export function formatInstant(at: Date, zone: string, options: { clock?: Clock } = {}): string {
  const { date, time } = toWallTime(at, zone);
  return `${formatShortDay(date)} ${Number(date.slice(0, 4))}, ${formatClockTime(time, options.clock ?? "24")}`;
}

const yearDays = 365;
/** From this many days on, a date says more than a distance in hours. */
const exactDays = 2;

/** Formats a duration in two units where the second one is useful, and two days or more in one. */
function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const years = Math.floor(days / yearDays);
  if (years >= 1) return years === 1 ? "1 year" : `${years} years`;
  if (days >= exactDays) return `${days} days`;
  if (days === 1) return hours % 24 > 0 ? `1 d ${hours % 24} h` : "1 d";
  if (hours >= 1) return minutes % 60 > 0 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  return `${minutes} min`;
}

/**
 * Formats the distance of an instant from now, as a note beside its date: `in 2 h 5 min`, `12 days ago`; `now` within
 * half a minute. A year has 365 days.
 */
export function formatRelativeTime(at: Date, now: Date): string {
  const ahead = Math.round((at.getTime() - now.getTime()) / minuteMs);
  if (ahead === 0) return "now";
  return ahead > 0 ? `in ${formatMinutes(ahead)}` : `${formatMinutes(-ahead)} ago`;
}

/** Formats an instant without a date beside it: `5 min ago`, and beyond two days `12 Nov`, in another year `12 Nov 2025`. */
export function formatRelativeDate(at: Date, now: Date, zone: string): string {
  if (Math.abs(at.getTime() - now.getTime()) < exactDays * dayMs) return formatRelativeTime(at, now);
  const day = toWallTime(at, zone).date;
  const text = formatShortDay(day).slice(4);
  return day.slice(0, 4) === toWallTime(now, zone).date.slice(0, 4) ? text : `${text} ${day.slice(0, 4)}`;
}
