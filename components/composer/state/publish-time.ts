import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatInstant, formatRelativeTime } from "#lib/time/format.ts";
import { formatClockTime } from "#lib/time/format-short.ts";
import { getScheduleTimeProblem, resolveScheduleTime, type ScheduleTimeResolution } from "#lib/time/schedule-time.ts";
import { formatTimeZone, resolveWallTime, toWallTime } from "#lib/time/time-zone.ts";
import type { PublishTime } from "./draft.ts";

type Clock = DisplayPreferences["clock"];

const minuteMs = 60_000;

/** What a chosen time comes to. */
export type ResolvedPublishTime = { is: "now" } | ScheduleTimeResolution;

/** The instant that the author's choice means, or why it means none. */
export function resolvePublishTime(when: PublishTime, now: Date): ResolvedPublishTime {
  return when.is === "now" ? { is: "now" } : resolveScheduleTime(when, now);
}

/** An instant as a choice in a zone; of two that clocks show alike it says which. */
export function toPublishTime(at: Date, zone: string): PublishTime {
  const wall = toWallTime(at, zone);
  const means = resolveWallTime(wall, zone);
  if (means.is !== "twice") return { is: "at", ...wall, zone };
  const isEarlier = Math.floor(at.getTime() / minuteMs) <= means.earlier.getTime() / minuteMs;
  return { is: "at", ...wall, zone, fold: isEarlier ? "earlier" : "later" };
}

const longUnits: Readonly<Record<string, string>> = { y: "year", d: "day", h: "hour", min: "minute" };

/** How far an instant is from now, in whole words: `in 2 days 20 hours`, `1 hour ago`, `now`. */
export function formatTimeUntil(at: Date, now: Date): string {
  return formatRelativeTime(at, now).replace(/(\d+) (y|d|h|min)\b/gu, (_, count: string, short: string) => {
    return `${count} ${longUnits[short]}${count === "1" ? "" : "s"}`;
  });
}

/** A first proposal: tomorrow at nine. */
export function suggestPublishTime(now: Date, zone: string): PublishTime {
  const tomorrow = toWallTime(new Date(now.getTime() + 24 * 60 * 60_000), zone);
  return { is: "at", date: tomorrow.date, time: "09:00", zone };
}

/** `Berlin` of `Europe/Berlin`. */
export function formatZoneCity(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

/** `Tue 24 Nov, 09:00`: the year is left out while it is this one. */
export function formatShortTime(
  at: Date,
  { zone, clock }: Pick<DisplayPreferences, "zone" | "clock">,
  now: Date,
): string {
  return formatInstant(at, zone, { clock }).replace(` ${toWallTime(now, zone).date.slice(0, 4)},`, ",");
}

/** `Tue 24 Nov, 09:00, Berlin (in 2 days 20 hours)`: a choice told whole; empty for one that means no instant. */
export function describePublishTime(
  when: PublishTime,
  due: ResolvedPublishTime,
  now: Date,
  clock: Clock = "24",
): string {
  if (when.is === "now" || due.is === "now") return "Now, as soon as you press Publish.";
  if (due.is !== "at") return "";
  return `${formatShortTime(due.at, { zone: when.zone, clock }, now)}, ${formatZoneCity(when.zone)} (${formatTimeUntil(due.at, now)})`;
}

/** What the author reads of the choice: an absolute time, and quieter the zone and how far away it is. */
export function formatPublishTime(
  when: PublishTime,
  now: Date,
  clock: Clock = "24",
): { main: string; note: string; wrong: string | null } {
  const due = resolvePublishTime(when, now);
  if (when.is === "now" || due.is === "now") return { main: "Now", note: "as soon as you press", wrong: null };
  if (due.is === "at") {
    const main = formatShortTime(due.at, { zone: when.zone, clock }, now);
    return { main, note: `${formatZoneCity(when.zone)} · ${formatRelativeTime(due.at, now)}`, wrong: null };
  }
  const time = when.time === "" ? "" : formatClockTime(when.time, clock);
  const asked = `${when.date} ${time}`.trim() || "No time yet";
  return { main: asked, note: formatZoneCity(when.zone), wrong: findPublishTimeProblem(when, due, clock) };
}

/** Why a time can't be scheduled for, with what to do; null for one that can. */
export function findPublishTimeProblem(
  when: PublishTime,
  due: ResolvedPublishTime,
  clock: Clock = "24",
): string | null {
  if (when.is === "now" || due.is === "now") return null;
  return getScheduleTimeProblem(when, due, clock);
}

/** `02:30, Europe/Berlin (GMT+2)`: one of two instants that clocks show alike. */
export function formatDstOption(at: Date, zone: string, clock: Clock = "24"): string {
  return `${formatClockTime(toWallTime(at, zone).time, clock)}, ${formatTimeZone(zone, at)}`;
}
