import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatInstant, formatRelativeTime } from "#lib/time/format.ts";
import { formatClockTime, getTimeZoneCity } from "#lib/time/format-short.ts";
import { formatTimeZone } from "#lib/time/format-time-zone.ts";
import {
  type ChosenWallTimeResolution,
  getChosenWallTimeProblem,
  resolveChosenWallTime,
  toChosenWallTime,
} from "#lib/time/resolve-chosen-wall-time.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import type { PublishTime, ScheduledTime } from "./draft.ts";

type Clock = DisplayPreferences["clock"];

export type ResolvedPublishTime = { type: "now" } | ChosenWallTimeResolution;

/** Returns the instant that the author's choice means, or the reason why it means none. */
export function resolvePublishTime(when: PublishTime, now: Date): ResolvedPublishTime {
  return when.type === "now" ? { type: "now" } : resolveChosenWallTime(when, now);
}

/** Converts an instant to a choice in a zone. */
export function toPublishTime(at: Date, zone: string): ScheduledTime {
  return { type: "at", ...toChosenWallTime(at, zone) };
}

/** Suggests tomorrow at 09:00. */
export function suggestPublishTime(now: Date, zone: string): ScheduledTime {
  const tomorrow = toWallTime(new Date(now.getTime() + 24 * 60 * 60_000), zone);
  return { type: "at", date: tomorrow.date, time: "09:00", zone };
}

/** Formats `Tue 24 Nov, 09:00`. The current year is left out. */
export function formatShortTime(
  at: Date,
  { zone, clock }: Pick<DisplayPreferences, "zone" | "clock">,
  now: Date,
): string {
  return formatInstant(at, zone, { clock }).replace(` ${toWallTime(now, zone).date.slice(0, 4)},`, ",");
}

/** Formats an instant with its zone: `Tue 24 Nov, 09:00, Berlin`. */
export function formatZonedTime(at: Date, preferences: Pick<DisplayPreferences, "zone" | "clock">, now: Date): string {
  return `${formatShortTime(at, preferences, now)}, ${getTimeZoneCity(preferences.zone)}`;
}

/** Formats the choice for the author: the absolute time, and as a less prominent note the zone and the distance. */
export function formatPublishTime(
  when: PublishTime,
  now: Date,
  clock: Clock = "24",
): { main: string; note: string; wrong: string | null } {
  const due = resolvePublishTime(when, now);
  if (when.type === "now" || due.type === "now") return { main: "Schedule…", note: "", wrong: null };
  if (due.type === "at") {
    const main = formatShortTime(due.at, { zone: when.zone, clock }, now);
    return { main, note: `${getTimeZoneCity(when.zone)} · ${formatRelativeTime(due.at, now)}`, wrong: null };
  }
  const time = when.time === "" ? "" : formatClockTime(when.time, clock);
  const typedTime = `${when.date} ${time}`.trim() || "No time yet";
  return { main: typedTime, note: getTimeZoneCity(when.zone), wrong: findPublishTimeProblem(when, due, clock) };
}

/** Returns why a time can't be scheduled and what to do; null if it can. */
export function findPublishTimeProblem(
  when: PublishTime,
  due: ResolvedPublishTime,
  clock: Clock = "24",
): string | null {
  if (when.type === "now" || due.type === "now") return null;
  return getChosenWallTimeProblem(when, due, clock);
}

/** Formats one of two instants that clocks show alike: `02:30, Berlin (UTC+2)`. */
export function formatDstOption(at: Date, zone: string, clock: Clock = "24"): string {
  return `${formatClockTime(toWallTime(at, zone).time, clock)}, ${formatTimeZone(zone, at)}`;
}
