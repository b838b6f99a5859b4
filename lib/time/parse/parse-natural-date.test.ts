import fc from "fast-check";
import { expect, test } from "vitest";
import { resolveChosenWallTime } from "../resolve-chosen-wall-time.ts";
import { resolveWallTime } from "../resolve-wall-time.ts";
import { parseNaturalDate, parseTypedDay } from "./parse-natural-date.ts";

/** Saturday 20:00 in Berlin. */
const now = new Date("2026-11-21T19:00:00Z");
const zone = "Europe/Berlin";
const said = (words: string, more: { clock?: "24" | "12"; zone?: string; now?: Date } = {}) => {
  const when = parseNaturalDate(words, { now, zone, clock: "24", ...more });
  return when?.type === "at" ? `${when.date} ${when.time}` : (when?.type ?? null);
};

test.each([
  ["tomorrow 9", "2026-11-22 09:00"],
  ["tomorrow at 9", "2026-11-22 09:00"],
  ["tomorrow at nine", "2026-11-22 09:00"],
  ["nine", "2026-11-22 09:00"],
  ["Tomorrow, 21", "2026-11-22 21:00"],
  ["tomorrow", "2026-11-22 09:00"],
  ["fri 14:30", "2026-11-27 14:30"],
  ["Fri 9", "2026-11-27 09:00"],
  ["friday", "2026-11-27 09:00"],
  ["monday 9am", "2026-11-23 09:00"],
  ["next monday 9am", "2026-11-23 09:00"],
  ["in 2h", "2026-11-21 22:00"],
  ["in 1h 30m", "2026-11-21 21:30"],
  ["in 10 minutes", "2026-11-21 20:10"],
  ["in 3 days", "2026-11-24 20:00"],
  ["24 dec 18:00", "2026-12-24 18:00"],
  ["24 dec", "2026-12-24 09:00"],
  ["2026-12-24 18:00", "2026-12-24 18:00"],
  ["9", "2026-11-22 09:00"],
  ["23", "2026-11-21 23:00"],
  ["14:30", "2026-11-22 14:30"],
  ["tonight", "2026-11-21 22:00"],
  ["noon", "2026-11-22 12:00"],
  ["friday at 3", "2026-11-27 15:00"],
  ["fri 3", "2026-11-27 15:00"],
  ["friday at three", "2026-11-27 15:00"],
  ["friday 03", "2026-11-27 03:00"],
  ["friday 3:00", "2026-11-27 03:00"],
  ["friday 3am", "2026-11-27 03:00"],
  ["3", "2026-11-22 15:00"],
  ["24 dec 5", "2026-12-24 17:00"],
  ["next week", "2026-11-28 09:00"],
  ["next month", "2026-12-21 09:00"],
  ["next week 14:30", "2026-11-28 14:30"],
  ["17h", "2026-11-22 17:00"],
  ["21h30", "2026-11-21 21:30"],
  ["tomorrow 17h", "2026-11-22 17:00"],
  ["in 17h", "2026-11-22 13:00"],
  ["25.12. 10:00", "2026-12-25 10:00"],
  ["25.12.", "2026-12-25 09:00"],
  ["25.12.2027 10:00", "2027-12-25 10:00"],
  ["9.30", "2026-11-22 09:30"],
  ["930", "2026-11-22 09:30"],
  ["tomorrow 930", "2026-11-22 09:30"],
  ["tomorrow 9.30pm", "2026-11-22 21:30"],
  ["this evening", "2026-11-21 20:00"],
  ["tomorrow evening", "2026-11-22 20:00"],
  ["monday afternoon", "2026-11-23 15:00"],
  ["tomorrow morning", "2026-11-22 09:00"],
  ["tomorrow noon", "2026-11-22 12:00"],
  ["first monday of december", "2026-12-07 09:00"],
  ["the 2nd tuesday of june 14:30", "2027-06-08 14:30"],
  ["last friday of november", "2026-11-27 09:00"],
  ["first monday of january 2028", "2028-01-03 09:00"],
  ["tuesday in two weeks", "2026-12-01 09:00"],
  ["fri in 3 weeks at 4", "2026-12-11 16:00"],
  ["now", "now"],
])("%s", (words, time) => {
  expect(said(words)).toBe(time);
});

test.each([
  "",
  "soon",
  "day after tomorrow 7:15",
  "tomorrow 9 but not before lunch",
  "tomorrow 25",
  "tomorrow at thirteen",
  "25",
  "25.13. 10:00",
  "9 to 10",
  "heute",
])("%j is rejected, not guessed", (words) => {
  expect(said(words)).toBeNull();
});

test("a day without a year is the nearest one where it may be over", () => {
  const read = (isPast: boolean) => parseNaturalDate("14 nov", { now, zone, clock: "24", isPast });
  expect([read(true), read(false)]).toMatchObject([{ date: "2026-11-14" }, { date: "2027-11-14" }]);
});

test("numeric dates are read in the order of the member's clock format", () => {
  expect([said("5/12 9:00"), said("5/12 9:00", { clock: "12" })]).toEqual(["2026-12-05 09:00", "2027-05-12 09:00"]);
});

test("another zone in the text changes the instant, which is shown in the member's zone", () => {
  expect(said("5pm EST")).toBe("2026-11-21 23:00");
});

test("“in n hours” is an instant, also in the night of a clock change", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 72 }), fc.integer({ min: 0, max: 72 * 60 }), (hours, minutesBefore) => {
      // Before, in and after the repeated hour of 25 October 2026.
      const from = new Date(Date.parse("2026-10-25T03:00:00Z") - minutesBefore * 60_000);
      const when = parseNaturalDate(`in ${hours} hours`, { now: from, zone, clock: "24" });
      const at = new Date(from.getTime() + hours * 3_600_000);
      expect(when?.type === "at" && resolveChosenWallTime(when, from)).toEqual({ type: "at", at });
    }),
  );
});

test("“tomorrow at” is a wall time, in every zone and across every clock change", () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  fc.assert(
    fc.property(zones, fc.integer({ min: 0, max: 365 * 24 }), (place, ahead) => {
      const from = new Date(now.getTime() + ahead * 3_600_000);
      const when = parseNaturalDate("tomorrow 12:15", { now: from, zone: place, clock: "24" });
      if (when?.type !== "at") throw new Error("not understood");
      const means = resolveWallTime(when, place);
      expect(when.time).toBe("12:15");
      if (means.type !== "one") return;
      const hours = (means.at.getTime() - from.getTime()) / 3_600_000;
      expect(hours).toBeGreaterThan(12 - 1.5);
      expect(hours).toBeLessThan(37 + 1.5);
    }),
  );
});

/** Wednesday 25 November 2026, 12:00 in Berlin. */
const typedDayOptions = {
  now: new Date("2026-11-25T11:00:00Z"),
  zone: "Europe/Berlin",
  clock: "24",
  isPast: false,
} as const;

test.each([
  ["2026-12-24", "2026-12-24"],
  ["24 dec", "2026-12-24"],
  ["24.12.", "2026-12-24"],
  ["24/12/2027", "2027-12-24"],
  ["Thu 24 Dec 2026", "2026-12-24"],
  // The author changed the day and left the weekday.
  ["Thu 26 Dec 2026", "2026-12-26"],
  ["today", "2026-11-25"],
  ["tomorrow", "2026-11-26"],
  ["fri", "2026-11-27"],
  ["first monday of december", "2026-12-07"],
  ["25", "2026-11-25"],
  ["24", "2026-12-24"],
  ["31", "2026-12-31"],
])("the typed day %s is %s", (typed, day) => {
  expect(parseTypedDay(typed, typedDayOptions)).toBe(day);
});

test.each(["", "soon", "32", "0", "2026-02-30", "fri fri"])("the typed day %j is refused", (typed) => {
  expect(parseTypedDay(typed, typedDayOptions)).toBeNull();
});

test("a day in a filter may be over", () => {
  const read = (typed: string) => parseTypedDay(typed, { ...typedDayOptions, isPast: true });
  expect([read("24"), read("26"), read("1 nov"), read("yesterday")]).toEqual([
    "2026-11-24",
    "2026-10-26",
    "2026-11-01",
    "2026-11-24",
  ]);
});
