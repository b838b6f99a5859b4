import { expect, test } from "vitest";
import type { Slot } from "#lib/contract/types.ts";
import {
  addSlots,
  applySlotChange,
  findTakenDays,
  getSlotsOfDay,
  orderWeekdays,
  readSlotForm,
  replaceSlot,
  revertSlots,
} from "./slot-list-updates.ts";

const slot = (id: string, weekday: number, time: string, channels: string[] = []): Slot => ({
  id,
  weekday,
  time,
  channels,
});

test("a week begins on the member's chosen day, and Sunday is 7", () => {
  expect(orderWeekdays(1)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(orderWeekdays(0)).toEqual([7, 1, 2, 3, 4, 5, 6]);
  expect(orderWeekdays(6)).toEqual([6, 7, 1, 2, 3, 4, 5]);
});

test("a time is added on several days at once, each slot with its own id", () => {
  const slots = addSlots([slot("s2", 1, "18:00")], { weekdays: [1, 2, 5], time: "09:00", channels: ["x"] });
  expect(slots).toHaveLength(4);
  expect(new Set(slots.map(({ id }) => id)).size).toBe(4);
  expect(getSlotsOfDay(slots, 1).map(({ time }) => time)).toEqual(["09:00", "18:00"]);
});

test("a changed slot keeps its id; additional days become further slots", () => {
  const old = slot("a", 2, "09:00");
  const slots = replaceSlot([old], old, { weekdays: [1, 2], time: "10:00", channels: [] });
  expect(slots).toEqual([slot("a", 2, "10:00"), { ...slot("", 1, "10:00"), id: expect.any(String) }]);
  expect(replaceSlot([old], old, { weekdays: [4], time: "09:00", channels: [] })).toEqual([slot("a", 4, "09:00")]);
});

test("the same time and channels are recognized as a duplicate, in any order of channels", () => {
  const slots = [slot("a", 1, "09:00", ["x", "b"]), slot("c", 2, "09:00")];
  expect(findTakenDays(slots, { weekdays: [1, 2], time: "09:00", channels: ["b", "x"] })).toEqual([1]);
  expect(findTakenDays(slots, { weekdays: [1, 2], time: "09:00", channels: [] })).toEqual([2]);
  expect(findTakenDays(slots, { weekdays: [2], time: "09:00", channels: [] }, slots[1])).toEqual([]);
});

test("a slot keeps the channels that its editor can't see, unless the editor removes them", () => {
  const old = slot("a", 1, "09:00", ["for others", "x"]);
  const fields = { time: "10:00", weekdays: ["1"], channels: ["x"], keepsUnseen: true };
  const read = (changed: object, channels = [{ id: "x" }, { id: "y" }]) =>
    readSlotForm({ ...fields, ...changed }, { slot: old, channels, weekStart: 1 }).channels;
  expect(read({})).toEqual(["x", "for others"]);
  expect(read({ channels: [] })).toEqual(["for others"]);
  expect(read({ keepsUnseen: false })).toEqual(["x"]);
  // The list of channels could not be read.
  expect(read({}, [])).toEqual(["for others", "x"]);
});

test("undoing one change keeps later changes", () => {
  const [a, b] = [slot("a", 1, "09:00"), slot("b", 2, "09:00")];
  const added = addSlots([a], { weekdays: [3], time: "10:00", channels: [] });
  const later = [...added, b];
  expect(revertSlots([a], added, later)).toEqual([a, b]);
  expect(revertSlots([a, b], [b], [b, slot("c", 4, "08:00")])).toEqual([b, slot("c", 4, "08:00"), a]);
  const moved = replaceSlot([a, b], a, { weekdays: [5], time: "09:00", channels: [] });
  const then = moved.filter(({ id }) => id !== "b");
  expect(revertSlots([a, b], moved, then)).toEqual([a]);
});

test("a change from an older tab keeps the slots that others have added, changed and removed since", () => {
  const [a, b, c] = [slot("a", 1, "09:00"), slot("b", 2, "09:00"), slot("c", 3, "09:00")];
  const read = [a, b, c];
  const added = addSlots(read, { weekdays: [4], time: "10:00", channels: [] });
  const byOther = addSlots([{ ...b, time: "11:00" }, { ...c }], { weekdays: [5], time: "12:00", channels: [] });
  const both = applySlotChange(read, added, byOther);
  expect(both.map(({ weekday, time }) => `${weekday} ${time}`)).toEqual(["2 11:00", "3 09:00", "5 12:00", "4 10:00"]);
  expect(new Set(both.map(({ id }) => id)).size).toBe(4);
  expect(applySlotChange(read, [a, b], byOther).map(({ weekday }) => weekday)).toEqual([2, 5]);
  const moved = replaceSlot(read, c, { weekdays: [7], time: "08:00", channels: [] });
  expect(applySlotChange(read, moved, byOther).map(({ weekday }) => weekday)).toEqual([2, 7, 5]);
});

test("a slot that this tab edits and another administrator has removed meanwhile is there again", () => {
  const [a, b, c] = [slot("a", 1, "09:00"), slot("b", 2, "09:00"), slot("c", 3, "09:00")];
  const edited = replaceSlot([a, b, c], a, { weekdays: [1], time: "10:00", channels: [] });
  // The slot that this tab left alone stays removed.
  expect(applySlotChange([a, b, c], edited, [c])).toEqual([c, slot("a", 1, "10:00")]);
  expect(applySlotChange([a, b, c], [b, c], [c])).toEqual([c]);
});
