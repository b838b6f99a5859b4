/** A month, such as "2027-03", and its label. */
export type MonthMatch = { month: string; label: string };

const names = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;
/** The calendar's last year. */
const yearMax = 2098;

const toMonthMatch = (year: number, at: number): MonthMatch => ({
  month: `${year}-${String(at + 1).padStart(2, "0")}`,
  label: `${names[at]} ${year}`,
});

/**
 * Returns the months that the text names: "mar" the next March, "march 2027" and "2027-03" that month, "next month".
 * Empty without a match. A match needs two letters: "m" usually means something else.
 * @param today "2026-11-21", in the member's zone
 */
export function findMonths(words: string, today: string): MonthMatch[] {
  const asked = words.trim().toLowerCase().replace(/\s+/g, " ");
  const [year = 0, month = 1] = today.split("-").map(Number);
  const now = year * 12 + month - 1;
  const moved = (by: number) => [toMonthMatch(Math.floor((now + by) / 12), (now + by) % 12)];
  if (asked === "this month") return moved(0);
  if (asked === "next month") return moved(1);
  if (asked === "last month" || asked === "previous month") return moved(-1);
  const iso = /^(20\d\d)-(\d\d?)$/.exec(asked);
  if (iso) {
    const at = Number(iso[2]) - 1;
    return at >= 0 && at < 12 && Number(iso[1]) <= yearMax ? [toMonthMatch(Number(iso[1]), at)] : [];
  }
  const named = /^([a-z]{2,9})\.?(?: (20\d\d))?$/.exec(asked);
  if (!named) return [];
  const inYear = named[2] === undefined ? null : Number(named[2]);
  if (inYear !== null && inYear > yearMax) return [];
  return names.flatMap((name, at) => {
    if (!name.toLowerCase().startsWith(named[1] ?? "")) return [];
    return [toMonthMatch(inYear ?? (at < month - 1 ? year + 1 : year), at)];
  });
}
