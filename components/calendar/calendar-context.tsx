"use client";
import { createContext, useContext } from "react";
import type { CalendarNote, Channel } from "#lib/contract/types.ts";
import type { Day } from "#lib/time/days.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import type { ZonedDayRange } from "#lib/time/zoned-day-range.ts";
import type { TimedEntry, UnscheduledDraft } from "./calendar-entries.ts";
import type { CalendarParams } from "./calendar-params.ts";
import type { DropTarget } from "./drag/keyboard-drag.ts";
import type { FreeSlot } from "./free-slots.ts";

/** What this service and this member can do with the calendar. */
export type CalendarAbilities = {
  /** Reschedule, schedule a draft, take back to draft. */
  move: boolean;
  remove: boolean;
  write: boolean;
  notes: boolean;
  feed: boolean;
};

/** Something in the hand of a person: an entry of the calendar or a draft of the tray, and where it would go. */
export type DraggedItem = {
  what: { is: "entry"; entry: TimedEntry } | { is: "draft"; draft: UnscheduledDraft };
  by: "keys" | "drag";
  /** Null over nothing; `tray` takes what it had of a time away. */
  aim: DropTarget | "tray" | null;
};

/** What every part of the calendar reads. */
export type CalendarContextValue = {
  sight: CalendarParams;
  range: ZonedDayRange;
  today: Day;
  now: Date;
  preferences: DisplayPreferences;
  channels: readonly Channel[];
  me: { id: string; isAdmin: boolean };
  abilities: CalendarAbilities;
  byDay: ReadonlyMap<Day, TimedEntry[]>;
  slotsByDay: ReadonlyMap<Day, FreeSlot[]>;
  notesByDay: ReadonlyMap<Day, CalendarNote[]>;
  held: DraggedItem | null;
};

export const CalendarContext = createContext<CalendarContextValue | null>(null);

/** @throws outside of the calendar. */
export function useCalendarContext(): CalendarContextValue {
  const screen = useContext(CalendarContext);
  if (!screen) throw new Error("There is no calendar around this component.");
  return screen;
}
