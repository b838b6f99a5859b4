import { expect, test } from "vitest";
import type { TimedEntry } from "#components/calendar/calendar-entries.ts";
import type { FreeSlot } from "#components/calendar/free-slots.ts";
import { chooseDayLines, countFittingLines } from "./day-lines.ts";

const at = (hour: number) => Date.UTC(2026, 10, 27, hour);
const entry = (hour: number): TimedEntry => ({
  key: `e${hour}`,
  atMs: at(hour),
  at: new Date(at(hour)).toISOString(),
  submission_id: `e${hour}`,
  text: "A post",
  parts: 1,
  images: 0,
  member: { id: "m", name: "Ada" },
  posts: [],
});
const slot = (hour: number): FreeSlot => ({
  id: `s${hour}`,
  isTeam: false,
  day: "2026-11-27",
  time: `${hour}:00`,
  at: new Date(at(hour)),
  channelIds: [],
});
const name = ({ lines, hiddenCount }: ReturnType<typeof chooseDayLines>) => [
  ...lines.map((line) => (line.type === "entry" ? line.entry.key : line.slot.id)),
  ...(hiddenCount > 0 ? [`+${hiddenCount}`] : []),
];

test("a month's day lists posts and free slots in order of time", () => {
  expect(name(chooseDayLines([entry(9), entry(14)], [slot(8), slot(12)], 4))).toEqual(["s8", "e9", "s12", "e14"]);
});

test("posts come before free slots where a month's day has too little space, and all that is left over is counted", () => {
  expect(name(chooseDayLines([entry(9), entry(14)], [slot(8), slot(12)], 3))).toEqual(["e9", "e14", "+2"]);
  expect(name(chooseDayLines([9, 10, 11, 12, 13].map(entry), [], 4))).toEqual(["e9", "e10", "e11", "+2"]);
  expect(name(chooseDayLines([9, 10, 11].map(entry), [], 3))).toEqual(["e9", "e10", "e11"]);
});

test("a higher row of a month shows more lines, and the lowest still shows one post and the count", () => {
  expect([60, 104, 132, 160].map(countFittingLines)).toEqual([2, 3, 4, 5]);
});
