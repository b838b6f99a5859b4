import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import type { Day } from "#lib/time/days.ts";
import { formatClockTime } from "#lib/time/format-short.ts";

/** The drop target of a dragged item on one day: where it would land, or that it can't. */
export type DropTargetOnDay = { time: string | null; label: string; isRefused: boolean };

/** Returns the drop target if it is on `day`. */
export function useDropTargetOn(day: Day): DropTargetOnDay | null {
  const { draggedItem, preferences } = useCalendarContext();
  const { dropTarget, outcome } = draggedItem ?? { dropTarget: null, outcome: null };
  if (dropTarget === null || dropTarget === "tray" || dropTarget.day !== day) return null;
  const isRefused = outcome?.type === "refused";
  const time = outcome?.type === "at" ? outcome.wall.time : dropTarget.time;
  const label = time === null ? "" : formatClockTime(time, preferences.clock);
  return { time, label: isRefused ? (outcome.short === "" ? label : outcome.short) : label, isRefused };
}
