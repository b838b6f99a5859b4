import { type ChosenInstant, chosenInstant, wrongInstant } from "#lib/time/schedule-time.ts";
import { formatInstant, formatRelative } from "#lib/time/format.ts";
import type { Preferences } from "#lib/time/display-preferences.ts";
import { clockText } from "#lib/time/format-short.ts";
import { toInstant, toWall, zoneName } from "#lib/time/time-zone.ts";
import type { When } from "./draft.ts";

type Clock = Preferences["clock"];

const minuteMs = 60_000;

/** What a chosen time comes to. */
export type Due = { is: "now" } | ChosenInstant;

/** The instant that the author's choice means, or why it means none. */
export function dueAt(when: When, now: Date): Due {
  return when.is === "now" ? { is: "now" } : chosenInstant(when, now);
}

/** An instant as a choice in a zone; of two that clocks show alike it says which. */
export function whenAt(at: Date, zone: string): When {
  const wall = toWall(at, zone);
  const means = toInstant(wall, zone);
  if (means.is !== "twice") return { is: "at", ...wall, zone };
  const isEarlier = Math.floor(at.getTime() / minuteMs) <= means.earlier.getTime() / minuteMs;
  return { is: "at", ...wall, zone, fold: isEarlier ? "earlier" : "later" };
}

const longUnits: Readonly<Record<string, string>> = { y: "year", d: "day", h: "hour", min: "minute" };

/** How far an instant is from now, in whole words: `in 2 days 20 hours`, `1 hour ago`, `now`. */
export function aheadText(at: Date, now: Date): string {
  return formatRelative(at, now).replace(/(\d+) (y|d|h|min)\b/gu, (_, count: string, short: string) => {
    return `${count} ${longUnits[short]}${count === "1" ? "" : "s"}`;
  });
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

/** `Tue 24 Nov, 09:00`: the year is left out while it is this one. */
export function shortTime(at: Date, { zone, clock }: Pick<Preferences, "zone" | "clock">, now: Date): string {
  return formatInstant(at, zone, { clock }).replace(` ${toWall(now, zone).date.slice(0, 4)},`, ",");
}

/** `Tue 24 Nov, 09:00, Berlin (in 2 days 20 hours)`: a choice told whole; empty for one that means no instant. */
export function echoText(when: When, due: Due, now: Date, clock: Clock = "24"): string {
  if (when.is === "now" || due.is === "now") return "Now, as soon as you press Publish.";
  if (due.is !== "at") return "";
  return `${shortTime(due.at, { zone: when.zone, clock }, now)}, ${shortZone(when.zone)} (${aheadText(due.at, now)})`;
}

/** What the author reads of the choice: an absolute time, and quieter the zone and how far away it is. */
export function whenText(
  when: When,
  now: Date,
  clock: Clock = "24",
): { main: string; note: string; wrong: string | null } {
  const due = dueAt(when, now);
  if (when.is === "now" || due.is === "now") return { main: "Now", note: "as soon as you press", wrong: null };
  if (due.is === "at") {
    const main = shortTime(due.at, { zone: when.zone, clock }, now);
    return { main, note: `${shortZone(when.zone)} · ${formatRelative(due.at, now)}`, wrong: null };
  }
  const time = when.time === "" ? "" : clockText(when.time, clock);
  const asked = `${when.date} ${time}`.trim() || "No time yet";
  return { main: asked, note: shortZone(when.zone), wrong: wrongTime(when, due, clock) };
}

/** Why a time can't be scheduled for, with what to do; null for one that can. */
export function wrongTime(when: When, due: Due, clock: Clock = "24"): string | null {
  if (when.is === "now" || due.is === "now") return null;
  return wrongInstant(when, due, clock);
}

/** `02:30, Europe/Berlin (GMT+2)`: one of two instants that clocks show alike. */
export function foldText(at: Date, zone: string, clock: Clock = "24"): string {
  return `${clockText(toWall(at, zone).time, clock)}, ${zoneName(zone, at)}`;
}
