import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { CalendarEntry, Slot } from "#lib/contract/types.ts";
import { listDays } from "#lib/time/days.ts";
import { createZonedDayRange } from "#lib/time/zoned-day-range.ts";
import { parseCalendarParams } from "./calendar-params.ts";
import { useCalendarByDay } from "./use-calendar-by-day.ts";

const slots: Slot[] = [
  { id: "one", weekday: 2, time: "09:00", channels: ["c-a"] },
  { id: "other", weekday: 2, time: "09:00", channels: ["c-b"] },
];
const colleaguesEntry: CalendarEntry = {
  submission_id: "s",
  at: "2026-11-24T08:00:00.000Z",
  text: "",
  parts: 1,
  images: 0,
  posts: [{ id: "a", status: "scheduled", version: 1, channel_id: "c-a", channel: "x" }],
  member: { id: "colleague", name: "Ada" },
};

function FreeSlotIds() {
  const calendar = useCalendarByDay({
    snapshot: { entries: [colleaguesEntry], notes: [], truncated: false, team_slots: [] },
    drafts: { drafts: [] },
    placements: new Map(),
    range: createZonedDayRange(listDays("2026-11-23", 7), "Europe/Berlin"),
    slots,
    params: parseCalendarParams({}, "2026-11-23"),
    nowMs: Date.parse("2026-11-23T12:00Z"),
  });
  return calendar.slots.map(({ id }) => id).join(" ");
}

test("a colleague's post takes a member's own slot of its channel", () => {
  expect(renderToStaticMarkup(<FreeSlotIds />)).toBe("other@2026-11-24");
});
