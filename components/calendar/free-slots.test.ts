import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CalendarEntry, Slot } from "#lib/contract/types.ts";
import { addDays, listDays } from "#lib/time/days.ts";
import { resolveWallTime } from "#lib/time/resolve-wall-time.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import { createZonedDayRange } from "#lib/time/zoned-day-range.ts";
import { applyPlacements } from "./calendar-entries.ts";
import { addTeamSlots, getFreeSlots, getTimeOnDay, getUpcomingInstant } from "./free-slots.ts";

const berlin = "Europe/Berlin";
const now = new Date("2026-11-21T12:00Z");
const post = (id: string, status: CalendarEntry["posts"][number]["status"] = "scheduled", version = 1) => ({
  id,
  status,
  version,
  channel_id: `c-${id}`,
  channel: "x",
});
const entry = (id: string, at: string, posts = [post(id)]): CalendarEntry => ({
  submission_id: `s-${id}`,
  at,
  text: id,
  parts: 1,
  images: 0,
  posts,
  member: { id: "me", name: "Me" },
});

test("during the night that clocks go back, a time that was shown once is still to come", () => {
  const at = (instant: string) =>
    getUpcomingInstant({ date: "2027-10-31", time: "02:30" }, berlin, new Date(instant))?.toISOString();
  expect(at("2027-10-31T00:10Z")).toBe("2027-10-31T00:30:00.000Z");
  expect(at("2027-10-31T00:40Z")).toBe("2027-10-31T01:30:00.000Z");
  expect(at("2027-10-31T01:30Z")).toBeUndefined();
});

describe("free slots", () => {
  const slots: Slot[] = [
    { id: "one", weekday: 2, time: "09:00", channels: ["c-a"] },
    { id: "any", weekday: 2, time: "18:30", channels: [] },
  ];
  const range = createZonedDayRange(listDays("2026-11-17", 14), berlin);

  test("a free slot is in the future, and none of its channels has a post in that minute", () => {
    const idsOf = (snapshot: CalendarEntry[]) =>
      getFreeSlots(slots, range, applyPlacements(snapshot, new Map()), now).map(({ id }) => id);
    expect(idsOf([])).toEqual(["one@2026-11-24", "any@2026-11-24"]);
    expect(idsOf([entry("a", "2026-11-24T08:00:00.000Z"), entry("b", "2026-11-24T17:30:00.000Z")])).toEqual([]);
    expect(idsOf([entry("a", "2026-11-24T08:00:30.000Z"), entry("b", "2026-11-24T17:31:00.000Z")])).toEqual([
      "any@2026-11-24",
    ]);
    expect(idsOf([entry("b", "2026-11-24T08:00:00.000Z")])).toHaveLength(2);
    expect(idsOf([entry("a", "2026-11-24T08:00:00.000Z", [post("a", "canceled")])])).toHaveLength(2);
  });

  test("the team's slots are among the member's in order of time, at the reader's wall time, and once at one instant", () => {
    const team = [
      { id: "late", at: "2026-11-24T22:30:00.000Z", channels: [] },
      { id: "same", at: "2026-11-24T08:00:00.000Z", channels: ["c-a"] },
      { id: "other", at: "2026-11-24T08:00:00.000Z", channels: ["c-b"] },
      { id: "past", at: "2026-11-20T08:00:00.000Z", channels: [] },
      { id: "outside", at: "2026-12-24T08:00:00.000Z", channels: [] },
    ];
    const read = (snapshot: CalendarEntry[]) => {
      const entries = applyPlacements(snapshot, new Map());
      const own = getFreeSlots(slots, range, entries, now);
      return addTeamSlots(own, team, range, entries, now).map(({ isTeam, day, time }) => `${isTeam} ${day} ${time}`);
    };
    expect(read([])).toEqual([
      "false 2026-11-24 09:00",
      "true 2026-11-24 09:00",
      "false 2026-11-24 18:30",
      "true 2026-11-24 23:30",
    ]);
    expect(read([entry("b", "2026-11-24T08:00:00.000Z")])).toHaveLength(3);
  });

  test("a draft dropped on a day gets a free slot, else nine o'clock, the next full hour, or none", () => {
    const free = getFreeSlots(slots, range, [], now);
    const timeOf = (day: string, channels: string[], at = now) => {
      const found = getTimeOnDay(day, free, channels, berlin, at);
      return found && `${toWallTime(found.at, berlin).time} ${found.by}`;
    };
    expect(timeOf("2026-11-24", ["c-a"])).toBe("09:00 slot");
    expect(timeOf("2026-11-24", ["c-z"])).toBe("18:30 slot");
    expect(timeOf("2026-11-25", ["c-a"])).toBe("09:00 clock");
    expect(timeOf("2026-11-21", ["c-a"])).toBe("14:00 clock");
    expect(timeOf("2026-11-20", ["c-a"])).toBeNull();
    expect(timeOf("2026-11-21", [], new Date("2026-11-21T22:30Z"))).toBeNull();
  });

  test("a free slot is never in the past and always on its day, for any day and zone", () => {
    const zones = ["Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe", "America/Santiago"];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: -400, max: 400 }),
        fc.integer({ min: 0, max: 86_400_000 }),
        (zone, days, ms) => {
          const at = new Date(Date.UTC(2027, 2, 20) + ms);
          const day = addDays("2027-03-20", days);
          const found = getTimeOnDay(day, [], [], zone, at);
          if (!found) {
            expect(toWallTime(at, zone).date >= day).toBe(true);
            return;
          }
          expect(found.at > at).toBe(true);
          expect(toWallTime(found.at, zone).date).toBe(day);
          expect(resolveWallTime(toWallTime(found.at, zone), zone).type).not.toBe("skipped");
        },
      ),
    );
  });
});
