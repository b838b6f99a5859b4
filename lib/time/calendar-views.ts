import { addDays, addMonths, type Day, daysBetween, listDays, startOfMonth, startOfWeek } from "./days.ts";

export const calendarViews = ["month", "week", "day", "list"] as const;
/** The visible range of the calendar. `list` covers the four weeks from a day on. */
export type CalendarView = (typeof calendarViews)[number];

const listViewDayCount = 28;

/** Lists the days of a view in order. A month is padded to whole weeks. */
export function listDaysOfView(view: CalendarView, day: Day, weekStart: number): Day[] {
  if (view === "day") return [day];
  if (view === "list") return listDays(day, listViewDayCount);
  if (view === "week") return listDays(startOfWeek(day, weekStart), 7);
  const first = startOfWeek(startOfMonth(day), weekStart);
  const lastOfMonth = addDays(addMonths(startOfMonth(day), 1), -1);
  const weeks = Math.floor(daysBetween(first, lastOfMonth) / 7) + 1;
  return listDays(first, weeks * 7);
}

/** Returns the day to show after a person moves to the previous or next page. */
export function getAdjacentViewDay(view: CalendarView, day: Day, by: -1 | 1): Day {
  if (view === "month") return addMonths(day, by);
  return addDays(day, by * (view === "week" ? 7 : view === "day" ? 1 : listViewDayCount));
}
