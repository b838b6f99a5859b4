import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calendarViews, getAdjacentViewDay, listDaysOfView } from "./calendar-views.ts";
import { addDays, addMonths, daysBetween, getWeekday, isDay, startOfWeek } from "./days.ts";
import { formatFullDay, formatViewTitle } from "./format-long.ts";
import { formatClockTime, formatShortDay, getTimeZoneCity } from "./format-short.ts";
import { formatUtcOffset } from "./format-time-zone.ts";
import { formatMinuteOfDay, resolveMovedTime, shiftWallTime, toMinuteOfDay } from "./move-wall-time.ts";
import { resolveWallTime } from "./resolve-wall-time.ts";
import { minuteMs } from "./time-units.ts";
import { toWallTime } from "./wall-time.ts";
import { listWeeklyOccurrences } from "./weekly-occurrences.ts";
import { createZonedDayRange } from "./zoned-day-range.ts";

/**
 * Twelve zones: both hemispheres, half and quarter hours, a change of half an hour, changes at midnight, a zone without
 * changes.
 */
const zones = [
  "UTC",
  "Europe/Berlin",
  "Europe/London",
  "America/New_York",
  "America/St_Johns",
  "America/Santiago",
  "Africa/Cairo",
  "Africa/Casablanca",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Antarctica/Troll",
];
const anyZone = fc.constantFrom(...zones);
const anyDay = fc
  .integer({ min: Date.UTC(2024, 0, 1) / 86_400_000, max: Date.UTC(2031, 0, 1) / 86_400_000 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
const anyMinute = fc.integer({ min: 0, max: 1439 });
const anyView = fc.constantFrom(...calendarViews);

/** Days on which one of `zones` changes its clocks, so that random dates meet them often. */
const changes = zones.flatMap((zone) => {
  const found: { zone: string; day: string }[] = [];
  for (let day = "2025-01-01"; day < "2028-01-01"; day = addDays(day, 1)) {
    const noon = resolveWallTime({ date: day, time: "12:00" }, zone);
    const next = resolveWallTime({ date: addDays(day, 1), time: "12:00" }, zone);
    if (noon.type === "one" && next.type === "one" && next.at.getTime() - noon.at.getTime() !== 86_400_000)
      found.push({ zone, day }, { zone, day: addDays(day, 1) });
  }
  return found;
});
const anyPlace = fc.oneof(fc.record({ zone: anyZone, day: anyDay }), fc.constantFrom(...changes));

test("the zones of the calendar tests have clock changes", () => {
  expect(changes.length).toBeGreaterThan(80);
});

describe("moved times", () => {
  test("a move keeps the wall time or is rejected and never creates a skipped time", () => {
    fc.assert(
      fc.property(anyPlace, anyDay, anyMinute, (to, fromDay, minute) => {
        const start = resolveWallTime({ date: fromDay, time: formatMinuteOfDay(minute) }, to.zone);
        const from = start.type === "one" ? start.at : start.type === "twice" ? start.later : start.next;
        const kept = toWallTime(from, to.zone).time;
        const moved = resolveMovedTime({ date: to.day, time: kept }, to.zone, from);
        if (moved.type === "at") {
          expect(toWallTime(moved.at, to.zone)).toEqual({ date: to.day, time: kept });
          return;
        }
        expect(resolveWallTime({ date: to.day, time: kept }, to.zone).type).toBe("skipped");
        const before = toWallTime(moved.before, to.zone);
        const after = toWallTime(moved.after, to.zone);
        expect(`${before.date} ${before.time}` < `${to.day} ${kept}`).toBe(true);
        expect(`${after.date} ${after.time}` > `${to.day} ${kept}`).toBe(true);
        expect(moved.after.getTime() - moved.before.getTime()).toBe(minuteMs);
      }),
      { numRuns: 2000 },
    );
  });

  test("a move within the repeated hour keeps its offset", () => {
    const later = new Date("2026-10-25T01:10Z");
    const moved = resolveMovedTime({ date: "2026-10-25", time: "02:45" }, "Europe/Berlin", later);
    expect(moved).toEqual({ type: "at", at: new Date("2026-10-25T01:45Z"), fold: "kept" });
    const summer = resolveMovedTime(
      { date: "2026-10-25", time: "02:45" },
      "Europe/Berlin",
      new Date("2026-10-20T00:45Z"),
    );
    expect(summer).toEqual({ type: "at", at: new Date("2026-10-25T00:45Z"), fold: "kept" });
    expect(resolveMovedTime({ date: "2026-10-25", time: "02:45" }, "Europe/Berlin", null)).toEqual({
      type: "at",
      at: new Date("2026-10-25T00:45Z"),
      fold: "earlier",
    });
  });

  test("a shift by days and minutes is reversible", () => {
    fc.assert(
      fc.property(
        anyDay,
        anyMinute,
        fc.integer({ min: -400, max: 400 }),
        fc.integer({ min: -5000, max: 5000 }),
        (date, minute, days, minutes) => {
          const start = { date, time: formatMinuteOfDay(minute) };
          const there = shiftWallTime(start, { days, minutes });
          expect(toMinuteOfDay(there.time)).toBe((((minute + minutes) % 1440) + 1440) % 1440);
          expect(shiftWallTime(there, { days: -days, minutes: -minutes })).toEqual(start);
        },
      ),
    );
  });
});

describe("range of days in a time zone", () => {
  test("each instant maps to the day and the time that clocks show", () => {
    fc.assert(
      fc.property(
        anyPlace,
        fc.integer({ min: 1, max: 43 }),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (start, count, share) => {
          const days = Array.from({ length: count }, (_, at) => addDays(start.day, at));
          const range = createZonedDayRange(days, start.zone);
          const lengthMs = range.to.getTime() - range.from.getTime();
          const atMs = range.from.getTime() + Math.min(Math.floor(share * lengthMs), lengthMs - 1);
          const wall = toWallTime(new Date(atMs), start.zone);
          expect(range.wallOf(atMs)).toEqual(wall);
          expect(range.dayOf(atMs)).toBe(wall.date);
          expect(range.dayOf(range.from.getTime() - 1)).toBeNull();
          expect(range.dayOf(range.to.getTime())).toBeNull();
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("changes of the clocks in a range", () => {
  test("a range knows which wall times its zone skips or repeats", () => {
    for (const zone of zones) {
      for (const month of ["2027-03-10", "2027-04-05", "2027-09-04", "2027-10-25"] as const) {
        const days = listDaysOfView("month", month, 1);
        const range = createZonedDayRange(days, zone);
        const changeDays = new Set(days.filter((day) => range.clockChangeOn(day) !== null));
        for (let atMs = range.from.getTime(); atMs < range.to.getTime(); atMs += 15 * minuteMs) {
          if (atMs % (6 * 60 * minuteMs) !== 0 && !changeDays.has(range.dayOf(atMs) ?? "")) continue;
          const isTwice = resolveWallTime(range.wallOf(atMs), zone).type === "twice";
          expect(range.isRepeated(atMs), `${zone} ${new Date(atMs).toISOString()}`).toBe(isTwice);
        }
        for (const day of days) {
          const change = range.clockChangeOn(day);
          const quarters = Array.from({ length: 96 }, (_, index) => formatMinuteOfDay(index * 15));
          const changed = quarters.filter((time) => resolveWallTime({ date: day, time }, zone).type !== "one");
          expect(change === null, `${zone} ${day}`).toBe(changed.length === 0);
          if (!change) continue;
          const type = resolveWallTime({ date: day, time: change.from }, zone).type;
          expect(type, `${zone} ${day}`).toBe(change.type === "skipped" ? "skipped" : "twice");
          expect(changed[0]).toBe(change.from);
        }
      }
    }
  });
});

describe("weekly occurrences", () => {
  test("a weekly time occurs once on its weekday unless clocks skip it", () => {
    fc.assert(
      fc.property(anyPlace, fc.integer({ min: 1, max: 7 }), anyMinute, (start, weekday, minute) => {
        const days = Array.from({ length: 14 }, (_, at) => addDays(start.day, at));
        const found = listWeeklyOccurrences([{ weekday, time: formatMinuteOfDay(minute) }], days, start.zone);
        for (const { at, day } of found) {
          expect(toWallTime(at, start.zone)).toEqual({ date: day, time: formatMinuteOfDay(minute) });
          expect(getWeekday(day) || 7).toBe(weekday);
        }
        const skipped = days.filter(
          (day) =>
            (getWeekday(day) || 7) === weekday &&
            resolveWallTime({ date: day, time: formatMinuteOfDay(minute) }, start.zone).type === "skipped",
        );
        expect(found.length + skipped.length).toBe(2);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("calendar views", () => {
  test("views show consecutive days with the requested day, in whole weeks for week and month", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 6 }), anyView, (day, weekStart, view) => {
        const days = listDaysOfView(view, day, weekStart);
        expect(days).toContain(day);
        for (const [at, one] of days.entries()) expect(daysBetween(days[0] ?? "", one)).toBe(at);
        if (view !== "month" && view !== "week") return;
        expect(days.length % 7).toBe(0);
        expect(getWeekday(days[0] ?? "")).toBe(weekStart);
        if (view === "week") expect(days.length).toBe(7);
        if (view !== "month") return;
        expect(days.length).toBeLessThanOrEqual(42);
        expect(days.filter((one) => one.startsWith(day.slice(0, 7))).length).toBe(
          Number(addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1).slice(8)),
        );
      }),
    );
  });

  test("paging forward and back skips no day", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 6 }), anyView, (day, weekStart, view) => {
        const next = getAdjacentViewDay(view, day, 1);
        const shown = listDaysOfView(view, day, weekStart);
        const after = listDaysOfView(view, next, weekStart);
        expect(daysBetween(shown.at(-1) ?? "", after[0] ?? "")).toBeLessThanOrEqual(1);
        expect(listDaysOfView(view, getAdjacentViewDay(view, next, -1), weekStart)).toEqual(shown);
      }),
    );
  });

  test("each view has a readable title", () => {
    expect(formatViewTitle("month", "2026-11-21", [])).toBe("November 2026");
    expect(formatViewTitle("week", "2026-11-21", listDaysOfView("week", "2026-11-21", 1))).toBe("16 – 22 Nov 2026");
    expect(formatViewTitle("week", "2026-12-30", listDaysOfView("week", "2026-12-30", 1))).toBe(
      "28 Dec 2026 – 3 Jan 2027",
    );
    expect(formatViewTitle("list", "2026-11-21", listDaysOfView("list", "2026-11-21", 1))).toBe("21 Nov – 18 Dec 2026");
    expect(formatViewTitle("day", "2026-11-25", ["2026-11-25"])).toBe("Wed 25 Nov 2026");
  });
});

test("only real calendar dates are valid days", () => {
  expect(["2026-02-28", "2028-02-29"].every(isDay)).toBe(true);
  expect(["2026-02-29", "2026-13-01", "2026-1-1", "tomorrow", "", "2026-11-31"].some(isDay)).toBe(false);
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2026-03-31", -13)).toBe("2025-02-28");
  expect(startOfWeek("2026-11-22", 1)).toBe("2026-11-16");
  expect(startOfWeek("2026-11-22", 0)).toBe("2026-11-22");
  expect(startOfWeek("2026-11-22", 6)).toBe("2026-11-21");
});

test("times, days and zones follow the member's settings", () => {
  expect(["00:05", "09:00", "12:00", "13:30"].map((time) => formatClockTime(time, "12"))).toEqual([
    "12:05 am",
    "9:00 am",
    "12:00 pm",
    "1:30 pm",
  ]);
  expect(formatClockTime("13:30", "24")).toBe("13:30");
  expect(formatShortDay("2026-11-25")).toBe("Wed 25 Nov");
  expect(formatFullDay("2026-11-25")).toBe("Wednesday 25 November 2026");
  expect(getTimeZoneCity("America/Argentina/Buenos_Aires")).toBe("Buenos Aires");
  expect(["Asia/Calcutta", "Europe/Kiev", "Asia/Saigon"].map(getTimeZoneCity)).toEqual([
    ...["Kolkata", "Kyiv", "Ho Chi Minh City"],
  ]);
  const winter = new Date("2026-11-25T00:00Z");
  expect(["Europe/Berlin", "America/St_Johns", "UTC"].map((zone) => formatUtcOffset(zone, winter))).toEqual([
    "UTC+1",
    "UTC−3:30",
    "UTC",
  ]);
});
