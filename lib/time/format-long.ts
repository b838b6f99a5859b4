import type { CalendarView } from "./calendar-views.ts";
import { type Day, getWeekday } from "./days.ts";
import { formatShortDay } from "./format-short.ts";

const longDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const longMonths = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

const getMonthName = (day: Day): string => longMonths[Number(day.slice(5, 7)) - 1] ?? "";
const getShortMonthName = (day: Day): string => getMonthName(day).slice(0, 3);
const getDayOfMonth = (day: Day): number => Number(day.slice(8, 10));

/** Formats a calendar day as a heading: `Saturday, 21 November`. */
export function formatLongDay(day: Day): string {
  return `${getWeekdayName(getWeekday(day))}, ${getDayOfMonth(day)} ${getMonthName(day)}`;
}

/** Returns the name of a weekday, 0 and 7 for Sunday: `Monday`. */
export function getWeekdayName(weekday: number): string {
  return longDays[weekday % 7] ?? "";
}

/** Returns `Wednesday 25 November 2026`, for screen readers. */
export function formatFullDay(day: Day): string {
  return `${getWeekdayName(getWeekday(day))} ${getDayOfMonth(day)} ${getMonthName(day)} ${day.slice(0, 4)}`;
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
