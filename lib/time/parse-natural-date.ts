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

const padTwo = (count: number | null) => String(count ?? 0).padStart(2, "0");

/** Parses a text that is only an hour; null for anything else. */
function parseHour(input: string): number | null {
  const at = hourWords.indexOf(input);
  if (at !== -1) return at + 1;
  return /^(?:[01]?\d|2[0-3])$/u.test(input) ? Number(input) : null;
}

/**
 * Parses a time in natural language for a person in `zone`: "tomorrow 9", "fri 14:30", "in 2h", "24 dec 18:00". Returns
 * null unless every word is understood, because half of "day after tomorrow" would be another day. Numeric dates are
 * day first with a 24-hour clock and month first with a 12-hour clock. A day alone means 09:00.
 */
export function parseNaturalDate(
  input: string,
  { now, zone, clock }: { now: Date; zone: string; clock: DisplayPreferences["clock"] },
): NaturalDate | null {
  const normalized = input.trim().toLowerCase();
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
  const implied = tags.has("result/relativeDate") || tags.has("casualReference/tonight");
  const shown = `${padTwo(start.get("hour"))}:${padTwo(start.get("minute"))}`;
  const time = hour !== null ? `${padTwo(hour)}:00` : start.isCertain("hour") || implied ? shown : defaultTime;
  return { type: "at", date, time, zone };
}
