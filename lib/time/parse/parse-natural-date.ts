import { casual, GB } from "chrono-node/en";
import { addDays, addMonths, type Day, getWeekday, isDay, startOfMonth, startOfWeek } from "../days.ts";
import type { DisplayPreferences } from "../display-preferences.ts";
import { type ChosenWallTime, toChosenWallTime } from "../resolve-chosen-wall-time.ts";
import { getOffsetMinutes, toWallTime } from "../wall-time.ts";
import { parseClockTime, toWakingHour } from "./parse-clock-time.ts";

/** The time that a text means: now, or a wall time in a zone. */
export type NaturalDate = { type: "now" } | ({ type: "at" } & ChosenWallTime);

/** The time for a day without a time. */
const defaultTime = "09:00";
/** Parts of a day that have an hour of their own; a morning is the default time. */
const laterParts = ["casualReference/afternoon", "casualReference/evening", "casualReference/tonight"] as const;

/** Words between the parts of a time that carry no meaning. */
const fillerWords = /\b(?:at|on|um)\b|,/gu;

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const padTwo = (count: number | null) => String(count ?? 0).padStart(2, "0");

/** Rewrites forms of Europe that the library reads otherwise or not at all: "25.12.", "17h", "17h30". */
function rewriteEuropeanForms(input: string): string {
  const dated = input.replace(/\b(\d{1,2})\.(\d{1,2})\.(\d{4})?(?=\s|,|$)/gu, (whole, day, month, year = "") => {
    const name = months[Number(month) - 1];
    return name ? `${day} ${name} ${year}`.trim() : whole;
  });
  // "in 17h" is a duration.
  if (/\bin\b|\d\s*m/u.test(dated)) return dated;
  return dated.replace(/\b([01]?\d|2[0-3])\s?h(?:([0-5]\d)|\b)/gu, (_, hour, minutes) =>
    minutes ? `${hour}:${minutes}` : hour,
  );
}

const counts = ["first", "second", "third", "fourth"];
const weekCounts = ["one", "two", "three", "four"];
const dayOfWeek = "(sun|mon|tue|wed|thu|fri|sat)[a-z]*";
const countedDay = new RegExp(
  `\\b(?:the )?(${counts.join("|")}|[1-4](?:st|nd|rd|th)|last) ${dayOfWeek} (?:of|in) (${months.join("|")})[a-z]*(?: (\\d{4}))?`,
  "u",
);
const dayInWeeks = new RegExp(`\\b${dayOfWeek} in (${weekCounts.join("|")}|\\d{1,2}) weeks?\\b`, "u");

/** Rewrites days that the library does not know as dates: "first monday of december", "tuesday in two weeks". */
function rewriteCountedDays(input: string, today: Day): string {
  const counted = countedDay.exec(input);
  if (counted) {
    const [whole, which = "", weekday = "", month = "", year] = counted;
    const nth = which === "last" ? null : counts.indexOf(which) + 1 || Number(which[0]);
    const inYear = (of: number) => getNthWeekday(of, months.indexOf(month), weekdays.indexOf(weekday), nth);
    const thisYear = Number(today.slice(0, 4));
    const soonest = inYear(thisYear) < today ? inYear(thisYear + 1) : inYear(thisYear);
    return input.replace(whole, year === undefined ? soonest : inYear(Number(year)));
  }
  const inWeeks = dayInWeeks.exec(input);
  if (!inWeeks) return input;
  const [whole, weekday = "", count = ""] = inWeeks;
  const monday = addDays(startOfWeek(today, 1), 7 * (weekCounts.indexOf(count) + 1 || Number(count)));
  return input.replace(whole, addDays(monday, (weekdays.indexOf(weekday) + 6) % 7));
}

/** Returns a month's first to fourth such weekday; the last one for null. */
function getNthWeekday(year: number, month: number, weekday: number, nth: number | null): Day {
  const first = `${year}-${padTwo(month + 1)}-01`;
  if (nth !== null) return addDays(first, ((weekday - getWeekday(first) + 7) % 7) + 7 * (nth - 1));
  const end = `${month === 11 ? year + 1 : year}-${padTwo(((month + 1) % 12) + 1)}-01`;
  return addDays(end, -(((getWeekday(end) - weekday + 6) % 7) + 1));
}

/**
 * Parses a time in natural language for a person in `zone`: "tomorrow 9", "fri 14:30", "in 2h", "24 dec 18:00". Returns
 * null unless every word is understood, because half of "day after tomorrow" would be another day. Numeric dates are
 * day first with a 24-hour clock and month first with a 12-hour clock. A day alone means 09:00, "at 3" means 15:00.
 */
export function parseNaturalDate(
  input: string,
  {
    now,
    zone,
    clock,
    isPast = false,
  }: {
    now: Date;
    zone: string;
    clock: DisplayPreferences["clock"];
    /** True if a day without a year may be over: "24 nov" in a filter is the nearest one. */
    isPast?: boolean;
  },
): NaturalDate | null {
  const normalized = rewriteEuropeanForms(input.trim().toLowerCase());
  if (/^(?:now|asap|at once)$/u.test(normalized)) return { type: "now" };
  // The library does not accept a bare hour as a time.
  const text = parseClockTime(normalized) ?? rewriteCountedDays(normalized, toWallTime(now, zone).date);
  const reader = clock === "24" ? GB : casual;
  const reference = { instant: now, timezone: getOffsetMinutes(zone, now) };
  const [found, ...others] = reader.parse(text, reference, { forwardDate: !isPast });
  if (!found || others.length > 0 || found.end) return null;
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found.text.length)}`
    .replace(fillerWords, " ")
    .trim();
  const { start } = found;
  const clockTime = parseClockTime(rest);
  if (rest !== "" && (clockTime === null || start.isCertain("hour"))) return null;
  const tags = start.tags();
  const isElapsed = tags.has("result/relativeDateAndTime");
  // "in 2 hours" and "5pm EST" are instants; all others are wall times in the zone, whatever happens to its offset.
  if (isElapsed || start.isCertain("timezoneOffset")) return { type: "at", ...toChosenWallTime(start.date(), zone) };
  const date = `${start.get("year")}-${padTwo(start.get("month"))}-${padTwo(start.get("day"))}`;
  // "in 3 days" keeps the time of day; "next week" is a day without a time.
  const implied =
    (tags.has("result/relativeDate") && !/^next\b/u.test(found.text)) || laterParts.some((part) => tags.has(part));
  const isBareHour = /(?:^|\s)[1-6]$/u.test(found.text) && !start.isCertain("meridiem");
  const shownHour = isBareHour ? toWakingHour(start.get("hour") ?? 0) : start.get("hour");
  const shown = `${padTwo(shownHour)}:${padTwo(start.get("minute"))}`;
  const time = clockTime ?? (start.isCertain("hour") || implied ? shown : defaultTime);
  return { type: "at", date, time, zone };
}

export type TypedDayOptions = {
  now: Date;
  zone: string;
  clock: DisplayPreferences["clock"];
  /** True if the day may be over, as in a filter. */
  isPast: boolean;
};

/**
 * Parses a day as people type it: "24", "24 dec", "24.12.", "fri", "next week". Returns null for anything else. A number
 * alone is the next such day of a month, or the last one where the day may be over.
 */
export function parseTypedDay(input: string, { now, zone, clock, isPast }: TypedDayOptions): Day | null {
  const text = input.trim();
  if (isDay(text)) return text;
  const today = toWallTime(now, zone).date;
  if (/^\d{1,2}\.?$/u.test(text)) return findDayOfMonth(Number.parseInt(text, 10), today, isPast);
  const date = parseNaturalDate(text, { now, zone, clock, isPast });
  return date === null ? null : date.type === "now" ? today : date.date;
}

function findDayOfMonth(dayOfMonth: number, today: Day, isPast: boolean): Day | null {
  // One of two consecutive months has 31 days.
  for (const months of [0, 1]) {
    const month = addMonths(startOfMonth(today), isPast ? -months : months);
    const day = `${month.slice(0, 8)}${String(dayOfMonth).padStart(2, "0")}`;
    if (isDay(day) && (isPast ? day <= today : day >= today)) return day;
  }
  return null;
}
