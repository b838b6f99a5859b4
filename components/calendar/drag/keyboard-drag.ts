import type { CalendarView } from "#lib/time/calendar-views.ts";
import { addDays, type Day } from "#lib/time/days.ts";
import { shiftWallTime } from "#lib/time/move-wall-time.ts";
import type { WallTime } from "#lib/time/wall-time.ts";

/** The day and time a dragged item would move to. A draft without a time has no `time`. */
export type DropTarget = { day: Day; time: string | null };

const stepsByKey: Record<string, { days: number; rows: number }> = {
  ArrowLeft: { days: -1, rows: 0 },
  ArrowRight: { days: 1, rows: 0 },
  ArrowUp: { days: 0, rows: -1 },
  ArrowDown: { days: 0, rows: 1 },
};

export const dragStepMinutes = 15;

/**
 * Moves a drop target by an arrow key: sideways by a day; up and down by a week in the month, by 15 minutes in a view
 * with times.
 * @returns a target within the visible days; null for any other key.
 */
export function moveDropTarget(
  dropTarget: DropTarget,
  key: string,
  view: CalendarView,
  days: readonly Day[],
): DropTarget | null {
  const step = stepsByKey[key];
  if (!step) return null;
  const isVisible = (day: Day) => days.includes(day);
  if (view === "month" || dropTarget.time === null) {
    const day = addDays(dropTarget.day, step.days + step.rows * (view === "month" ? 7 : 1));
    return isVisible(day) ? { ...dropTarget, day } : dropTarget;
  }
  // A list has no time axis: up and down move by days there too.
  const by =
    view === "list" ? { days: step.days + step.rows } : { days: step.days, minutes: step.rows * dragStepMinutes };
  const moved: WallTime = shiftWallTime({ date: dropTarget.day, time: dropTarget.time }, by);
  return isVisible(moved.date) ? { day: moved.date, time: moved.time } : dropTarget;
}
