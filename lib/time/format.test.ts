import { expect, test } from "vitest";
import { formatInstant, formatRelativeDate, formatRelativeTime } from "./format.ts";
import { formatLongDay, getWeekdayName } from "./format-long.ts";
import { formatClockTime, formatShortDay } from "./format-short.ts";

test("an instant is formatted in the given time zone", () => {
  const at = new Date("2026-11-24T08:00:59Z");
  expect(formatInstant(at, "Europe/Berlin")).toBe("Tue 24 Nov 2026, 09:00");
  expect(formatInstant(at, "Pacific/Auckland")).toBe("Tue 24 Nov 2026, 21:00");
  expect(formatInstant(new Date("2026-12-31T23:30Z"), "Asia/Tokyo")).toBe("Fri 1 Jan 2027, 08:30");
  expect(formatInstant(new Date("2026-09-06T12:05Z"), "UTC")).toBe("Sun 6 Sep 2026, 12:05");
});

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [0, "now"],
  [29 * second, "now"],
  [-29 * second, "now"],
  [30 * second, "in 1 min"],
  [-31 * second, "1 min ago"],
  [59 * minute, "in 59 min"],
  [60 * minute, "in 1 h"],
  [-61 * minute, "1 h 1 min ago"],
  [2 * day - 1 * hour, "in 1 d 23 h"],
  [3 * day - 1 * hour, "in 2 days"],
  [-2 * day, "2 days ago"],
  [-12 * day - 3 * hour, "12 days ago"],
  [364 * day, "in 364 days"],
  [365 * day, "in 1 year"],
  [730 * day + 3 * day, "in 2 years"],
])("%i ms ahead is formatted as %j", (aheadMs, text) => {
  const now = new Date("2026-11-21T10:00Z");
  expect(formatRelativeTime(new Date(now.getTime() + aheadMs), now)).toBe(text);
});

test.each([
  ["00:00", "12:00 am"],
  ["00:59", "12:59 am"],
  ["01:05", "1:05 am"],
  ["11:59", "11:59 am"],
  ["12:00", "12:00 pm"],
  ["13:30", "1:30 pm"],
  ["23:59", "11:59 pm"],
])("%s is %s on a 12-hour clock", (time, told) => {
  expect(formatClockTime(time, "12")).toBe(told);
  expect(formatClockTime(time, "24")).toBe(time);
  expect(formatInstant(new Date(`2026-11-24T${time}Z`), "UTC", { clock: "12" })).toBe(`Tue 24 Nov 2026, ${told}`);
});

test.each([
  [-47 * hour, "1 d 23 h ago"],
  [-2 * day, "20 Nov"],
  [-400 * day, "18 Oct 2025"],
  // 31 December 23:30 in UTC is the new year in Berlin.
  [39 * day + 13.5 * hour, "1 Jan 2027"],
])("%i ms ahead, without a date beside it, is %j", (aheadMs, text) => {
  const from = new Date("2026-11-22T10:00Z");
  expect(formatRelativeDate(new Date(from.getTime() + aheadMs), from, "Europe/Berlin")).toBe(text);
});

test("a day has a short form for rows and a long form for headings", () => {
  expect(formatShortDay("2026-11-24")).toBe("Tue 24 Nov");
  expect(formatLongDay("2026-11-21")).toBe("Saturday, 21 November");
  expect([0, 1, 6, 7].map(getWeekdayName)).toEqual(["Sunday", "Monday", "Saturday", "Sunday"]);
});
