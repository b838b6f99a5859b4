import fc from "fast-check";
import { expect, test } from "vitest";
import { parseScheduledFor } from "./parse-scheduled-for.ts";

const now = new Date("2026-11-21T10:00:00.000Z");

test.each([
  ["2026-11-24T09:00:00+01:00", "2026-11-24T08:00:00.000Z"],
  ["2026-11-24T09:00:00Z", "2026-11-24T09:00:00.000Z"],
  ["2026-11-24T09:00z", "2026-11-24T09:00:00.000Z"],
  ["2026-11-24T09:00:00.1234567-0330", "2026-11-24T12:30:00.123Z"],
  ["2026-11-24T09:00:00,5+05", "2026-11-24T04:00:00.500Z"],
  ["2028-02-29T00:00:00Z", "2028-02-29T00:00:00.000Z"],
])("%s is parsed as %s", (text, instant) => {
  expect(parseScheduledFor(text, now)).toEqual({ ok: new Date(instant) });
});

test.each(["2026-11-24T09:00:00", "2026-11-24T09:00", "2026-11-24"])("%s is rejected without an offset", (text) => {
  expect(parseScheduledFor(text, now)).toEqual({ problem: "no_offset" });
});

test.each([
  ...[
    "",
    "tomorrow",
    "1795510800",
    "2026-11-24 09:00:00Z",
    "2026-02-30T09:00:00Z",
    "2027-02-29T09:00:00Z",
    "2026-13-01T09:00:00Z",
  ],
  ...[
    "2026-11-24T24:00:00Z",
    "2026-11-24T09:60:00Z",
    "2026-11-24T09:00:60Z",
    "2026-11-24T09:00:00+24:00",
    "2026-11-24T09:00:00+01:60",
  ],
  ...[
    "2026-11-24T09:00:00Z ",
    "+002026-11-24T09:00:00Z",
    "0001-01-01T00:00:00Z",
    "2026-11-24Z",
    "2026-11-24T09:00:00 Z",
  ],
])("%j is not a valid time", (text) => {
  expect(parseScheduledFor(text, now)).toEqual({ problem: "not_a_time" });
});

test("a time up to a minute ago counts as now and an earlier one is rejected", () => {
  expect(parseScheduledFor("2026-11-21T09:59:00Z", now)).toEqual({ ok: now });
  expect(parseScheduledFor("2026-11-21T09:59:59.999Z", now)).toEqual({ ok: now });
  expect(parseScheduledFor("2026-11-21T09:58:59.999Z", now)).toEqual({ problem: "past" });
  expect(parseScheduledFor("1999-12-31T00:00:00Z", now)).toEqual({ problem: "past" });
});

test("a time up to two years ahead is accepted and a later one is rejected", () => {
  expect(parseScheduledFor("2028-11-21T10:00:00Z", now)).toEqual({ ok: new Date("2028-11-21T10:00:00Z") });
  expect(parseScheduledFor("2028-11-21T10:00:00.001Z", now)).toEqual({ problem: "too_far" });
});

test("the same instant is parsed equally in any offset", () => {
  const inTwoYears = fc.integer({ min: 0, max: 729 * 24 * 60 });
  fc.assert(
    fc.property(inTwoYears, fc.integer({ min: -14 * 60, max: 14 * 60 }), (minutesAhead, offset) => {
      const at = new Date(now.getTime() + minutesAhead * 60_000);
      const shown = new Date(at.getTime() + offset * 60_000).toISOString().slice(0, 19);
      const size = Math.abs(offset);
      const sign = offset < 0 ? "-" : "+";
      const zone = `${sign}${String(Math.floor(size / 60)).padStart(2, "0")}:${String(size % 60).padStart(2, "0")}`;
      expect(parseScheduledFor(shown + zone, now)).toEqual({ ok: at });
    }),
  );
});
