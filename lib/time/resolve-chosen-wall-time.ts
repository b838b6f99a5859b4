import type { DisplayPreferences } from "./display-preferences.ts";
import { formatClockTime, getTimeZoneCity } from "./format-short.ts";
import { isTimeZone, isWallTime, resolveWallTime } from "./resolve-wall-time.ts";
import { minuteMs } from "./time-units.ts";
import { toWallTime, type WallTime } from "./wall-time.ts";

/** A time this late still counts as now, as in the service. */
const latenessMs = minuteMs;
const yearsAhead = 2;

/** A person's choice of wall time in a zone; `fold` chooses one instant where clocks show the time twice. */
export type ChosenWallTime = WallTime & { zone: string; fold?: "earlier" | "later" };

/**
 * The result of resolving a `ScheduleTime`. `ask` is a time that clocks show twice, `skipped` one that clocks jump
 * over, with the last minute before and the first after.
 */
export type ChosenWallTimeResolution =
  | { type: "at"; at: Date }
  | { type: "ask"; earlier: Date; later: Date }
  | { type: "skipped"; before: Date; after: Date }
  | { type: "wrong"; why: string };

/** Converts an instant to a choice in a zone. If clocks show the time twice, `fold` says which one it is. */
export function toChosenWallTime(at: Date, zone: string): ChosenWallTime {
  const wall = toWallTime(at, zone);
  const means = resolveWallTime(wall, zone);
  if (means.type !== "twice") return { ...wall, zone };
  const isEarlier = Math.floor(at.getTime() / minuteMs) <= means.earlier.getTime() / minuteMs;
  return { ...wall, zone, fold: isEarlier ? "earlier" : "later" };
}

/** Resolves a person's choice to the instant to plan for, or to the reason why none can be used. */
export function resolveChosenWallTime(chosen: ChosenWallTime, now: Date): ChosenWallTimeResolution {
  if (!isTimeZone(chosen.zone)) return { type: "wrong", why: "Choose a time zone." };
  if (!isWallTime(chosen)) return { type: "wrong", why: "Choose a date and a time." };
  const means = resolveWallTime(chosen, chosen.zone);
  if (means.type === "skipped")
    return { type: "skipped", before: new Date(means.next.getTime() - minuteMs), after: means.next };
  if (means.type === "one") return checkScheduleLimits(means.at, now);
  // If the first of the two has already passed, only the second is possible.
  if (means.earlier.getTime() < now.getTime() - latenessMs) return checkScheduleLimits(means.later, now);
  if (!chosen.fold) return { type: "ask", earlier: means.earlier, later: means.later };
  return checkScheduleLimits(chosen.fold === "earlier" ? means.earlier : means.later, now);
}

function checkScheduleLimits(at: Date, now: Date): ChosenWallTimeResolution {
  if (at.getTime() < now.getTime() - latenessMs)
    return { type: "wrong", why: "That time has passed. Choose a later one." };
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + yearsAhead);
  if (at > latest) return { type: "wrong", why: "That is more than two years ahead. Choose an earlier time." };
  return { type: "at", at };
}

/** Returns why a chosen time can't be planned, with advice; null when it can. */
export function getChosenWallTimeProblem(
  chosen: ChosenWallTime,
  means: ChosenWallTimeResolution,
  clock: DisplayPreferences["clock"] = "24",
): string | null {
  if (means.type === "at") return null;
  if (means.type === "wrong") return means.why;
  const { zone } = chosen;
  const time = formatClockTime(chosen.time, clock);
  if (means.type === "ask") return `Clocks show ${time} twice that night. Choose which one you mean.`;
  const place = getTimeZoneCity(zone);
  const [before, after] = [means.before, means.after].map((at) => formatClockTime(toWallTime(at, zone).time, clock));
  return `${time} does not exist that day in ${place}: clocks jump ahead. The nearest times are ${before} and ${after}.`;
}
