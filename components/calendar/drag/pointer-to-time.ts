import { formatMinuteOfDay } from "#lib/time/move-wall-time.ts";
import { dragStepMinutes } from "./keyboard-drag.ts";

/** A place in the window in px from its top left corner, like a pointer event's `clientX` and `clientY`. */
export type DragPoint = { x: number; y: number };

/** An event of a dragging pointer. `scrolled`: the page moved beneath it, by itself or by a wheel. */
export type DragInput = ({ type: "moved" } & DragPoint) | { type: "scrolled" };

/**
 * Returns the pointer's place after `input`. Scrolling moves the page and not the pointer, so only a move changes the
 * point.
 */
export function reduceDragPoint(point: DragPoint, input: DragInput): DragPoint {
  return input.type === "moved" ? { x: input.x, y: input.y } : point;
}

type Column = {
  /** The column's top edge in the window, in px; negative above the window. */
  top: number;
  hourPx: number;
};

/**
 * Returns the time in a day's column for a chip that is dragged `gripPx` below its top edge: the quarter of an hour
 * nearest to that edge, within the day.
 */
export function getDropTime(y: number, column: Column, gripPx: number): string {
  return formatMinuteOfDay(toQuarter(((y - gripPx - column.top) / column.hourPx) * 60 + dragStepMinutes / 2));
}

/** Returns the quarter of an hour of a day's column that the pointer is in. */
export function getPressedTime(y: number, column: Column): string {
  return formatMinuteOfDay(toQuarter(((y - column.top) / column.hourPx) * 60));
}

function toQuarter(minute: number): number {
  const rounded = Math.floor(minute / dragStepMinutes) * dragStepMinutes;
  return Math.min(Math.max(rounded, 0), 24 * 60 - dragStepMinutes);
}
