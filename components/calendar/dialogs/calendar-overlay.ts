import type { CalendarNote } from "#lib/contract/types.ts";
import type { Day } from "#lib/time/days.ts";

/** The calendar's open dialog. It refers to posts by id because they may change while the dialog is open. */
export type CalendarOverlay =
  | { is: "subject"; postId: string }
  | { is: "move"; postId: string }
  | { is: "day"; day: Day }
  | { is: "note"; day: Day; note: CalendarNote | null }
  | { is: "filter" }
  | { is: "jump" }
  | { is: "subscribe" }
  | { is: "tray" };

/** The subject of a menu: an entry or draft, a day, or the calendar itself. */
export type CalendarMenuSubject = { is: "subject"; postId: string } | { is: "day"; day: Day } | { is: "calendar" };
export type OpenCalendarMenu = { of: CalendarMenuSubject; at: { x: number; y: number }; opener: Element | null };
