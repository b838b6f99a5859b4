"use client";
import { createContext, useContext } from "react";
import type { CalendarNote, Channel } from "#lib/contract/types.ts";
import type { Day } from "#lib/time/days.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import type { WallTime } from "#lib/time/wall-time.ts";
import type { ZonedDayRange } from "#lib/time/zoned-day-range.ts";
import type { TimedEntry } from "./calendar-entries.ts";
import type { CalendarParams } from "./calendar-params.ts";
import type { DraggedItem } from "./drag/dragged-item.ts";
import type { FreeSlot } from "./free-slots.ts";

/** The calendar actions that this service and this member allow. */
export type CalendarAbilities = {
  /** Reschedule, schedule a draft, turn back into a draft. */
  move: boolean;
  /** A move opens the composer, which creates another post and deletes the earlier one. No other change is possible. */
  replaces: boolean;
  remove: boolean;
  /** The posts of a text change together: all or none. */
  submissions: boolean;
  write: boolean;
  /** Change other members' posts too. */
  manage: boolean;
  notes: boolean;
  feed: boolean;
  /** The service has a calendar of its own, and so repeats a request without creating a post twice. */
  range: boolean;
};

/** Data that every part of the calendar reads. */
export type CalendarContextValue = {
  params: CalendarParams;
  range: ZonedDayRange;
  today: Day;
  now: Date;
  preferences: DisplayPreferences;
  channels: readonly Channel[];
  me: { id: string; isAdmin: boolean };
  abilities: CalendarAbilities;
  entriesByDay: ReadonlyMap<Day, TimedEntry[]>;
  slotsByDay: ReadonlyMap<Day, FreeSlot[]>;
  notesByDay: ReadonlyMap<Day, CalendarNote[]>;
  draggedItem: DraggedItem | null;
  /** The time of the post in the open small composer. */
  composing: WallTime | null;
  /** True where posts of several members are visible. */
  showsAuthors: boolean;
};

export const CalendarContext = createContext<CalendarContextValue | null>(null);

/** @throws when no calendar surrounds the component. */
export function useCalendarContext(): CalendarContextValue {
  const context = useContext(CalendarContext);
  if (!context) throw new Error("There is no calendar around this component.");
  return context;
}

/** Returns the preferences without a second zone that is the first one: each time would only appear twice. */
export function getShownPreferences(preferences: DisplayPreferences): DisplayPreferences {
  return preferences.secondZone === preferences.zone ? { ...preferences, secondZone: null } : preferences;
}
