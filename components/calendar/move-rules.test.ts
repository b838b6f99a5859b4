import { describe, expect, test } from "vitest";
import type { CalendarEntry } from "#lib/contract/types.ts";
import { listDaysOfView } from "#lib/time/calendar-views.ts";
import { moveDropTarget } from "./drag/keyboard-drag.ts";
import { decideMove } from "./move-rules.ts";

const berlin = "Europe/Berlin";
const now = new Date("2026-11-21T12:00Z");
const post = (id: string, status: CalendarEntry["posts"][number]["status"] = "scheduled", version = 1) => ({
  id,
  status,
  version,
  channel_id: `c-${id}`,
  channel: "x",
});
const _entry = (id: string, at: string, posts = [post(id)]): CalendarEntry => ({
  submission_id: `s-${id}`,
  at,
  text: id,
  parts: 1,
  images: 0,
  posts,
  member: { id: "me", name: "Me" },
});

describe("calendar moves", () => {
  const input = { posts: [post("a")], from: new Date("2026-11-24T08:00Z"), zone: berlin, clock: "24", now } as const;

  test("an entry moves to the wall time of the drop", () => {
    expect(decideMove({ ...input, to: { date: "2026-11-25", time: "09:00" } })).toEqual({
      type: "at",
      at: new Date("2026-11-25T08:00Z"),
      postIds: ["a"],
      note: null,
    });
    expect(decideMove({ ...input, to: { date: "2026-11-24", time: "09:00" } })).toEqual({ type: "same" });
  });

  test.each([
    ["2026-11-20", "09:00", "Fri 20 Nov, 09:00 has passed: choose a later time."],
    ["2029-01-01", "09:00", "That is more than two years ahead: choose an earlier time."],
    [
      "2027-03-28",
      "02:30",
      "02:30 does not exist on Sun 28 Mar in Berlin: clocks go forward. The nearest times are 01:59 and 03:00.",
    ],
  ])("a move to %s %s is refused with a sentence", (date, time, why) => {
    expect(decideMove({ ...input, to: { date, time } })).toMatchObject({ type: "refused", why });
  });

  test.each([
    ["publishing", /is publishing/],
    ["published", /is published/],
    ["failed", /post failed/],
    ["canceled", /is canceled/],
  ] as const)("a %s post can't be moved", (status, why) => {
    const move = decideMove({ ...input, posts: [post("a", status)], to: { date: "2026-11-25", time: "09:00" } });
    expect(move.type === "refused" && move.why).toMatch(why);
  });

  test("a move into a doubled hour takes the first one and says so, unless one has the former offset", () => {
    const to = { date: "2027-10-31", time: "02:30" };
    expect(decideMove({ ...input, from: null, to })).toMatchObject({
      at: new Date("2027-10-31T00:30Z"),
      note: "the first of two 02:30, as clocks go back",
    });
    expect(decideMove({ ...input, to })).toMatchObject({ at: new Date("2027-10-31T01:30Z"), note: null });
  });

  test("once the first of two times has passed, a move takes the second, and a post of the first stays there", () => {
    const to = { date: "2027-10-31", time: "02:30" };
    const [first, second] = [new Date("2027-10-31T00:30Z"), new Date("2027-10-31T01:30Z")];
    const night = { ...input, now: new Date("2027-10-31T00:40Z"), to };
    for (const from of [null, new Date("2027-10-30T12:00Z")])
      expect(decideMove({ ...night, from })).toMatchObject({ type: "at", at: second, note: null });
    expect(decideMove({ ...night, from: first })).toEqual({ type: "same" });
    expect(decideMove({ ...night, now: new Date("2027-10-31T01:40Z") }).type).toBe("refused");
  });

  test("moves by keyboard stay within the visible days", () => {
    const days = listDaysOfView("month", "2026-11-21", 1);
    const dropTarget = { day: "2026-12-06", time: "09:00" };
    expect(moveDropTarget(dropTarget, "ArrowRight", "month", days)).toEqual(dropTarget);
    expect(moveDropTarget(dropTarget, "ArrowUp", "month", days)).toEqual({ day: "2026-11-29", time: "09:00" });
    expect(moveDropTarget(dropTarget, "ArrowDown", "week", days)).toEqual({ day: "2026-12-06", time: "09:15" });
    expect(moveDropTarget(dropTarget, "x", "week", days)).toBeNull();
  });
});
