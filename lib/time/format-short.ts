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

/**
 * Cities that runtimes still call by a former name, under their zone's last part: CLDR's exemplar cities (release 48),
 * and spellings that a zone's name can't have.
 */
const cities: Readonly<Record<string, string>> = {
  Asmera: "Asmara",
  Calcutta: "Kolkata",
  Coral_Harbour: "Atikokan",
  Dacca: "Dhaka",
  Enderbury: "Canton",
  Faeroe: "Faroe",
  Godthab: "Nuuk",
  Katmandu: "Kathmandu",
  Kiev: "Kyiv",
  Macao: "Macau",
  Ponape: "Pohnpei",
  Rangoon: "Yangon",
  Saigon: "Ho Chi Minh City",
  St_Johns: "St. John's",
  Thimbu: "Thimphu",
  Truk: "Chuuk",
  Ujung_Pandang: "Makassar",
  Ulan_Bator: "Ulaanbaatar",
};

/** Returns `Berlin` for `Europe/Berlin`, and today's name of the city: `Kolkata` for `Asia/Calcutta`. */
export function getTimeZoneCity(zone: string): string {
  const last = zone.split("/").at(-1) ?? zone;
  return (Object.hasOwn(cities, last) ? cities[last] : undefined) ?? last.replaceAll("_", " ");
}
