import { addDays, type Day } from "./days.ts";
import { toWallTime } from "./time-zone.ts";
import { listWeeklyOccurrences, type WeeklyOccurrence, type WeeklyTime } from "./weekly-times.ts";

/** A weekly posting time. `channels` are ids; none means any channel. */
export type PostingSlot = WeeklyTime & { channels: readonly string[] };

/** What is planned: a channel's post at an instant. */
export type PlannedInstant = { channelId: string; at: Date };

const minuteMs = 60_000;
const weekDays = 7;

/** Slots with days from `from` up to, not including, `to`; what passes or equals `from` itself is left out. */
export function listSlotsBetween<T extends PostingSlot>(
  slots: readonly T[],
  from: Date,
  to: Date,
  zone: string,
): WeeklyOccurrence<T>[] {
  const first = toWallTime(from, zone).date;
  // A day more at the end: `to` may lie on a day that has begun in the zone.
  const last = addDays(toWallTime(to, zone).date, 1);
  const days: Day[] = [];
  for (let day = first; day < last; day = addDays(day, 1)) days.push(day);
  return listWeeklyOccurrences(slots, days, zone).filter(({ at }) => at > from && at < to);
}

/**
 * Whether a slot may be used for these channels: it holds all of them, or any. Without channels asked for, every slot may.
 */
export function slotAcceptsChannels(slot: PostingSlot, channels: readonly string[]): boolean {
  return slot.channels.length === 0 || channels.every((channel) => slot.channels.includes(channel));
}

/** A name of a channel at a minute: posts of one minute go out together for people. */
const keyOf = (channelId: string, at: Date) => `${channelId} ${Math.floor(at.getTime() / minuteMs)}`;

/**
 * Which of these occurrences are free for the channels: none of them has a post planned in that minute. Without channels
 * asked for those of the slot count, and for a slot of any channel, any post does.
 */
export function filterFreeSlots<T extends PostingSlot>(
  occurrences: readonly WeeklyOccurrence<T>[],
  channels: readonly string[],
  planned: readonly PlannedInstant[],
): WeeklyOccurrence<T>[] {
  const taken = new Set<string>();
  for (const { channelId, at } of planned) taken.add(keyOf(channelId, at)).add(keyOf("", at));
  return occurrences.filter(({ of, at }) => {
    if (!slotAcceptsChannels(of, channels)) return false;
    const asked = channels.length > 0 ? channels : of.channels;
    return asked.length === 0 ? !taken.has(keyOf("", at)) : asked.every((channel) => !taken.has(keyOf(channel, at)));
  });
}

/** Ends of the windows in which a free slot is looked for: the next weeks first, for there it mostly is. */
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
