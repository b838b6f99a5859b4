import type { Slot } from "#lib/contract/types.ts";
import type { Day } from "#lib/time/days.ts";
import { addDays } from "#lib/time/days.ts";
import { hourMs } from "#lib/time/duration.ts";
import { resolveWallTime, toWallTime } from "#lib/time/time-zone.ts";
import { listWeeklyOccurrences } from "#lib/time/weekly-times.ts";
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
  const taken = new Map<number, Set<string>>();
  for (const { atMs, posts } of entries) {
    const ids = taken.get(atMs) ?? new Set<string>();
    for (const post of posts) if (occupyingStatuses.has(post.status)) ids.add(post.channel_id);
    taken.set(atMs, ids);
  }
  return listWeeklyOccurrences(slots, range.days, range.zone).flatMap(({ of, day, at }) => {
    if (at <= now) return [];
    const ids = taken.get(at.getTime());
    const isTaken =
      ids !== undefined && (of.channels.length === 0 ? ids.size > 0 : of.channels.some((id) => ids.has(id)));
    return isTaken ? [] : [{ id: `${of.id}@${day}`, day, time: of.time, at, channelIds: of.channels }];
  });
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
    (one) =>
      one.day === day &&
      one.at > now &&
      (one.channelIds.length === 0 || one.channelIds.some((id) => channelIds.includes(id))),
  );
  if (slot) return { at: slot.at, by: "slot" };
  const nine = resolveWallTime({ date: day, time: "09:00" }, zone);
  const wanted = nine.type === "one" ? nine.at : nine.type === "twice" ? nine.earlier : nine.next;
  if (wanted > now && toWallTime(wanted, zone).date === day) return { at: wanted, by: "clock" };
  // Counts from the day's own start, so that a zone with a half-hour offset gets its own full hours.
  const start = startOfDay(day, zone).getTime();
  const hours = Math.floor((now.getTime() - start) / hourMs) + 1;
  const at = new Date(start + hours * hourMs);
  return now.getTime() >= start && at < startOfDay(addDays(day, 1), zone) ? { at, by: "clock" } : null;
}
