/** A day of the calendar as YYYY-MM-DD. What is reckoned here needs no zone: a day is not an instant. */
export type Day = string;

const dayMs = 24 * 60 * 60_000;

const toMs = (day: Day): number => Date.parse(`${day}T00:00Z`);
const fromMs = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

/** Whether it is written in full and stands in the calendar: not the 30th of February. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = toMs(text);
  return !Number.isNaN(ms) && fromMs(ms) === text;
}

export function addDays(day: Day, count: number): Day {
  return fromMs(toMs(day) + count * dayMs);
}

/** Whole days from one day to another; negative when it lies before. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((toMs(to) - toMs(from)) / dayMs);
}

/** 0 is Sunday, 6 Saturday. */
export function getWeekday(day: Day): number {
  return new Date(toMs(day)).getUTCDay();
}

/** The first day of the week in which `day` lies; `weekStart` as `weekdayOf` counts. */
export function startOfWeek(day: Day, weekStart: number): Day {
  return addDays(day, -((getWeekday(day) - weekStart + 7) % 7));
}

export function startOfMonth(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}

/** The same day some months on; the last of the month where there is no such day. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - 1 + count + 1, 0));
  return fromMs(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())));
}

/** `count` days one after another. */
export function listDays(first: Day, count: number): Day[] {
  return Array.from({ length: count }, (_, at) => addDays(first, at));
}
