import { type Day, getWeekday } from "./days.ts";
import { resolveWallTime } from "./resolve-wall-time.ts";

/** A weekly time: `weekday` 1 is Monday, 7 Sunday; `time` such as 09:30. */
export type WeeklyTime = { weekday: number; time: string };

export type WeeklyOccurrence<T> = { weeklyTime: T; day: Day; at: Date };

/**
 * Lists the instants of weekly times on these days, in order. A time that clocks jump over does not occur on that day;
 * where clocks show a time twice, the first counts.
 */
export function listWeeklyOccurrences<T extends WeeklyTime>(
  times: readonly T[],
  days: readonly Day[],
  zone: string,
): WeeklyOccurrence<T>[] {
  const found = days.flatMap((day) => {
    const weekday = getWeekday(day) || 7;
    return times.flatMap((weeklyTime): WeeklyOccurrence<T>[] => {
      if (weeklyTime.weekday !== weekday) return [];
      const means = resolveWallTime({ date: day, time: weeklyTime.time }, zone);
      if (means.type === "skipped") return [];
      return [{ weeklyTime, day, at: means.type === "one" ? means.at : means.earlier }];
    });
  });
  return found.sort((one, other) => one.at.getTime() - other.at.getTime());
}
