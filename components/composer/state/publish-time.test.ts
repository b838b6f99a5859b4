import fc from "fast-check";
import { expect, test } from "vitest";
import type { PublishTime } from "./draft.ts";
import {
  formatPublishTime,
  formatZonedTime,
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

test("an instant is shown with day, time and place, and with a year that is not this one", () => {
  const saturday = new Date("2026-11-21T12:00:00Z");
  expect(formatZonedTime(new Date("2026-11-24T08:00Z"), { zone: "Europe/Berlin", clock: "24" }, saturday)).toBe(
    "Tue 24 Nov, 09:00, Berlin",
  );
  expect(formatZonedTime(new Date("2027-01-05T14:00Z"), { zone: "America/New_York", clock: "12" }, saturday)).toBe(
    "Tue 5 Jan 2027, 9:00 am, New York",
  );
});

test("the first proposal is in the future", () => {
  expect(resolvePublishTime(suggestPublishTime(now, "Europe/Berlin"), now).type).toBe("at");
});
