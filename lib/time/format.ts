import { differenceInMinutes } from "date-fns/differenceInMinutes";
import type { Preferences } from "./preferences.ts";
import { toWall } from "./zone.ts";

type Clock = Preferences["clock"];

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const longDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const longMonths = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

/** A time of day that is given as `HH:mm`: `18:30`, or `6:30 PM` on a clock of 12 hours. */
export function formatTime(time: string, clock: Clock = "24"): string {
  if (clock === "24") return time;
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 === 0 ? 12 : hour % 12}${time.slice(2)} ${hour < 12 ? "AM" : "PM"}`;
}

/** A calendar day that is given as `YYYY-MM-DD`: `Tue 24 Nov`; `long` writes `Tuesday, 24 November`. */
export function formatDay(date: string, style: "short" | "long" = "short"): string {
  const day = new Date(`${date}T00:00Z`);
  const [weekday, month] = [day.getUTCDay(), day.getUTCMonth()];
  return style === "long"
    ? `${longDays[weekday]}, ${day.getUTCDate()} ${longMonths[month]}`
    : `${days[weekday]} ${day.getUTCDate()} ${months[month]}`;
}

/** A day of the week, 0 for Sunday: `Monday`. */
export function weekdayName(weekday: number): string {
  return longDays[weekday % 7] ?? "";
}

/**
 * An instant as clocks in `zone` show it: `Tue 24 Nov 2026, 09:00`, or `9:00 AM` on a clock of 12 hours. English is written by our own tables, because the
 * server's and the browser's may differ ("Sep", "Sept") and the page would change as it loads; other locales by Intl.
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
  const { date, time } = toWall(at, zone);
  return `${formatDay(date)} ${Number(date.slice(0, 4))}, ${formatTime(time, options.clock)}`;
}

const yearDays = 365;

/** Two units where the second still tells something, else one. */
function spell(minutes: number): string {
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

/** How far an instant is from now: `in 2 d 23 h`, `12 d ago`; `now` within half a minute. A year is 365 days. */
export function formatRelative(at: Date, now: Date): string {
  const ahead = differenceInMinutes(at, now, { roundingMethod: "round" });
  if (ahead === 0) return "now";
  return ahead > 0 ? `in ${spell(ahead)}` : `${spell(-ahead)} ago`;
}
