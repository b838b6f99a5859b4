/** The order of the numbers of a date that is typed without the month's name, such as 3/12. */
export type DateOrder = "day_first" | "month_first";

/**
 * Returns the clock and the order of dates of a locale, each by itself: many places with a 24-hour clock write the month
 * first in English. A day-first order with 24 hours for an unknown locale.
 */
export function getLocaleTimes(locale: string | undefined): Pick<DisplayPreferences, "clock" | "dateOrder"> {
  try {
    const { hour12 } = new Intl.DateTimeFormat(locale ?? "en-GB", { hour: "numeric" }).resolvedOptions();
    const parts = new Intl.DateTimeFormat(locale ?? "en-GB", { day: "numeric", month: "numeric" }).formatToParts();
    const first = parts.find(({ type }) => type === "day" || type === "month");
    return { clock: hour12 ? "12" : "24", dateOrder: first?.type === "month" ? "month_first" : "day_first" };
  } catch {
    return { clock: "24", dateOrder: "day_first" };
  }
}

/** A member's preferences for times and lists. */
export type DisplayPreferences = {
  /** IANA zone of all shown times. */
  zone: string;
  /** Shown beside `zone`, or null. */
  secondZone: string | null;
  /** 0 is Sunday, 1 Monday. */
  weekStart: number;
  clock: "24" | "12";
  dateOrder: DateOrder;
  density: "comfortable" | "dense";
  /** Seconds that a publish or retry waits, so that it can be undone. */
  undoSeconds: number;
};
