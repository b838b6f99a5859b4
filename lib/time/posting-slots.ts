import { addDays, type Day } from "./days.ts";
import { minuteMs } from "./time-units.ts";
import { toWallTime } from "./wall-time.ts";
import { listWeeklyOccurrences, type WeeklyOccurrence, type WeeklyTime } from "./weekly-occurrences.ts";

/** A weekly posting time. `channels` are ids; an empty list means any channel. */
export type PostingSlot = WeeklyTime & { channels: readonly string[] };

/** A planned post of a channel at an instant. */
export type PlannedInstant = { channelId: string; at: Date };

const weekDays = 7;

/** Slots whose wall times are of one zone: a member's, or the team's. */
export type SlotSchedule<T extends PostingSlot> = { slots: readonly T[]; zone: string };

/** Lists the slots of all schedules from `from` on and before `to`, in order of time. */
export function listSlotsBetween<T extends PostingSlot>(
  schedules: readonly SlotSchedule<T>[],
  from: Date,
  to: Date,
): WeeklyOccurrence<T>[] {
  return schedules
    .flatMap((schedule) => listScheduleBetween(schedule, from, to))
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}

function listScheduleBetween<T extends PostingSlot>(
  { slots, zone }: SlotSchedule<T>,
  from: Date,
  to: Date,
): WeeklyOccurrence<T>[] {
  if (slots.length === 0) return [];
  const first = toWallTime(from, zone).date;
  // One more day at the end: `to` may lie on a day that has begun in the zone.
  const last = addDays(toWallTime(to, zone).date, 1);
  const days: Day[] = [];
  for (let day = first; day < last; day = addDays(day, 1)) days.push(day);
  return listWeeklyOccurrences(slots, days, zone).filter(({ at }) => at >= from && at < to);
}

/**
 * Returns true if a slot may be used for these channels: the slot has all of them, or allows any. With no channels,
 * every slot may be used.
 */
export function slotAcceptsChannels(slot: PostingSlot, channels: readonly string[]): boolean {
  return slot.channels.length === 0 || channels.every((channel) => slot.channels.includes(channel));
}

/** A key for a channel and a minute: people see posts of the same minute as simultaneous. */
const keyOf = (channelId: string, at: Date) => `${channelId} ${Math.floor(at.getTime() / minuteMs)}`;

/**
 * Returns the occurrences that are free for the channels: no channel has a post planned in that minute. With no
 * channels, the slot's own channels count; for a slot of any channel, every post counts.
 */
export function filterFreeSlots<T extends PostingSlot>(
  occurrences: readonly WeeklyOccurrence<T>[],
  channels: readonly string[],
  planned: readonly PlannedInstant[],
): WeeklyOccurrence<T>[] {
  const taken = new Set<string>();
  for (const { channelId, at } of planned) taken.add(keyOf(channelId, at)).add(keyOf("", at));
  return occurrences.filter(({ weeklyTime, at }) => {
    if (!slotAcceptsChannels(weeklyTime, channels)) return false;
    const asked = channels.length > 0 ? channels : weeklyTime.channels;
    return asked.length === 0 ? !taken.has(keyOf("", at)) : asked.every((channel) => !taken.has(keyOf(channel, at)));
  });
}

/** Lists the windows in which to search for a free slot: the next weeks first, where one is most likely. */
export function listSearchWindows(from: Date, to: Date): { from: Date; to: Date }[] {
  const windows: { from: Date; to: Date }[] = [];
  const weekMs = weekDays * 24 * 60 * minuteMs;
  let weeks = 2;
  for (let start = from; start < to; weeks *= 4) {
    const end = new Date(Math.min(start.getTime() + weeks * weekMs, to.getTime()));
    windows.push({ from: start, to: end });
    start = end;
  }
  return windows;
}
