import { addDays, addMonths, type Day, daysBetween, daysFrom, startOfMonth, startOfWeek } from "./days.ts";

export const views = ["month", "week", "day", "list"] as const;
/** How much of the calendar is in view. `list` is what comes in the four weeks from a day on. */
export type View = (typeof views)[number];

const listDays = 28;

/** The days that a view shows, in order. A month is filled up to whole weeks. */
export function daysOfView(view: View, day: Day, weekStart: number): Day[] {
  if (view === "day") return [day];
  if (view === "list") return daysFrom(day, listDays);
  if (view === "week") return daysFrom(startOfWeek(day, weekStart), 7);
  const first = startOfWeek(startOfMonth(day), weekStart);
  const lastOfMonth = addDays(addMonths(startOfMonth(day), 1), -1);
  const weeks = Math.floor(daysBetween(first, lastOfMonth) / 7) + 1;
  return daysFrom(first, weeks * 7);
}

/** The day to show when a person turns the page. */
export function turnPage(view: View, day: Day, by: -1 | 1): Day {
  if (view === "month") return addMonths(day, by);
  return addDays(day, by * (view === "week" ? 7 : view === "day" ? 1 : listDays));
}
