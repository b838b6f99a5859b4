import fc from "fast-check";
import { expect, test } from "vitest";
import type { PublishTime } from "./draft.ts";
import {
  describePublishTime,
  formatPublishTime,
  formatTimeUntil,
  resolvePublishTime,
  suggestPublishTime,
  toPublishTime,
} from "./publish-time.ts";

const now = new Date("2026-03-01T12:00:00Z");
const at = (date: string, time: string, zone = "Europe/Berlin"): PublishTime => ({ type: "at", date, time, zone });

test("a wall time is the instant at which its zone's clocks show it", () => {
  expect(resolvePublishTime(at("2026-03-24", "09:00"), now)).toEqual({
    type: "at",
    at: new Date("2026-03-24T08:00:00Z"),
  });
  expect(resolvePublishTime(at("2026-03-24", "09:00", "America/New_York"), now)).toEqual({
    type: "at",
    at: new Date("2026-03-24T13:00:00Z"),
  });
});

test("a skipped hour is refused with the nearest two valid times", () => {
  const due = resolvePublishTime(at("2026-03-29", "02:30"), now);
  const nearest = { before: new Date("2026-03-29T00:59:00Z"), after: new Date("2026-03-29T01:00:00Z") };
  expect(due).toEqual({ type: "skipped", ...nearest });
  expect(formatPublishTime(at("2026-03-29", "02:30"), now).wrong).toContain("The nearest times are 01:59 and 03:00");
});

test("a doubled hour is ambiguous until the author chooses", () => {
  const twice = at("2026-10-25", "02:30");
  expect(resolvePublishTime(twice, now).type).toBe("ask");
  expect(resolvePublishTime({ ...twice, fold: "earlier" } as PublishTime, now)).toEqual({
    type: "at",
    at: new Date("2026-10-25T00:30:00Z"),
  });
  expect(resolvePublishTime({ ...twice, fold: "later" } as PublishTime, now)).toEqual({
    type: "at",
    at: new Date("2026-10-25T01:30:00Z"),
  });
});

test("a time that has passed, is too far ahead or is invalid is refused with what to do", () => {
  expect(resolvePublishTime(at("2026-03-01", "12:58"), now)).toMatchObject({ type: "wrong" });
  expect(resolvePublishTime(at("2028-03-02", "12:00"), now)).toMatchObject({ type: "wrong" });
  expect(resolvePublishTime(at("", "12:00"), now)).toMatchObject({ type: "wrong" });
  expect(resolvePublishTime(at("2026-04-01", "12:00", "Nowhere/Else"), now)).toMatchObject({ type: "wrong" });
});

test("a time within the last minute still counts as now", () => {
  expect(resolvePublishTime(at("2026-03-01", "13:00"), new Date("2026-03-01T12:00:50Z")).type).toBe("at");
});

test("an instant converted to a choice means the same instant", () => {
  const zones = fc.constantFrom("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "UTC");
  const minutes = fc.integer({ min: 1, max: 700 * 24 * 60 });
  fc.assert(
    fc.property(zones, minutes, (zone, ahead) => {
      const instant = new Date(now.getTime() + ahead * 60_000);
      const due = resolvePublishTime(toPublishTime(instant, zone), now);
      expect(due).toEqual({ type: "at", at: instant });
    }),
  );
});

test("each of two instants with the same wall time is kept apart", () => {
  for (const iso of ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"]) {
    expect(resolvePublishTime(toPublishTime(new Date(iso), "Europe/Berlin"), now)).toEqual({
      type: "at",
      at: new Date(iso),
    });
  }
});

test.each([
  [20, "now"],
  [60, "in 1 minute"],
  [45 * 60, "in 45 minutes"],
  [3_600, "in 1 hour"],
  [2 * 86_400 + 20 * 3_600, "in 2 days 20 hours"],
  [86_400 + 3_600 + 60, "in 1 day 1 hour"],
  [9 * 86_400 + 5 * 3_600, "in 9 days"],
  [400 * 86_400, "in 1 year 35 days"],
  [-3_600, "1 hour ago"],
])("%i s ahead is described completely: %s", (seconds, words) => {
  expect(formatTimeUntil(new Date(now.getTime() + seconds * 1000), now)).toBe(words);
});

test("a choice is described with day, time, place and distance", () => {
  const saturday = new Date("2026-11-21T12:00:00Z");
  const when = at("2026-11-24", "09:00");
  expect(describePublishTime(when, resolvePublishTime(when, saturday), saturday)).toBe(
    "Tue 24 Nov, 09:00, Berlin (in 2 days 20 hours)",
  );
  const next = at("2027-01-05", "09:00", "America/New_York");
  expect(describePublishTime(next, resolvePublishTime(next, saturday), saturday, "12")).toBe(
    "Tue 5 Jan 2027, 9:00 am, New York (in 45 days)",
  );
});

test("the first proposal is in the future", () => {
  expect(resolvePublishTime(suggestPublishTime(now, "Europe/Berlin"), now).type).toBe("at");
});
