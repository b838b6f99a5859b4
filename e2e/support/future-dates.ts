/**
 * This year and its days are in the future on every day of this year, and within the two years for which posts can be
 * planned.
 */
export const nextYear = new Date().getUTCFullYear() + 1;

/** 09:00 UTC on 1 June of `nextYear`. */
export const nextJune = `${nextYear}-06-01T09:00:00Z`;

/** Returns the Sunday of the clock change in Berlin, YYYY-MM-DD. */
export function getClockChangeDay(month: 3 | 10): string {
  const end = new Date(Date.UTC(nextYear, month, 0));
  end.setUTCDate(end.getUTCDate() - end.getUTCDay());
  return end.toISOString().slice(0, 10);
}

/** Formats a day, MM-DD, as pages do: `Tue 1 Jun 2027`. */
export function formatNextYearDay(day: string): string {
  const at = new Date(`${nextYear}-${day}T00:00Z`);
  const words = { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-GB", words).format(at).replace(",", "");
}
