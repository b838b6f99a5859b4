import { expect, test } from "vitest";
import { parseTypedDay } from "./parse-typed-day.ts";

/** Wednesday 25 November 2026, 12:00 in Berlin. */
const options = { now: new Date("2026-11-25T11:00:00Z"), zone: "Europe/Berlin", clock: "24", isPast: false } as const;

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
  expect(parseTypedDay(typed, options)).toBe(day);
});

test.each(["", "soon", "32", "0", "2026-02-30", "fri fri"])("the typed day %j is refused", (typed) => {
  expect(parseTypedDay(typed, options)).toBeNull();
});

test("a day in a filter may be over", () => {
  const read = (typed: string) => parseTypedDay(typed, { ...options, isPast: true });
  expect([read("24"), read("26"), read("1 nov"), read("yesterday")]).toEqual([
    "2026-11-24",
    "2026-10-26",
    "2026-11-01",
    "2026-11-24",
  ]);
});
