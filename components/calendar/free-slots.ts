import type { CalendarContents, Slot } from "#lib/contract/types.ts";
import type { Day } from "#lib/time/days.ts";
import { addDays } from "#lib/time/days.ts";
import { resolveWallTime } from "#lib/time/resolve-wall-time.ts";
import { hourMs, minuteMs } from "#lib/time/time-units.ts";
import { toWallTime, type WallTime } from "#lib/time/wall-time.ts";
import { listWeeklyOccurrences } from "#lib/time/weekly-occurrences.ts";
import { startOfDay, type ZonedDayRange } from "#lib/time/zoned-day-range.ts";
import type { TimedEntry } from "./calendar-entries.ts";

/** A weekly posting time without a post: the member's, or the team's. */
export type FreeSlot = {
  id: string;
  isTeam: boolean;
  day: Day;
  time: string;
  at: Date;
  channelIds: readonly string[];
};

/** The channels with a post, by minute. */
type TakenChannels = ReadonlyMap<number, ReadonlySet<string>>;

const occupyingStatuses = new Set(["scheduled", "publishing", "published"]);

/** People see posts of one minute as simultaneous, and the queue does too. */
const getMinute = (atMs: number) => Math.floor(atMs / minuteMs);

function listTakenChannels(entries: readonly TimedEntry[]): TakenChannels {
  const taken = new Map<number, Set<string>>();
  for (const { atMs, posts } of entries) {
    const minute = getMinute(atMs);
    const ids = taken.get(minute) ?? new Set<string>();
    for (const post of posts) if (occupyingStatuses.has(post.status)) ids.add(post.channel_id);
    taken.set(minute, ids);
  }
  return taken;
}

/** Returns true if one of the channels (without channels, any channel) has a post in that minute. */
function isTaken(taken: TakenChannels, at: Date, channelIds: readonly string[]): boolean {
  const ids = taken.get(getMinute(at.getTime()));
  if (ids === undefined) return false;
  return channelIds.length === 0 ? ids.size > 0 : channelIds.some((id) => ids.has(id));
}

/** Returns the member's future slots in the range at which their channels have none of these posts. */
export function getFreeSlots(
  slots: readonly Slot[],
  range: ZonedDayRange,
  entries: readonly TimedEntry[],
  now: Date,
): FreeSlot[] {
  const taken = listTakenChannels(entries);
  return listWeeklyOccurrences(slots, range.days, range.zone).flatMap(({ weeklyTime, day, at }) => {
    const { id, time, channels: channelIds } = weeklyTime;
    if (at <= now || isTaken(taken, at, channelIds)) return [];
    return [{ id: `${id}@${day}`, isTeam: false, day, time, at, channelIds }];
  });
}

/**
 * Adds the team's slots, which the service lists, to the member's, in order of time. A slot of the team at the same
 * instant for the same channels is left out, and one that a post has taken since the service listed it.
 */
export function addTeamSlots(
  ownSlots: readonly FreeSlot[],
  teamSlots: readonly CalendarContents["team_slots"][number][],
  range: ZonedDayRange,
  entries: readonly TimedEntry[],
  now: Date,
): FreeSlot[] {
  const taken = listTakenChannels(entries);
  const getKey = ({ at, channelIds }: Pick<FreeSlot, "at" | "channelIds">) =>
    [at.getTime(), ...[...channelIds].sort()].join(" ");
  const keys = new Set(ownSlots.map(getKey));
  const slots = [...ownSlots];
  for (const { id, at: instant, channels: channelIds } of teamSlots) {
    const at = new Date(instant);
    const key = getKey({ at, channelIds });
    const day = range.dayOf(at.getTime());
    if (day === null || at <= now || keys.has(key) || isTaken(taken, at, channelIds)) continue;
    keys.add(key);
    const { time } = range.wallOf(at.getTime());
    slots.push({ id: `team:${id}@${instant}`, isTeam: true, day, time, at, channelIds });
  }
  return slots.sort((one, other) => one.at.getTime() - other.at.getTime());
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
