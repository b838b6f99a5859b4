import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { parseScheduledFor, type ScheduledForProblem } from "#lib/time/parse/parse-scheduled-for.ts";

const problems: Record<ScheduledForProblem, string> = {
  not_a_time: "must be a time such as 2027-01-31T09:30:00Z",
  no_offset: "must end in Z or an offset such as +02:00, because a time without one is ambiguous",
  past: "is in the past",
  too_far: `is more than ${serverOnlyLimits.scheduledAheadYears} years ahead`,
};

/** Parses `scheduled_for`, or `field`; a time that has just passed becomes `now`. @throws Refusal `invalid_request`. */
export function requireScheduledFor(text: string, now: Date, field = "scheduled_for"): Date {
  const read = parseScheduledFor(text, now);
  if ("ok" in read) return read.ok;
  throw new Refusal("invalid_request", `${field} ${problems[read.problem]}.`, field);
}
