import fc from "fast-check";
import { expect, test } from "vitest";
import type { TimedEntry } from "#components/calendar/calendar-entries.ts";
import { formatDropTarget } from "#components/calendar/entry-labels.ts";
import { addDays } from "#lib/time/days.ts";
import { formatShortDay } from "#lib/time/format-short.ts";
import { resolveWallTime } from "#lib/time/resolve-wall-time.ts";
import { hourMs } from "#lib/time/time-units.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import type { DraggedItem } from "./dragged-item.ts";
import { type DragInput, type DragPoint, getDropTime, getGhostPosition, reduceDragPoint } from "./pointer-to-time.ts";
import { resolveDrop } from "./resolve-drop.ts";

/** Zones with their days of both clock changes; Lord Howe's clocks change by half an hour. */
const changeDays: Record<string, readonly string[]> = {
  "Europe/Berlin": ["2027-03-28", "2027-10-31"],
  "America/New_York": ["2027-03-14", "2027-11-07"],
  "Australia/Lord_Howe": ["2027-10-03", "2027-04-04"],
};
const zones = Object.keys(changeDays);
const now = new Date("2027-01-15T10:00Z");

const createEntry = (at: Date): TimedEntry => ({
  key: "a",
  submission_id: "a",
  atMs: at.getTime(),
  at: at.toISOString(),
  text: "A post",
  parts: 1,
  images: 0,
  member: { id: "me", name: "Me" },
  posts: [{ id: "a", channel_id: "c", channel: "x", status: "scheduled", version: 1 }],
});
const createSubject = (at: Date): DraggedItem["subject"] => ({ type: "entry", entry: createEntry(at) });

const px = fc.integer({ min: 0, max: 1400 });
const move = fc.record({ type: fc.constant("moved" as const), x: px, y: px });
const scroll = fc.record({ type: fc.constant("scrolled" as const), by: fc.integer({ min: -600, max: 600 }) });
const path = fc.array(fc.oneof(move, scroll), { minLength: 1, maxLength: 30 });
const zoom = fc.constantFrom(0.5, 0.8, 1, 1.25, 2);
const grip = fc.integer({ min: 0, max: 35 });

test("a drop lands at the time that is drawn, for pointer paths with scrolling, zooms, three zones and both changes of clocks", () => {
  const zoned = fc.constantFrom(...zones).chain((zone) =>
    fc.record({
      zone: fc.constant(zone),
      day: fc
        .constantFrom(...(changeDays[zone] ?? []))
        .chain((day) => fc.constantFrom(addDays(day, -1), day, addDays(day, 1))),
      fromHours: fc.integer({ min: 24, max: 8000 }),
    }),
  );
  let refused = 0;
  fc.assert(
    fc.property(zoned, path, zoom, grip, ({ zone, day, fromHours }, inputs, scale, gripPx) => {
      const scrolled = inputs.reduce((sum, input) => sum + (input.type === "scrolled" ? input.by : 0), 0);
      const point = (inputs as DragInput[]).reduce<DragPoint>(reduceDragPoint, { x: 0, y: 0 });
      const time = getDropTime(point.y, { top: 100 - scrolled, hourPx: 48 * scale }, gripPx);
      const dropTarget = { day, time };
      const subject = createSubject(new Date(now.getTime() + fromHours * hourMs));
      const outcome = resolveDrop({ subject, dropTarget, zone, clock: "24", now, slots: [] });
      const drawn = formatDropTarget(dropTarget, outcome, "24");
      const isMissing = resolveWallTime({ date: day, time }, zone).type === "skipped";
      expect(outcome.type === "refused").toBe(isMissing);
      if (isMissing) refused += 1;
      if (outcome.type !== "at") return;
      const landed = toWallTime(outcome.at, zone);
      expect(landed).toEqual({ date: day, time });
      expect(drawn).toBe(`${formatShortDay(landed.date)}, ${landed.time}`);
    }),
    { numRuns: 3000, seed: 7 },
  );
  expect(refused).toBeGreaterThan(5);
});

test("the ghost of a drag stays in the window and never covers the target that it names", () => {
  const size = fc.record({ width: fc.integer({ min: 60, max: 220 }), height: fc.integer({ min: 30, max: 60 }) });
  const view = fc.record({
    width: fc.integer({ min: 320, max: 2000 }),
    height: fc.integer({ min: 440, max: 1200 }),
  });
  const spot = fc.record({
    x: fc.double({ min: 0, max: 1, noNaN: true }),
    y: fc.double({ min: 0.2, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(size, view, spot, grip, (ghost, window, { x, y }, gripPx) => {
      const point = { x: x * window.width, y: y * window.height };
      const at = getGhostPosition({ point, gripPx, hasHours: true, ghost, window });
      expect(at.x).toBeGreaterThanOrEqual(0);
      expect(at.x + ghost.width).toBeLessThanOrEqual(window.width);
      // The target is drawn on the nearest quarter of an hour: up to 6 px from the dragged chip's place.
      const target = { top: point.y - gripPx - 6, bottom: point.y - gripPx + 36 + 6 };
      expect(at.y >= target.bottom || at.y + ghost.height <= target.top).toBe(true);
      // In a month the target is in the first 24 px of a day, whose row has at least 104 px.
      const dayTop = Math.min(point.y, window.height - 104) - 4;
      const inMonth = getGhostPosition({ point, gripPx: 0, hasHours: false, ghost, window });
      expect(inMonth.y).toBeGreaterThanOrEqual(dayTop + 24);
    }),
  );
});

test("a day that has passed and an hour that clocks skip are refused before the drop, with a reason", () => {
  const subject = createSubject(new Date("2027-03-20T01:30Z"));
  const drop = (day: string, time: string) => {
    const dropTarget = { day, time };
    const outcome = resolveDrop({ subject, dropTarget, zone: "Europe/Berlin", clock: "24", now, slots: [] });
    return formatDropTarget(dropTarget, outcome, "24");
  };
  expect(drop("2027-01-14", "10:00")).toBe("Thu 14 Jan, 10:00 has passed");
  expect(drop("2027-03-28", "02:30")).toBe("Sun 28 Mar, 02:30 doesn't exist");
  expect(drop("2027-03-28", "03:00")).toBe("Sun 28 Mar, 03:00");
});

test("a draft on a day without hours shows the time that it gets, and none on a day that has passed", () => {
  const subject: DraggedItem["subject"] = { type: "draft", draft: createEntry(now) };
  const drop = (day: string) => {
    const dropTarget = { day, time: null };
    const outcome = resolveDrop({ subject, dropTarget, zone: "Europe/Berlin", clock: "24", now, slots: [] });
    return formatDropTarget(dropTarget, outcome, "24");
  };
  expect(drop("2027-01-16")).toBe("Sat 16 Jan, 09:00");
  expect(drop("2027-01-15")).toBe("Fri 15 Jan, 12:00");
  expect(drop("2027-01-14")).toBe("Thu 14 Jan has passed");
});
