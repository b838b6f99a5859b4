import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CalendarEntry, Slot } from "#lib/contract/types";
import { addDays, daysFrom } from "#lib/time/days";
import { daysOfView, views } from "#lib/time/views";
import { toInstant, toWall } from "#lib/time/zone";
import { makeZoneRange } from "#lib/time/zone-range";
import { addressOf, composeAt, countFilters, parseSight } from "./address.ts";
import { entriesByDay, gatherDrafts, type Placements, placeEntries, statusOf } from "./entries.ts";
import { freeSlots, timeOnDay } from "./free-slots.ts";
import { stepAim } from "./grab.ts";
import { layOut } from "./lanes.ts";
import { actsFor } from "./menu-items.tsx";
import { decideMove } from "./move.ts";

const berlin = "Europe/Berlin";
const now = new Date("2026-11-21T12:00Z");
const post = (id: string, status: CalendarEntry["posts"][number]["status"] = "scheduled", version = 1) => ({
  ...{ id, status, version },
  channel_id: `c-${id}`,
  channel: "x",
});
const entry = (id: string, at: string, posts = [post(id)]): CalendarEntry => ({
  ...{ submission_id: `s-${id}`, at, text: id, parts: 1, images: 0, posts },
  member: { id: "me", name: "Me" },
});

describe("an address", () => {
  test("keeps what is shown and how it is cut", () => {
    const search = {
      view: "week",
      date: "2027-03-28",
      status: ["failed", "scheduled"],
      channel: ["a", "b"],
      member: "all",
      q: "release",
    };
    const sight = parseSight(search, "2026-11-21");
    expect(sight).toMatchObject({
      view: "week",
      day: "2027-03-28",
      channelIds: ["a", "b"],
      member: "all",
      text: "release",
    });
    expect(countFilters(sight)).toBe(4);
    const query = new URLSearchParams(addressOf(sight, "2026-11-21").split("?")[1]);
    const again = Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
    expect(parseSight(again, "2026-11-21")).toEqual(sight);
    expect(addressOf(parseSight({}, "2026-11-21"), "2026-11-21")).toBe("/calendar");
    expect(composeAt(now, ["a"])).toBe("/compose?at=2026-11-21T12%3A00%3A00.000Z&channel=a");
  });

  test("that can't be read opens this month without a filter", () => {
    for (const search of [
      { date: "2026-13-01" },
      { date: "9999-12-31" },
      { date: "0000-00-00" },
      { date: ["nonsense", "2026-01-01"] },
      { view: "century", status: "lost" },
      { status: "draft", zone: "Mars/Base", member: "", q: "  " },
    ]) {
      expect(addressOf(parseSight(search, "2026-11-21"), "2026-11-21")).toBe("/calendar");
    }
  });

  test("whatever it says, is read to something that can be shown", () => {
    const word = fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(undefined));
    fc.assert(
      fc.property(
        fc.record({ view: word, date: word, status: word, channel: word, member: word, q: word }),
        (search) => {
          const sight = parseSight(search, "2026-11-21");
          expect(views).toContain(sight.view);
          expect(makeZoneRange(daysOfView(sight.view, sight.day, 1), berlin).days).toContain(sight.day);
        },
      ),
    );
  });
});

describe("entries", () => {
  const told = [entry("a", "2026-11-24T08:00:00.000Z", [post("a1"), post("a2")])];

  test("that were moved stand where they were put until the service tells a newer version", () => {
    const atMs = Date.parse("2026-11-25T08:00:00.000Z");
    const placed: Placements = new Map([["a1", { atMs, version: 1 }]]);
    expect(placeEntries(told, placed).map(({ at, posts }) => [at, posts.map(({ id }) => id)])).toEqual([
      ["2026-11-24T08:00:00.000Z", ["a2"]],
      ["2026-11-25T08:00:00.000Z", ["a1"]],
    ]);
    const newer = [entry("a", "2026-11-26T08:00:00.000Z", [post("a1", "scheduled", 2)])];
    expect(placeEntries(newer, placed).map(({ at }) => at)).toEqual(["2026-11-26T08:00:00.000Z"]);
    const gone: Placements = new Map([
      ["a1", { atMs: null, version: 1 }],
      ["a2", { atMs: null, version: 1 }],
    ]);
    expect(placeEntries(told, gone)).toEqual([]);
    expect(gatherDrafts([], told, gone).map(({ posts }) => posts.length)).toEqual([2]);
  });

  test("fall on the day that the zone's clocks show", () => {
    const range = makeZoneRange(daysFrom("2026-11-24", 3), "Pacific/Auckland");
    const shown = placeEntries(
      [entry("late", "2026-11-24T11:30:00.000Z"), entry("out", "2027-01-01T00:00:00.000Z")],
      new Map(),
    );
    expect([...entriesByDay(shown, range).keys()]).toEqual(["2026-11-25"]);
  });

  test("show the status that calls for someone most", () => {
    expect(statusOf([post("a", "published"), post("b", "failed"), post("c", "publishing")])).toBe("failed");
    expect(statusOf([post("a", "canceled"), post("b", "scheduled")])).toBe("scheduled");
  });
});

describe("what overlaps", () => {
  test("stands side by side: no two share a place, and none is left out", () => {
    const starts = fc.array(fc.integer({ min: 0, max: 1439 }), { maxLength: 60 });
    fc.assert(
      fc.property(starts, fc.integer({ min: 1, max: 120 }), (minutes, length) => {
        const laid = layOut(
          minutes.map((minute, item) => ({ item, minute })),
          length,
        );
        expect(laid.map(({ item }) => item).sort((one, other) => one - other)).toEqual(minutes.map((_, at) => at));
        for (const [at, one] of laid.entries()) {
          expect(one.minute).toBe(minutes[one.item]);
          expect(one.lane).toBeLessThan(one.lanes);
          for (const other of laid.slice(at + 1)) {
            if (Math.abs(one.minute - other.minute) >= length) continue;
            expect(one.lanes).toBe(other.lanes);
            expect(one.lane).not.toBe(other.lane);
          }
        }
      }),
    );
  });
});

describe("a move", () => {
  const asked = { posts: [post("a")], from: new Date("2026-11-24T08:00Z"), zone: berlin, clock: "24", now } as const;

  test("goes to the wall time it was put at", () => {
    expect(decideMove({ ...asked, to: { date: "2026-11-25", time: "09:00" } })).toEqual({
      ...{ is: "at", at: new Date("2026-11-25T08:00Z"), postIds: ["a"], note: null },
    });
    expect(decideMove({ ...asked, to: { date: "2026-11-24", time: "09:00" } })).toEqual({ is: "same" });
  });

  test.each([
    ["2026-11-20", "09:00", "Fri 20 Nov, 09:00 has passed: choose a time that is still to come."],
    ["2029-01-01", "09:00", "That is more than two years ahead: choose an earlier time."],
    [
      "2027-03-28",
      "02:30",
      "02:30 does not exist on Sun 28 Mar in Berlin: clocks jump ahead. The nearest times are 01:59 and 03:00.",
    ],
  ])("to %s %s is refused with a sentence", (date, time, why) => {
    expect(decideMove({ ...asked, to: { date, time } })).toEqual({ is: "refused", why });
  });

  test.each([
    ["publishing", /just started publishing/],
    ["published", /is published/],
    ["failed", /has failed/],
    ["canceled", /is canceled/],
  ] as const)("of a post that is %s is refused", (status, why) => {
    const move = decideMove({ ...asked, posts: [post("a", status)], to: { date: "2026-11-25", time: "09:00" } });
    expect(move.is === "refused" && move.why).toMatch(why);
  });

  test("onto an hour that is shown twice takes the first and says so, where neither has the offset it had", () => {
    const to = { date: "2027-10-31", time: "02:30" };
    expect(decideMove({ ...asked, from: null, to })).toMatchObject({
      ...{ at: new Date("2027-10-31T00:30Z"), note: "the first of two 02:30, for clocks are set back" },
    });
    expect(decideMove({ ...asked, to })).toMatchObject({ at: new Date("2027-10-31T01:30Z"), note: null });
  });

  test("by keys stays within the days in view", () => {
    const days = daysOfView("month", "2026-11-21", 1);
    const aim = { day: "2026-12-06", time: "09:00" };
    expect(stepAim(aim, "ArrowRight", "month", days)).toEqual(aim);
    expect(stepAim(aim, "ArrowUp", "month", days)).toEqual({ day: "2026-11-29", time: "09:00" });
    expect(stepAim(aim, "ArrowDown", "week", days)).toEqual({ day: "2026-12-06", time: "09:15" });
    expect(stepAim(aim, "x", "week", days)).toBeNull();
  });
});

describe("a free slot", () => {
  const slots: Slot[] = [
    { id: "one", weekday: 2, time: "09:00", channels: ["c-a"] },
    { id: "any", weekday: 2, time: "18:30", channels: [] },
  ];
  const range = makeZoneRange(daysFrom("2026-11-17", 14), berlin);

  test("is one to come at which none of its channels has a post", () => {
    const idsOf = (told: CalendarEntry[]) =>
      freeSlots(slots, range, placeEntries(told, new Map()), now).map(({ id }) => id);
    expect(idsOf([])).toEqual(["one@2026-11-24", "any@2026-11-24"]);
    expect(idsOf([entry("a", "2026-11-24T08:00:00.000Z"), entry("b", "2026-11-24T17:30:00.000Z")])).toEqual([]);
    expect(idsOf([entry("b", "2026-11-24T08:00:00.000Z")])).toHaveLength(2);
    expect(idsOf([entry("a", "2026-11-24T08:00:00.000Z", [post("a", "canceled")])])).toHaveLength(2);
  });

  test("is the time of a draft that is put onto its day; else nine, or the next full hour, or nothing", () => {
    const free = freeSlots(slots, range, [], now);
    const timeOf = (day: string, channels: string[], at = now) => {
      const found = timeOnDay(day, free, channels, berlin, at);
      return found && `${toWall(found.at, berlin).time} ${found.by}`;
    };
    expect(timeOf("2026-11-24", ["c-a"])).toBe("09:00 slot");
    expect(timeOf("2026-11-24", ["c-z"])).toBe("18:30 slot");
    expect(timeOf("2026-11-25", ["c-a"])).toBe("09:00 clock");
    expect(timeOf("2026-11-21", ["c-a"])).toBe("14:00 clock");
    expect(timeOf("2026-11-20", ["c-a"])).toBeNull();
    expect(timeOf("2026-11-21", [], new Date("2026-11-21T22:30Z"))).toBeNull();
  });

  test("of any day and zone is never in the past and always on that day", () => {
    const zones = ["Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe", "America/Santiago"];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: -400, max: 400 }),
        fc.integer({ min: 0, max: 86_400_000 }),
        (zone, days, ms) => {
          const at = new Date(Date.UTC(2027, 2, 20) + ms);
          const day = addDays("2027-03-20", days);
          const found = timeOnDay(day, [], [], zone, at);
          if (!found) {
            expect(toWall(at, zone).date >= day).toBe(true);
            return;
          }
          expect(found.at > at).toBe(true);
          expect(toWall(found.at, zone).date).toBe(day);
          expect(toInstant(toWall(found.at, zone), zone).is).not.toBe("skipped");
        },
      ),
    );
  });
});

test("the menu offers what a post's state, its author and the service allow, and nothing else", () => {
  const abilities = { move: true, remove: true, write: true, notes: true, feed: true };
  const acts = (status: CalendarEntry["posts"][number]["status"], isMine = true, can = abilities) =>
    actsFor({ posts: [post("a", status)], isMine, isDraft: status === "draft", abilities: can });
  expect(acts("scheduled")).toEqual(["open", "edit", "move", "publish", "draft", "cancel", "duplicate", "delete"]);
  expect(acts("draft")).toEqual(["open", "edit", "move", "publish", "duplicate", "delete"]);
  expect(acts("publishing")).toEqual(["open", "duplicate"]);
  expect(acts("published")).toEqual(["open", "duplicate", "delete"]);
  expect(acts("failed")).toEqual(["open", "retry", "draft", "duplicate", "delete"]);
  expect(acts("scheduled", false)).toEqual(["open"]);
  expect(acts("scheduled", true, { ...abilities, move: false, remove: false })).toEqual(["open", "duplicate"]);
});
