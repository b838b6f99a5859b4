import type { DateOrder } from "../../../lib/time/display-preferences.ts";
import { formatInstant, formatRelativeTime } from "../../../lib/time/format.ts";
import { getNumericDateProblem, parseNaturalDate } from "../../../lib/time/parse/parse-natural-date.ts";
import { parseScheduledFor } from "../../../lib/time/parse/parse-scheduled-for.ts";
import { getChosenWallTimeProblem, resolveChosenWallTime } from "../../../lib/time/resolve-chosen-wall-time.ts";
import { isTimeZone } from "../../../lib/time/resolve-wall-time.ts";
import type { Postwright } from "../../client/src/create-client.ts";
import { isPostwrightError } from "../../client/src/resources.ts";
import { usageError } from "./cli-error.ts";

/**
 * The zone and the order of dates that a member's words are read in, and the clock that times are shown in. Without an
 * order, a date in numbers that could be two days is refused: this machine's language says nothing about the member.
 */
export type TimeSettings = { zone: string; clock: "24" | "12"; dateOrder: DateOrder | null };

const dateOrders: readonly DateOrder[] = ["day_first", "month_first"];

/** Reads them from the service; a service without settings leaves this machine's zone. @throws CliError for an unknown zone */
export async function readTimeSettings(client: Postwright, zone: string | undefined): Promise<TimeSettings> {
  if (zone !== undefined && !isTimeZone(zone))
    throw usageError(`"${zone}" isn't a time zone. Use a name such as Europe/Berlin.`);
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    const settings = await client.call("getSettings");
    return {
      zone: zone ?? settings.zone ?? own,
      clock: settings.clock === "12" ? "12" : "24",
      dateOrder: dateOrders.find((order) => order === settings.date_order) ?? null,
    };
  } catch (error) {
    if (!isPostwrightError(error) || (error.status !== 404 && error.status !== 403)) throw error;
    return { zone: zone ?? own, clock: "24", dateOrder: null };
  }
}

const problems = {
  past: "that time has passed",
  too_far: "that is more than two years ahead",
  no_offset: "it needs Z or an offset at its end",
  not_a_time: "it isn't a time",
} as const;

/**
 * Reads a time in words ("fri 9:00", "in 2h", "now") or in ISO 8601 with an offset. Null means now. Half-understood words
 * are refused, not guessed.
 * @throws CliError that says why the time can't be used
 */
export function parseTime(text: string, { zone, clock, dateOrder }: TimeSettings, now = new Date()): Date | null {
  const iso = parseScheduledFor(text.trim(), now);
  if ("ok" in iso) return iso.ok;
  if (iso.problem === "past" || iso.problem === "too_far") throw usageError(`"${text}": ${problems[iso.problem]}.`);
  // "2027-01-04 09:00" and "2027-01-04T09:00" are wall times in the zone.
  const words = text.replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?$/, "$1 $2");
  const found = parseNaturalDate(words, { now, zone, dateOrder });
  if (found === null) {
    const problem = getNumericDateProblem(words, dateOrder);
    if (problem !== null) throw usageError(`"${text}": ${problem}`);
    throw usageError(
      `"${text}" can't be read as a time. Write "fri 9:00", "tomorrow 14:30", "in 2h" or 2030-01-04T09:00:00+01:00.`,
    );
  }
  if (found.type === "now") return null;
  const resolved = resolveChosenWallTime(found, now);
  if (resolved.type === "at") return resolved.at;
  const isTwice = resolved.type === "ask";
  const why = isTwice
    ? "clocks show that time twice: write it with an offset"
    : getChosenWallTimeProblem(found, resolved, clock);
  throw usageError(`"${text}": ${why?.replace(/\.$/, "")}.`);
}

/** Formats `Fri 27 Nov 2026, 09:00 Europe/Berlin (in 3 d 18 h)`. */
export const describeTime = (at: Date, { zone, clock }: TimeSettings, now = new Date()) =>
  `${formatInstant(at, zone, { clock })} ${zone} (${formatRelativeTime(at, now)})`;
