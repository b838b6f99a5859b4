import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, getWeekday } from "./days.ts";
import {
  filterFreeSlots,
  listSearchWindows,
  listSlotsBetween,
  type PlannedInstant,
  type PostingSlot,
  slotAcceptsChannels,
} from "./posting-slots.ts";
import { resolveWallTime } from "./resolve-wall-time.ts";
import { dayMs, minuteMs } from "./time-units.ts";
import { toWallTime } from "./wall-time.ts";

/** Twelve zones: both hemispheres, parts of hours, changes at midnight and of half an hour, a zone without changes. */
const zones = [
  ...["UTC", "Europe/Berlin", "Europe/Dublin", "America/New_York", "America/St_Johns", "America/Santiago"],
  ...["Africa/Cairo", "Africa/Casablanca", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Chatham"],
  "Antarctica/Troll",
];

/**
 * Instants near which one of `zones` changes its clocks, found without our code, so that random instants meet them
 * often.
 */
const changes = zones.flatMap((zone) => {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  const offset = (ms: number) => Date.parse(`${format.format(ms).replace(" ", "T")}Z`) - ms;
  const found: { zone: string; ms: number }[] = [];
  for (let ms = Date.UTC(2025, 0, 1); ms < Date.UTC(2028, 0, 1); ms += dayMs) {
    if (offset(ms) !== offset(ms + dayMs)) found.push({ zone, ms: ms - 3 * dayMs });
  }
  return found;
});
const anyStart = fc.oneof(
  fc.record({
    zone: fc.constantFrom(...zones),
    ms: fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2028, 0, 1) }),
  }),
  fc.constantFrom(...changes),
);
const anyTime = fc
  .oneof(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 4 * 60 }))
  .map((minute) => new Date(minute * minuteMs).toISOString().slice(11, 16));
const channels = ["x", "bluesky", "linkedin"];
const anyChannels = fc.uniqueArray(fc.constantFrom(...channels), { maxLength: 3 });
const anySlot: fc.Arbitrary<PostingSlot> = fc.record({
  weekday: fc.integer({ min: 1, max: 7 }),
  time: anyTime,
  channels: anyChannels,
});
const anySlots = fc.array(anySlot, { maxLength: 12 });

test("the zones of the posting slots have clock changes", () => {
  expect(new Set(changes.map(({ zone }) => zone)).size).toBe(10);
});

describe("weekly slots", () => {
  test("slots keep their wall time every week and are omitted only in a skipped hour", () => {
    fc.assert(
      fc.property(anyStart, anySlots, ({ zone, ms }, slots) => {
        const [from, to] = [new Date(ms), new Date(ms + 16 * dayMs)];
        const found = listSlotsBetween([{ slots, zone }], from, to);
        for (const { weeklyTime, day, at } of found) {
          expect(toWallTime(at, zone)).toEqual({ date: day, time: weeklyTime.time });
          expect(getWeekday(day) || 7).toBe(weeklyTime.weekday);
          expect(at >= from && at < to).toBe(true);
        }
        // Checks every day of the range separately: a slot that is not found lies outside, or clocks never show its
        // time.
        for (let day = toWallTime(from, zone).date; day <= toWallTime(to, zone).date; day = addDays(day, 1)) {
          for (const slot of slots.filter(({ weekday }) => weekday === (getWeekday(day) || 7))) {
            const means = resolveWallTime({ date: day, time: slot.time }, zone);
            const at = means.type === "one" ? means.at : means.type === "twice" ? means.earlier : null;
            const hits = found.filter((one) => one.weeklyTime === slot && one.day === day);
            expect(hits.map((one) => one.at)).toEqual(at && at >= from && at < to ? [at] : []);
          }
        }
      }),
      { numRuns: 600 },
    );
  });

  test("slots are in order of time", () => {
    fc.assert(
      fc.property(anyStart, anySlots, ({ zone, ms }, slots) => {
        const times = listSlotsBetween([{ slots, zone }], new Date(ms), new Date(ms + 16 * dayMs)).map(({ at }) =>
          at.getTime(),
        );
        expect(times).toEqual(times.toSorted((one, other) => one - other));
      }),
    );
  });

  test("slots of two schedules are those of each in its own zone, in order of time", () => {
    fc.assert(
      fc.property(anyStart, anySlots, fc.constantFrom(...zones), anySlots, ({ zone, ms }, own, teamZone, team) => {
        const [from, to] = [new Date(ms), new Date(ms + 16 * dayMs)];
        const schedules = [
          { slots: own, zone },
          { slots: team, zone: teamZone },
        ];
        const found = listSlotsBetween(schedules, from, to);
        const apart = schedules.flatMap((schedule) => listSlotsBetween([schedule], from, to));
        expect(new Set(found)).toEqual(new Set(apart));
        expect(found).toHaveLength(apart.length);
        const times = found.map(({ at }) => at.getTime());
        expect(times).toEqual(times.toSorted((one, other) => one - other));
      }),
    );
  });

  test("slots do not occur in a skipped hour and occur once in a repeated hour", () => {
    const night: PostingSlot[] = [{ weekday: 7, time: "02:30", channels: [] }];
    const on = (day: string) =>
      listSlotsBetween(
        [{ slots: night, zone: "Europe/Berlin" }],
        new Date(`${day}T00:00Z`),
        new Date(Date.parse(`${day}T00:00Z`) + dayMs),
      );
    expect(on("2027-03-28")).toEqual([]);
    expect(on("2027-10-31").map(({ at }) => at.toISOString())).toEqual(["2027-10-31T00:30:00.000Z"]);
  });
});

describe("free slots", () => {
  const from = new Date("2027-03-01T00:00Z");
  const planned = (slots: readonly PostingSlot[], zone: string) =>
    fc.array(
      fc.record({
        channelId: fc.constantFrom(...channels),
        at: fc
          .constantFrom(...listSlotsBetween([{ slots, zone }], from, new Date(from.getTime() + 21 * dayMs)), null)
          .map((slot) => slot?.at ?? from),
      }),
      { maxLength: 40 },
    );
  const anyCase = fc
    .record({ slots: anySlots, asked: anyChannels, zone: fc.constantFrom(...zones) })
    .chain((given) => planned(given.slots, given.zone).map((posts) => ({ ...given, posts })));

  test("the free slots are exactly those without a scheduled post on the requested channels", () => {
    fc.assert(
      fc.property(anyCase, ({ slots, asked, zone, posts }) => {
        const all = listSlotsBetween([{ slots, zone }], from, new Date(from.getTime() + 21 * dayMs));
        const free = new Set(filterFreeSlots(all, asked, posts));
        for (const one of all) {
          const counted =
            asked.length > 0 ? asked : one.weeklyTime.channels.length > 0 ? one.weeklyTime.channels : channels;
          const isTaken = posts.some(
            (post: PlannedInstant) => post.at.getTime() === one.at.getTime() && counted.includes(post.channelId),
          );
          expect(free.has(one)).toBe(slotAcceptsChannels(one.weeklyTime, asked) && !isTaken);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("a slot is taken by a post within the same minute", () => {
    const slots: PostingSlot[] = [{ weekday: 1, time: "09:00", channels: [] }];
    const all = listSlotsBetween([{ slots, zone: "UTC" }], from, new Date(from.getTime() + 7 * dayMs));
    const at = all[0]?.at ?? from;
    expect(filterFreeSlots(all, ["x"], [{ channelId: "x", at: new Date(at.getTime() + 59_000) }])).toEqual([]);
    expect(filterFreeSlots(all, ["x"], [{ channelId: "x", at: new Date(at.getTime() + minuteMs) }])).toEqual(all);
  });
});

test("search windows cover the whole range without gaps", () => {
  const slots: PostingSlot[] = [{ weekday: 5, time: "09:00", channels: [] }];
  const schedules = [{ slots, zone: "UTC" }];
  // The range begins on a slot, so every window ends on one.
  const [from, to] = [new Date("2027-01-01T09:00Z"), new Date("2029-01-01T00:00Z")];
  const windows = listSearchWindows(from, to);
  const found = windows.flatMap((window) => listSlotsBetween(schedules, window.from, window.to));
  expect(found).toEqual(listSlotsBetween(schedules, from, to));
  expect(found).toHaveLength(105);
  expect(windows.length).toBeLessThan(6);
});
