"use client";
import { createContext, useContext } from "react";
import type { Channel, Note } from "#lib/contract/types.ts";
import type { Day } from "#lib/time/days.ts";
import type { Preferences } from "#lib/time/display-preferences.ts";
import type { ZoneRange } from "#lib/time/zoned-day-range.ts";
import type { Sight } from "./calendar-params.ts";
import type { Draft, Entry } from "./calendar-entries.ts";
import type { FreeSlot } from "./free-slots.ts";
import type { Aim } from "./drag/keyboard-drag.ts";

/** What this service and this member can do with the calendar. */
export type Abilities = {
  /** Reschedule, schedule a draft, take back to draft. */
  move: boolean;
  remove: boolean;
  write: boolean;
  notes: boolean;
  feed: boolean;
};

/** Something in the hand of a person: an entry of the calendar or a draft of the tray, and where it would go. */
export type Held = {
  what: { is: "entry"; entry: Entry } | { is: "draft"; draft: Draft };
  by: "keys" | "drag";
  /** Null over nothing; `tray` takes what it had of a time away. */
  aim: Aim | "tray" | null;
};

/** What every part of the calendar reads. */
export type Screen = {
  sight: Sight;
  range: ZoneRange;
  today: Day;
  now: Date;
  preferences: Preferences;
  channels: readonly Channel[];
  me: { id: string; isAdmin: boolean };
  abilities: Abilities;
  byDay: ReadonlyMap<Day, Entry[]>;
  slotsByDay: ReadonlyMap<Day, FreeSlot[]>;
  notesByDay: ReadonlyMap<Day, Note[]>;
  held: Held | null;
};

export const ScreenContext = createContext<Screen | null>(null);

/** @throws outside of the calendar. */
export function useScreen(): Screen {
  const screen = useContext(ScreenContext);
  if (!screen) throw new Error("There is no calendar around this component.");
  return screen;
}
