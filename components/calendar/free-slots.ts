import type { Slot } from "#lib/contract/types.ts";
import type { Day } from "#lib/time/days.ts";
import { addDays } from "#lib/time/days.ts";
import { hourMs } from "#lib/time/time-units.ts";
import { resolveWallTime, toWallTime, type WallTime } from "#lib/time/wall-time.ts";
import { listWeeklyOccurrences } from "#lib/time/weekly-occurrences.ts";
import { startOfDay, type ZonedDayRange } from "#lib/time/zoned-day-range.ts";
import type { TimedEntry } from "./calendar-entries.ts";

/** A weekly posting time without a post. */
export type FreeSlot = { id: string; day: Day; time: string; at: Date; channelIds: readonly string[] };

const occupyingStatuses = new Set(["scheduled", "publishing", "published"]);

/**
 * Returns the future slots at which none of their channels (or, for a slot without channels, no channel) has a post.
 */
export function getFreeSlots(
  slots: readonly Slot[],
  range: ZonedDayRange,
  entries: readonly TimedEntry[],
  now: Date,
): FreeSlot[] {
  const takenChannelIds = new Map<number, Set<string>>();
  for (const { atMs, posts } of entries) {
    const ids = takenChannelIds.get(atMs) ?? new Set<string>();
    for (const post of posts) if (occupyingStatuses.has(post.status)) ids.add(post.channel_id);
    takenChannelIds.set(atMs, ids);
  }
  return listWeeklyOccurrences(slots, range.days, range.zone).flatMap(({ weeklyTime, day, at }) => {
    if (at <= now) return [];
    const ids = takenChannelIds.get(at.getTime());
    const isTaken =
      ids !== undefined &&
      (weeklyTime.channels.length === 0 ? ids.size > 0 : weeklyTime.channels.some((id) => ids.has(id)));
    return isTaken
      ? []
      : [{ id: `${weeklyTime.id}@${day}`, day, time: weeklyTime.time, at, channelIds: weeklyTime.channels }];
  });
}

/** Returns the first instant after `now` at which clocks show a time, or jump over it; null when none is left. */
export function getUpcomingInstant(wall: WallTime, zone: string, now: Date): Date | null {
  const means = resolveWallTime(wall, zone);
  const instants =
    means.type === "one" ? [means.at] : means.type === "twice" ? [means.earlier, means.later] : [means.next];
  return instants.find((at) => at > now) ?? null;
}

/**
 * Returns the publish time for a draft that was dropped on a day without a time: the day's next free slot for one of
 * its channels, else nine o'clock, else the next full hour.
 * @returns null when the day has no time left.
 */
export function getTimeOnDay(
  day: Day,
  slots: readonly FreeSlot[],
  channelIds: readonly string[],
  zone: string,
  now: Date,
): { at: Date; by: "slot" | "clock" } | null {
  const slot = slots.find(
    (candidate) =>
      candidate.day === day &&
      candidate.at > now &&
      (candidate.channelIds.length === 0 || candidate.channelIds.some((id) => channelIds.includes(id))),
  );
  if (slot) return { at: slot.at, by: "slot" };
  const nineOClock = getUpcomingInstant({ date: day, time: "09:00" }, zone, now);
  if (nineOClock && toWallTime(nineOClock, zone).date === day) return { at: nineOClock, by: "clock" };
  // Counts from the day's own start, so that a zone with a half-hour offset gets its own full hours.
  const start = startOfDay(day, zone).getTime();
  const fullHours = Math.floor((now.getTime() - start) / hourMs) + 1;
  const at = new Date(start + fullHours * hourMs);
  return now.getTime() >= start && at < startOfDay(addDays(day, 1), zone) ? { at, by: "clock" } : null;
}
