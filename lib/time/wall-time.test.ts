import fc from "fast-check";
import { expect, test } from "vitest";
import { formatTimeZone } from "./format-time-zone.ts";
import { isTimeZone, isWallTime, resolveWallTime } from "./resolve-wall-time.ts";
import { minuteMs } from "./time-units.ts";
import { toWallTime, type WallTime } from "./wall-time.ts";

function wall(text: string): WallTime {
  return { date: text.slice(0, 10), time: text.slice(11) };
}

test("a normal wall time maps to one instant", () => {
  expect(resolveWallTime(wall("2026-11-24 09:00"), "Europe/Berlin")).toEqual({
    type: "one",
    at: new Date("2026-11-24T08:00Z"),
  });
  expect(resolveWallTime(wall("2026-06-01 00:15"), "Asia/Kolkata")).toEqual({
    type: "one",
    at: new Date("2026-05-31T18:45Z"),
  });
});

test.each([
  ["Europe/Berlin", "2027-03-28 02:30", "2027-03-28T01:00Z"],
  ["Europe/Berlin", "2027-03-28 02:00", "2027-03-28T01:00Z"],
  ["Europe/Berlin", "2027-03-28 02:59", "2027-03-28T01:00Z"],
  ["America/New_York", "2027-03-14 02:30", "2027-03-14T07:00Z"],
  // Jump of half an hour.
  ["Australia/Lord_Howe", "2026-10-04 02:15", "2026-10-03T15:30Z"],
  // Jump at midnight.
  ["America/Santiago", "2026-09-06 00:30", "2026-09-06T04:00Z"],
  // Jump of a whole day.
  ["Pacific/Apia", "2011-12-30 00:00", "2011-12-30T10:00Z"],
  ["Pacific/Apia", "2011-12-30 23:59", "2011-12-30T10:00Z"],
])("clocks in %s skip %s", (zone, text, next) => {
  expect(resolveWallTime(wall(text), zone)).toEqual({ type: "skipped", next: new Date(next) });
});

test.each([
  ["Europe/Berlin", "2026-10-25 02:30", "2026-10-25T00:30Z", "2026-10-25T01:30Z"],
  ["Europe/Berlin", "2026-10-25 02:00", "2026-10-25T00:00Z", "2026-10-25T01:00Z"],
  ["America/New_York", "2026-11-01 01:59", "2026-11-01T05:59Z", "2026-11-01T06:59Z"],
  ["Australia/Lord_Howe", "2026-04-05 01:45", "2026-04-04T14:45Z", "2026-04-04T15:15Z"],
])("clocks in %s show %s twice", (zone, text, earlier, later) => {
  expect(resolveWallTime(wall(text), zone)).toEqual({
    type: "twice",
    earlier: new Date(earlier),
    later: new Date(later),
  });
});

test("a wall time just before or after a clock change maps to one instant", () => {
  for (const text of ["2027-03-28 01:59", "2027-03-28 03:00", "2026-10-25 01:59", "2026-10-25 03:00"]) {
    expect(resolveWallTime(wall(text), "Europe/Berlin").type).toBe("one");
  }
});

const zones = [
  ...[
    "UTC",
    "Europe/Berlin",
    "Europe/Dublin",
    "America/New_York",
    "America/Sao_Paulo",
    "America/St_Johns",
    "America/Caracas",
  ],
  ...[
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Asia/Pyongyang",
    "Asia/Tehran",
    "Africa/Casablanca",
    "Africa/Cairo",
  ],
  ...[
    "Pacific/Apia",
    "Pacific/Kiritimati",
    "Pacific/Chatham",
    "Pacific/Kwajalein",
    "Antarctica/Troll",
    "Atlantic/Azores",
  ],
];
const firstMinute = Date.UTC(1996, 0, 1) / minuteMs;
const lastMinute = Date.UTC(2036, 0, 1) / minuteMs;
const anyMinute = fc.integer({ min: firstMinute, max: lastMinute }).map((minute) => new Date(minute * minuteMs));

function instantsOf(found: ReturnType<typeof resolveWallTime>): Date[] {
  if (found.type === "one") return [found.at];
  return found.type === "twice" ? [found.earlier, found.later] : [];
}

test("each instant is among those its wall time maps to, in any zone, over 40 years", () => {
  fc.assert(
    fc.property(anyMinute, fc.constantFrom(...zones), (at, zone) => {
      const instants = instantsOf(resolveWallTime(toWallTime(at, zone), zone));
      expect(instants).toContainEqual(at);
      for (const instant of instants) expect(toWallTime(instant, zone)).toEqual(toWallTime(at, zone));
    }),
    { numRuns: 1000 },
  );
});

test("a wall time that is not skipped round-trips unchanged, over 40 years", () => {
  fc.assert(
    fc.property(anyMinute, fc.constantFrom(...zones), (shown, zone) => {
      const asked = wall(shown.toISOString().slice(0, 16).replace("T", " "));
      const found = resolveWallTime(asked, zone);
      for (const instant of instantsOf(found)) expect(toWallTime(instant, zone)).toEqual(asked);
      if (found.type !== "skipped") return;
      const next = toWallTime(found.next, zone);
      expect(`${next.date} ${next.time}` > `${asked.date} ${asked.time}`).toBe(true);
      expect(toWallTime(new Date(found.next.getTime() - 1), zone).date <= asked.date).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

/**
 * Returns every offset change of a zone in 40 years, found without our code: the instant, and the offsets in minutes
 * before and after.
 */
function changesOf(zone: string): { at: number; before: number; after: number }[] {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  const offset = (ms: number): number => (Date.parse(`${format.format(ms).replace(" ", "T")}Z`) - ms) / minuteMs;
  const changes = [];
  const stepMs = 7 * 24 * 60 * minuteMs;
  for (let from = firstMinute * minuteMs; from < lastMinute * minuteMs; from += stepMs) {
    if (offset(from) === offset(from + stepMs)) continue;
    let low = from;
    let high = from + stepMs;
    while (high - low > minuteMs) {
      const middle = Math.floor((low + high) / 2 / minuteMs) * minuteMs;
      if (offset(middle) === offset(from)) low = middle;
      else high = middle;
    }
    changes.push({ at: high, before: offset(low), after: offset(high) });
  }
  return changes;
}

test.each(zones)("a skipped time has no instant and a repeated time has two at each clock change in %s", (zone) => {
  for (const { at, before, after } of changesOf(zone)) {
    const lowest = at + Math.min(before, after) * minuteMs;
    const highest = at + Math.max(before, after) * minuteMs;
    for (const shownMs of [lowest, (lowest + highest) / 2, highest - minuteMs]) {
      const asked = wall(new Date(shownMs).toISOString().slice(0, 16).replace("T", " "));
      const found = resolveWallTime(asked, zone);
      if (after > before) expect(found).toEqual({ type: "skipped", next: new Date(at) });
      else
        expect(found).toEqual({
          type: "twice",
          earlier: new Date(shownMs - before * minuteMs),
          later: new Date(shownMs - after * minuteMs),
        });
    }
    for (const shownMs of [lowest - minuteMs, highest]) {
      expect(resolveWallTime(wall(new Date(shownMs).toISOString().slice(0, 16).replace("T", " ")), zone).type).toBe(
        "one",
      );
    }
  }
});

test("the clock changes of the tested zones are found", () => {
  expect(changesOf("Europe/Berlin")).toHaveLength(80);
  expect(changesOf("Asia/Kolkata")).toHaveLength(0);
});

test.each(["2026-02-30 10:00", "2026-13-01 10:00", "2026-01-01 24:00", "2026-01-01 10:60", "26-01-01 10:00", " "])(
  "%j is not a valid wall time",
  (text) => {
    expect(isWallTime(wall(text))).toBe(false);
    expect(() => resolveWallTime(wall(text), "UTC")).toThrow(RangeError);
  },
);

test("an unknown time zone is an error", () => {
  expect(isTimeZone("Europe/Berlin")).toBe(true);
  for (const zone of ["Mars/Olympus", "", "Europe/Berlin; drop"]) {
    expect(isTimeZone(zone)).toBe(false);
    expect(() => toWallTime(new Date(0), zone)).toThrow(RangeError);
  }
});

test("a time zone is named with its offset at the given time", () => {
  expect(formatTimeZone("Europe/Berlin", new Date("2026-11-24T08:00Z"))).toBe("Berlin (UTC+1)");
  expect(formatTimeZone("Europe/Berlin", new Date("2026-07-01T08:00Z"))).toBe("Berlin (UTC+2)");
  expect(formatTimeZone("Asia/Kolkata", new Date(0))).toBe("Kolkata (UTC+5:30)");
  expect(formatTimeZone("America/St_Johns", new Date("2026-01-01T00:00Z"))).toBe("St. John's (UTC−3:30)");
  expect(formatTimeZone("Europe/London", new Date("2026-01-01T00:00Z"))).toBe("London (UTC)");
  expect(formatTimeZone("UTC", new Date(0))).toBe("UTC");
});
