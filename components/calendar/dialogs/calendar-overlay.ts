import type { CalendarNote } from "#lib/contract/types.ts";
import type { Day } from "#lib/time/days.ts";

/** The calendar's open dialog. It refers to posts by id because they may change while the dialog is open. */
export type CalendarOverlay =
  // With `isAlone` only this post of its text.
  | { type: "subject"; postId: string; isAlone?: boolean }
  | { type: "move"; postId: string; isAlone?: boolean }
  | { type: "day"; day: Day }
  // `fold` chooses one instant where clocks show the time twice.
  | { type: "compose"; day: Day; time: string; fold?: "earlier" | "later"; channelIds: readonly string[] }
  | { type: "note"; day: Day; note: CalendarNote | null }
  | { type: "filter" }
  | { type: "jump" }
  | { type: "subscribe" }
  | { type: "tray" };

/** The subject of a menu: an entry or draft, a day, or the calendar itself. */
export type CalendarMenuSubject =
  | { type: "subject"; postId: string }
  | { type: "day"; day: Day }
  | { type: "calendar" };
export type OpenCalendarMenu = { target: CalendarMenuSubject; at: { x: number; y: number }; opener: Element | null };
