import { addDays, getWeekday } from "#lib/time/days.ts";
import { resolveMovedTime } from "#lib/time/move-wall-time.ts";
import { toWallTime } from "#lib/time/wall-time.ts";

const morning = "09:00";
const monday = 1;

export type SnoozeTime = { label: string; until: Date };

/** Returns the times to choose from, each at nine in the morning of the reader's zone. */
export function listSnoozeTimes(now: Date, zone: string): SnoozeTime[] {
  const today = toWallTime(now, zone).date;
  const daysToMonday = (monday - getWeekday(today) + 7) % 7 || 7;
  const at = (days: number) => {
    const moved = resolveMovedTime({ date: addDays(today, days), time: morning }, zone, now);
    return moved.type === "at" ? moved.at : moved.after;
  };
  return [
    { label: "Tomorrow", until: at(1) },
    { label: "In 3 days", until: at(3) },
    { label: "Next week", until: at(daysToMonday) },
  ];
}
