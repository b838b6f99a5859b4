import { differenceInMinutes } from "date-fns/differenceInMinutes";
import { toWall } from "./zone.ts";

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * An instant as clocks in `zone` show it: `Tue 24 Nov 2026, 09:00`. English is written by our own tables, because the
 * server's and the browser's may differ ("Sep", "Sept") and the page would change as it loads; other locales by Intl.
 */
export function formatInstant(at: Date, zone: string, options: { locale?: string } = {}): string {
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
    }).format(at);
  }
  const { date, time } = toWall(at, zone);
  const day = new Date(`${date}T00:00Z`);
  return `${days[day.getUTCDay()]} ${day.getUTCDate()} ${months[day.getUTCMonth()]} ${day.getUTCFullYear()}, ${time}`;
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
