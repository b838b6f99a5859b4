import { type Day, weekdayOf } from "./days.ts";
import { dayText } from "./format-short.ts";
import type { View } from "./calendar-views.ts";
import { offsetMinutes } from "./time-zone.ts";

const longDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const longMonths = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

const monthOf = (day: Day): string => longMonths[Number(day.slice(5, 7)) - 1] ?? "";
const shortMonthOf = (day: Day): string => monthOf(day).slice(0, 3);
const dateOf = (day: Day): number => Number(day.slice(8, 10));

/** `Wednesday 25 November 2026`, for those who hear it. */
export function longDayText(day: Day): string {
  return `${longDays[weekdayOf(day)]} ${dateOf(day)} ${monthOf(day)} ${day.slice(0, 4)}`;
}

/** The heading of what a view shows: `November 2026`, `23 – 29 Nov 2026`, `Wed 25 Nov 2026`. */
export function viewTitle(view: View, day: Day, days: readonly Day[]): string {
  if (view === "month") return `${monthOf(day)} ${day.slice(0, 4)}`;
  if (view === "day") return `${dayText(day)} ${day.slice(0, 4)}`;
  const first = days[0] ?? day;
  const last = days.at(-1) ?? day;
  const sameYear = first.slice(0, 4) === last.slice(0, 4);
  const sameMonth = first.slice(0, 7) === last.slice(0, 7);
  const start = sameMonth
    ? String(dateOf(first))
    : `${dateOf(first)} ${shortMonthOf(first)}${sameYear ? "" : ` ${first.slice(0, 4)}`}`;
  return `${start} – ${dateOf(last)} ${shortMonthOf(last)} ${last.slice(0, 4)}`;
}

/** `UTC+1`, `UTC−3:30`, `UTC`: what a zone is ahead of UTC at an instant. */
export function offsetText(zone: string, at: Date): string {
  const minutes = Math.round(offsetMinutes(zone, at));
  if (minutes === 0) return "UTC";
  const size = Math.abs(minutes);
  const rest = size % 60 === 0 ? "" : `:${String(size % 60).padStart(2, "0")}`;
  return `UTC${minutes > 0 ? "+" : "−"}${Math.floor(size / 60)}${rest}`;
}
