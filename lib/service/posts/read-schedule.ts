import { limits } from "#lib/contract/limits";
import { Refusal } from "#lib/service/refusal";

const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;

/** When a post is to go out. `isNow` when the time has just come: up to a minute in the past counts as now. */
export type Schedule = { at: Date; isNow: boolean };

/** @throws Refusal `invalid_request` for a time without offset, one that is past, or more than two years ahead. */
export function readSchedule(text: string, now: Date): Schedule {
  const at = form.test(text) ? new Date(text) : null;
  if (!at || Number.isNaN(at.getTime())) {
    throw refused("must be an instant such as 2027-01-31T09:30:00Z, with Z or an offset");
  }
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + limits.scheduledAheadYears);
  if (at > latest) throw refused(`is more than ${limits.scheduledAheadYears} years ahead`);
  if (now.getTime() - at.getTime() > limits.scheduledPastGraceMs) throw refused("is in the past");
  return { at, isNow: at <= now };
}

function refused(why: string): Refusal {
  return new Refusal("invalid_request", `scheduled_for ${why}.`, "scheduled_for");
}
