import { dayMs } from "./time-units.ts";
/** A calendar day as YYYY-MM-DD. Calculations with days need no zone: a day is not an instant. */
export type Day = string;

const toMs = (day: Day): number => Date.parse(`${day}T00:00Z`);
const fromMs = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

/** Returns true for a full date that exists in the calendar: not the 30th of February. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = toMs(text);
  return !Number.isNaN(ms) && fromMs(ms) === text;
}

export function addDays(day: Day, count: number): Day {
  return fromMs(toMs(day) + count * dayMs);
}

/** Returns the whole days from one day to another; negative when the other is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((toMs(to) - toMs(from)) / dayMs);
}

/** 0 is Sunday, 6 Saturday. */
export function getWeekday(day: Day): number {
  return new Date(toMs(day)).getUTCDay();
}

/** Returns the first day of the week of `day`; `weekStart` counts as `getWeekday` does. */
export function startOfWeek(day: Day, weekStart: number): Day {
  return addDays(day, -((getWeekday(day) - weekStart + 7) % 7));
}

export function startOfMonth(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}

/** Returns the same day `count` months later; the last day of a month that is too short. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - 1 + count + 1, 0));
  return fromMs(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())));
}

export function listDays(first: Day, count: number): Day[] {
  return Array.from({ length: count }, (_, at) => addDays(first, at));
}
