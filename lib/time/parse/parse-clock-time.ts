/** Hours written as words. */
const hourWords = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

const padTwo = (count: number) => String(count).padStart(2, "0");

/** An hour from 1 to 6 alone is in the afternoon: nobody plans a post for 3 at night by saying "at 3". */
export const toWakingHour = (hour: number) => (hour >= 1 && hour <= 6 ? hour + 12 : hour);

const clockPattern = /^(\d{1,2})(?:[:.,]([0-5]\d)|([0-5]\d)|\s?(h)([0-5]\d)?)?(?:\s?([ap])(?:\.?m\.?)?)?$/u;

/**
 * Parses a time of day as people type it: "9", "9.30", "930", "21h", "9 pm", "nine", "noon". Returns HH:mm, or null for
 * anything else. "03" is at night, "3" in the afternoon.
 */
export function parseClockTime(input: string): string | null {
  const text = input
    .trim()
    .toLowerCase()
    .replace(/^at\s+/u, "");
  if (text === "noon" || text === "midday") return "12:00";
  if (text === "midnight") return "00:00";
  const word = hourWords.indexOf(text);
  if (word !== -1) return `${padTwo(toWakingHour(word + 1))}:00`;
  const [whole, hours = "", separated, joined, h, afterH, half] = clockPattern.exec(text) ?? [];
  if (whole === undefined) return null;
  const hour = Number(hours);
  const minutes = separated ?? joined ?? afterH ?? "00";
  if (half !== undefined) {
    if (h !== undefined || hour < 1 || hour > 12) return null;
    return `${padTwo((hour % 12) + (half === "p" ? 12 : 0))}:${minutes}`;
  }
  if (hour > 23) return null;
  return `${padTwo(whole.length === 1 ? toWakingHour(hour) : hour)}:${minutes}`;
}
