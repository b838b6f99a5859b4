/** Hours written as words. */
const hourWords = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

const padTwo = (count: number) => String(count).padStart(2, "0");

/** An hour from 1 to 6 alone is in the afternoon: nobody plans a post for 3 at night by saying "at 3". */
const toWakingHour = (hour: number) => (hour >= 1 && hour <= 6 ? hour + 12 : hour);

const clockPattern = /^(\d{1,2})(?:[:.,]([0-5]\d)|([0-5]\d)|\s?(h)([0-5]\d)?)?(?:\s?([ap])(?:\.?m\.?)?)?$/u;

/** A part of the day said beside an hour: "tonight 8". */
export type DayPart = "morning" | "afternoon" | "evening" | "night";

/**
 * Hours of each part of the day: from, to (inclusive), what is added to an hour of the other half of the day, and from
 * which hour. The first hours after midnight belong to no part: "tonight 1" may be one date or the next.
 */
const dayParts: Record<DayPart, { from: number; to: number; later: number | null }> = {
  morning: { from: 0, to: 11, later: null },
  afternoon: { from: 12, to: 18, later: 1 },
  evening: { from: 16, to: 23, later: 4 },
  night: { from: 18, to: 23, later: 6 },
};

/** Returns the HH:mm that a clock time means in a part of the day: "tonight" and "8:30" mean 20:30; null for none. */
export function parseClockTimeInPart(input: string, part: DayPart): string | null {
  const time = parseClockTime(input, (hour) => hour);
  if (time === null) return null;
  const { from, to, later } = dayParts[part];
  const hour = Number(time.slice(0, 2));
  const isHalfKnown = /[ap]\.?m?\.?$|noon|mid/iu.test(input.trim());
  const meant = !isHalfKnown && later !== null && hour >= later && hour < 12 ? hour + 12 : hour;
  return meant >= from && meant <= to ? `${padTwo(meant)}${time.slice(2)}` : null;
}

/**
 * Parses a time of day as people type it: "9", "9.30", "930", "21h", "9 pm", "nine", "noon". Returns HH:mm, or null for
 * anything else. "03" is at night, "3" in the afternoon.
 */
export function parseClockTime(input: string, toMeantHour = toWakingHour): string | null {
  const text = input
    .trim()
    .toLowerCase()
    .replace(/^at\s+/u, "");
  if (text === "noon" || text === "midday") return "12:00";
  if (text === "midnight") return "00:00";
  const word = hourWords.indexOf(text);
  if (word !== -1) return `${padTwo(toMeantHour(word + 1))}:00`;
  const [whole, hours = "", separated, joined, h, afterH, half] = clockPattern.exec(text) ?? [];
  if (whole === undefined) return null;
  const hour = Number(hours);
  const minutes = separated ?? joined ?? afterH ?? "00";
  if (half !== undefined) {
    if (h !== undefined || hour < 1 || hour > 12) return null;
    return `${padTwo((hour % 12) + (half === "p" ? 12 : 0))}:${minutes}`;
  }
  if (hour > 23) return null;
  return `${padTwo(whole.length === 1 ? toMeantHour(hour) : hour)}:${minutes}`;
}
