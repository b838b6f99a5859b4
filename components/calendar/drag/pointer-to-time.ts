import { formatMinuteOfDay } from "#lib/time/move-wall-time.ts";
import { dragStepMinutes } from "./keyboard-drag.ts";

/** Px of the smallest step in a day with hours. */
const dragStepPx = 12;

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

/** Px between the pointer and the ghost; between the drawn target, which has a chip's height, and the ghost. */
const pointerGapPx = 14;
const headGapPx = 30;
const targetGapPx = 8;
const targetPx = 36;

type GhostOptions = {
  point: DragPoint;
  /** Px from the dragged chip's top edge to the pointer. */
  gripPx: number;
  /** True in days with hours, where the target has a chip's height; in others it is at the top of a day. */
  hasHours: boolean;
  ghost: { width: number; height: number };
  window: { width: number; height: number };
};

/**
 * Returns the top left corner of the ghost: beside the pointer, below the target that the pointer is in, or above it
 * near the lower edge of the window. It never covers the target.
 */
export function getGhostPosition({ point, gripPx, hasHours, ghost, window }: GhostOptions): DragPoint {
  const below = point.y + Math.max(headGapPx, targetPx - gripPx + targetGapPx + dragStepPx / 2);
  const above = point.y - gripPx - dragStepPx / 2 - targetGapPx - ghost.height;
  const isBelow = below + ghost.height <= window.height;
  const y = isBelow ? below : hasHours ? above : window.height - ghost.height;
  const x = Math.min(point.x + pointerGapPx, window.width - ghost.width - targetGapPx);
  return { x: Math.max(targetGapPx, x), y: Math.max(0, y) };
}

/** Px from an edge within which the days scroll, and the px of one frame at the edge itself. */
const edgePx = 48;
const scrollPxPerFrame = 14;

/**
 * Returns the px that the days scroll in one frame for a pointer near or beyond one of their edges: negative at `start`,
 * positive at `end`, faster towards the edge.
 */
export function getEdgeScroll(position: number, start: number, end: number): number {
  const getSpeed = (depthPx: number) => Math.ceil((Math.min(Math.max(depthPx, 0), edgePx) / edgePx) * scrollPxPerFrame);
  return getSpeed(position - (end - edgePx)) - getSpeed(start + edgePx - position);
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
