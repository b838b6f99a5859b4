// Separate from the long names and the calendar arithmetic: every page writes times, few draw a month.

const shortDays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const shortMonths = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Returns `Mon` for a day as YYYY-MM-DD. */
export function formatShortWeekday(day: string): string {
  return shortDays[new Date(`${day}T00:00Z`).getUTCDay()] ?? "";
}

/** Returns `Wed 25 Nov` for a day as YYYY-MM-DD. */
export function formatShortDay(day: string): string {
  return `${formatShortWeekday(day)} ${Number(day.slice(8, 10))} ${shortMonths[Number(day.slice(5, 7)) - 1] ?? ""}`;
}

/** Formats a time of day for the member's clock: `09:00`, or `9:00 am`. */
export function formatClockTime(time: string, clock: "24" | "12"): string {
  if (clock === "24") return time;
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3, 5)} ${hour < 12 ? "am" : "pm"}`;
}

/** Returns `Berlin` for `Europe/Berlin`. */
export function getTimeZoneCity(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}
