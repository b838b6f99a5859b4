import { formatInstant, formatRelative } from "#lib/time/format";
import { isWallTime, isZone, toInstant, toWall, zoneName } from "#lib/time/zone";
import type { When } from "./draft.ts";

/** So late still counts as now, as the service has it. */
const latenessMs = 60_000;
const yearsAhead = 2;

/** What a chosen time comes to. `ask` is a time that clocks show twice, `skipped` one that they jump over. */
export type Due =
  | { is: "now" }
  | { is: "at"; at: Date }
  | { is: "ask"; earlier: Date; later: Date }
  | { is: "skipped"; next: Date }
  | { is: "wrong"; why: string };

/** The instant that the author's choice means, or why it means none. */
export function dueAt(when: When, now: Date): Due {
  if (when.is === "now") return { is: "now" };
  if (!isZone(when.zone)) return { is: "wrong", why: "Choose a time zone." };
  if (!isWallTime(when)) return { is: "wrong", why: "Choose a date and a time." };
  const means = toInstant(when, when.zone);
  if (means.is === "skipped") return { is: "skipped", next: means.next };
  if (means.is === "one") return within(means.at, now);
  // The first of the two may have passed already; then only the second can be meant.
  if (means.earlier.getTime() < now.getTime() - latenessMs) return within(means.later, now);
  if (!when.fold) return { is: "ask", earlier: means.earlier, later: means.later };
  return within(when.fold === "earlier" ? means.earlier : means.later, now);
}

function within(at: Date, now: Date): Due {
  if (at.getTime() < now.getTime() - latenessMs)
    return { is: "wrong", why: "That time has passed. Choose a later one." };
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + yearsAhead);
  if (at > latest) return { is: "wrong", why: "That is more than two years ahead. Choose an earlier time." };
  return { is: "at", at };
}

/** The same choice moved to an instant, in its own zone. */
export function whenAt(at: Date, zone: string): When {
  return { is: "at", ...toWall(at, zone), zone };
}

/** A first proposal: tomorrow at nine. */
export function proposeWhen(now: Date, zone: string): When {
  const tomorrow = toWall(new Date(now.getTime() + 24 * 60 * 60_000), zone);
  return { is: "at", date: tomorrow.date, time: "09:00", zone };
}

/** `Berlin` of `Europe/Berlin`. */
export function shortZone(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

/** What the author reads of the choice: an absolute time, and quieter the zone and how far away it is. */
export function whenText(when: When, now: Date): { main: string; note: string; wrong: string | null } {
  const due = dueAt(when, now);
  if (when.is === "now" || due.is === "now") return { main: "Now", note: "as soon as you press", wrong: null };
  if (due.is === "at") {
    const main = formatInstant(due.at, when.zone).replace(` ${toWall(now, when.zone).date.slice(0, 4)},`, ",");
    return { main, note: `${shortZone(when.zone)} · ${formatRelative(due.at, now)}`, wrong: null };
  }
  const asked = `${when.date} ${when.time}`.trim() || "No time yet";
  return { main: asked, note: shortZone(when.zone), wrong: wrongTime(when, due) };
}

/** Why a time can't be scheduled for, with what to do; null for one that can. */
export function wrongTime(when: When, due: Due): string | null {
  if (when.is === "now" || due.is === "now" || due.is === "at") return null;
  if (due.is === "wrong") return due.why;
  if (due.is === "ask") return `Clocks show ${when.time} twice that night. Choose which one you mean.`;
  const next = toWall(due.next, when.zone);
  return `${when.time} does not exist that day in ${shortZone(when.zone)}: clocks jump ahead. The next time there is ${next.time}.`;
}

/** `02:30, Europe/Berlin (GMT+2)`: one of two instants that clocks show alike. */
export function foldText(at: Date, zone: string): string {
  return `${toWall(at, zone).time}, ${zoneName(zone, at)}`;
}
