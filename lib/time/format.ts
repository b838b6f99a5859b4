import type { Day } from "./days.ts";
import type { DisplayPreferences } from "./display-preferences.ts";
import { formatClockTime, formatShortDay } from "./format-short.ts";
import { minuteMs } from "./time-units.ts";
import { toWallTime } from "./wall-time.ts";

type Clock = DisplayPreferences["clock"];

const longDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const longMonths = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

/** Formats a calendar day as a heading: `Saturday, 21 November`. */
export function formatLongDay(day: Day): string {
  const date = new Date(`${day}T00:00Z`);
  return `${getWeekdayName(date.getUTCDay())}, ${date.getUTCDate()} ${longMonths[date.getUTCMonth()]}`;
}

/** Returns the name of a weekday, 0 and 7 for Sunday: `Monday`. */
export function getWeekdayName(weekday: number): string {
  return longDays[weekday % 7] ?? "";
}

/**
 * Formats an instant in `zone`: `Tue 24 Nov 2026, 09:00`, or `9:00 am` on a 12-hour clock. English uses our own tables,
 * because the server's and the browser's Intl may differ ("Sep", "Sept") and the page would change while it loads;
 * other locales use Intl.
 */
export function formatInstant(at: Date, zone: string, options: { locale?: string; clock?: Clock } = {}): string {
  const locale = options.locale ?? "en";
  if (locale !== "en" && !locale.startsWith("en-")) {
    return new Intl.DateTimeFormat(locale, {
      timeZone: zone,
      weekday: "short",
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      ...(options.clock && { hour12: options.clock === "12" }),
    }).format(at);
  }
  const { date, time } = toWallTime(at, zone);
  return `${formatShortDay(date)} ${Number(date.slice(0, 4))}, ${formatClockTime(time, options.clock ?? "24")}`;
}

const yearDays = 365;

/** Formats a duration in two units where the second one is useful, otherwise in one. */
function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const wholeDays = Math.floor(hours / 24);
  const [big, small] =
    wholeDays >= yearDays
      ? [`${Math.floor(wholeDays / yearDays)} y`, wholeDays % yearDays > 0 ? `${wholeDays % yearDays} d` : ""]
      : wholeDays >= 7
        ? [`${wholeDays} d`, ""]
        : wholeDays >= 1
          ? [`${wholeDays} d`, hours % 24 > 0 ? `${hours % 24} h` : ""]
          : hours >= 1
            ? [`${hours} h`, minutes % 60 > 0 ? `${minutes % 60} min` : ""]
            : [`${minutes} min`, ""];
  return small === "" ? big : `${big} ${small}`;
}

/**
 * Formats the distance of an instant from now: `in 2 d 23 h`, `12 d ago`; `now` within half a minute. A year has 365
 * days.
 */
export function formatRelativeTime(at: Date, now: Date): string {
  const ahead = Math.round((at.getTime() - now.getTime()) / minuteMs);
  if (ahead === 0) return "now";
  return ahead > 0 ? `in ${formatMinutes(ahead)}` : `${formatMinutes(-ahead)} ago`;
}
