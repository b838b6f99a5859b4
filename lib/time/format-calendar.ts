import type { CalendarView } from "./calendar-views.ts";
import { type Day, getWeekday } from "./days.ts";
import { formatShortDay } from "./format-short.ts";
import { getOffsetMinutes } from "./wall-time.ts";

const longDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const longMonths = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

const getMonthName = (day: Day): string => longMonths[Number(day.slice(5, 7)) - 1] ?? "";
const getShortMonthName = (day: Day): string => getMonthName(day).slice(0, 3);
const getDayOfMonth = (day: Day): number => Number(day.slice(8, 10));

/** Returns `Wednesday 25 November 2026`, for screen readers. */
export function formatFullDay(day: Day): string {
  return `${longDays[getWeekday(day)]} ${getDayOfMonth(day)} ${getMonthName(day)} ${day.slice(0, 4)}`;
}

/** Returns the heading of a view: `November 2026`, `23 – 29 Nov 2026`, `Wed 25 Nov 2026`. */
export function formatViewTitle(view: CalendarView, day: Day, days: readonly Day[]): string {
  if (view === "month") return `${getMonthName(day)} ${day.slice(0, 4)}`;
  if (view === "day") return `${formatShortDay(day)} ${day.slice(0, 4)}`;
  const first = days[0] ?? day;
  const last = days.at(-1) ?? day;
  const sameYear = first.slice(0, 4) === last.slice(0, 4);
  const sameMonth = first.slice(0, 7) === last.slice(0, 7);
  const start = sameMonth
    ? String(getDayOfMonth(first))
    : `${getDayOfMonth(first)} ${getShortMonthName(first)}${sameYear ? "" : ` ${first.slice(0, 4)}`}`;
  return `${start} – ${getDayOfMonth(last)} ${getShortMonthName(last)} ${last.slice(0, 4)}`;
}

/** Returns the offset of a zone at an instant: `UTC+1`, `UTC−3:30`, `UTC`. */
export function formatUtcOffset(zone: string, at: Date): string {
  const minutes = Math.round(getOffsetMinutes(zone, at));
  if (minutes === 0) return "UTC";
  const size = Math.abs(minutes);
  const rest = size % 60 === 0 ? "" : `:${String(size % 60).padStart(2, "0")}`;
  return `UTC${minutes > 0 ? "+" : "−"}${Math.floor(size / 60)}${rest}`;
}

/** Returns the zone's short name at an instant: `CEST`, `EDT`, and `UTC+10:30` where it has none. */
export function formatZoneAbbreviation(zone: string, at: Date): string {
  // British English has names for Europe, American English for America.
  for (const locale of ["en-GB", "en-US"]) {
    const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: "short" }).formatToParts(at);
    const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    if (/^[A-Z]{2,5}$/.test(name) && name !== "GMT") return name;
  }
  return formatUtcOffset(zone, at);
}
