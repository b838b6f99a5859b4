import type { TimedEntry, UnscheduledDraft } from "#components/calendar/calendar-entries.ts";
import type { WallTime } from "#lib/time/wall-time.ts";
import type { DropTarget } from "./keyboard-drag.ts";

/** A calendar entry or a draft of the tray that is being dragged, with its drop target. */
export type DraggedItem = {
  subject: { type: "entry"; entry: TimedEntry } | { type: "draft"; draft: UnscheduledDraft };
  by: "keys" | "drag";
  /** Null over nothing; a drop on `tray` removes the item's time. */
  dropTarget: DropTarget | "tray" | null;
  /** The outcome of a drop on `dropTarget`; null over nothing. */
  outcome: DropOutcome | null;
};

/**
 * The outcome of a drop. `at`: the instant and its wall time, which the calendar draws before the drop. `same`: the item
 * is there already. `refused`: `why` is a sentence, `short` fits beside the pointer.
 */
export type DropOutcome =
  | { type: "at"; at: Date; wall: WallTime; postIds: readonly string[]; note: string | null }
  | { type: "same"; wall: WallTime | null }
  | { type: "unscheduled" }
  | { type: "refused"; why: string; short: string };
