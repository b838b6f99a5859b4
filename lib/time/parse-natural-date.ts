import { casual, GB } from "chrono-node/en";
import type { DisplayPreferences } from "./display-preferences.ts";
import { type ChosenWallTime, toChosenWallTime } from "./resolve-chosen-wall-time.ts";
import { getOffsetMinutes } from "./wall-time.ts";

/** The time that a text means: now, or a wall time in a zone. */
export type NaturalDate = { type: "now" } | ({ type: "at" } & ChosenWallTime);

/** The time for a day without a time. */
const defaultTime = "09:00";
/** Hours written as words. */
const hourWords = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** Words between the parts of a time that carry no meaning. */
const fillerWords = /\b(?:at|on|um)\b|,/gu;

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const padTwo = (count: number | null) => String(count ?? 0).padStart(2, "0");

/** An hour from 1 to 6 alone is in the afternoon: nobody plans a post for 3 at night by saying "at 3". */
const toWakingHour = (hour: number) => (hour >= 1 && hour <= 6 ? hour + 12 : hour);

/** Parses a text that is only an hour; null for anything else. "03" is the night, "3" the afternoon. */
function parseHour(input: string): number | null {
  const at = hourWords.indexOf(input);
  if (at !== -1) return toWakingHour(at + 1);
  if (!/^(?:[01]?\d|2[0-3])$/u.test(input)) return null;
  return input.length === 1 ? toWakingHour(Number(input)) : Number(input);
}

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

/**
 * Parses a time in natural language for a person in `zone`: "tomorrow 9", "fri 14:30", "in 2h", "24 dec 18:00". Returns
 * null unless every word is understood, because half of "day after tomorrow" would be another day. Numeric dates are
 * day first with a 24-hour clock and month first with a 12-hour clock. A day alone means 09:00, "at 3" means 15:00.
 */
export function parseNaturalDate(
  input: string,
  { now, zone, clock }: { now: Date; zone: string; clock: DisplayPreferences["clock"] },
): NaturalDate | null {
  const normalized = rewriteEuropeanForms(input.trim().toLowerCase());
  if (/^(?:now|asap|at once)$/u.test(normalized)) return { type: "now" };
  // The library does not accept a bare hour as a time.
  const text = parseHour(normalized) === null ? normalized : `${parseHour(normalized)}:00`;
  const reader = clock === "24" ? GB : casual;
  const reference = { instant: now, timezone: getOffsetMinutes(zone, now) };
  const [found, ...others] = reader.parse(text, reference, { forwardDate: true });
  if (!found || others.length > 0 || found.end) return null;
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found.text.length)}`
    .replace(fillerWords, " ")
    .trim();
  const { start } = found;
  const hour = parseHour(rest);
  if (rest !== "" && (hour === null || start.isCertain("hour"))) return null;
  const tags = start.tags();
  const isElapsed = tags.has("result/relativeDateAndTime");
  // "in 2 hours" and "5pm EST" are instants; all others are wall times in the zone, whatever happens to its offset.
  if (isElapsed || start.isCertain("timezoneOffset")) return { type: "at", ...toChosenWallTime(start.date(), zone) };
  const date = `${start.get("year")}-${padTwo(start.get("month"))}-${padTwo(start.get("day"))}`;
  // "in 3 days" keeps the time of day; "next week" is a day without a time.
  const implied =
    (tags.has("result/relativeDate") && !/^next\b/u.test(found.text)) || tags.has("casualReference/tonight");
  const isBareHour = /(?:^|\s)[1-6]$/u.test(found.text) && !start.isCertain("meridiem");
  const shownHour = isBareHour ? toWakingHour(start.get("hour") ?? 0) : start.get("hour");
  const shown = `${padTwo(shownHour)}:${padTwo(start.get("minute"))}`;
  const time = hour !== null ? `${padTwo(hour)}:00` : start.isCertain("hour") || implied ? shown : defaultTime;
  return { type: "at", date, time, zone };
}
