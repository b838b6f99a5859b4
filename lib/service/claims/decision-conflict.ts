import { Refusal } from "#lib/service/core/refusal.ts";
import type { ClaimRecord } from "./claim-records.ts";

/** What somebody is told whose claim is not as they saw it: who decided it, how and when. Never who wrote it. */
export function createDecisionConflict(row: ClaimRecord): Refusal {
  if (row.state === "pending") {
    const how = row.appealed_at
      ? "Its author has appealed, or changed the points"
      : `Its author changed it to ${row.points} points, or a decision was reversed`;
    return new Refusal(
      "conflict",
      `The claim has changed since you saw it. ${how}. Review it again, then decide.`,
      "version",
    );
  }
  const who = row.decider_name ?? "Somebody";
  const at = row.decided_at === null ? "" : ` on ${formatUtcTime(row.decided_at)}`;
  const how = row.state === "rejected" ? "rejected this claim" : `approved this claim with ${row.awarded ?? 0} points`;
  const then = "Nothing was changed. Reverse that decision to decide again.";
  return new Refusal("conflict", `${who} ${how}${at}. ${then}`, "version");
}

/** `12 January 2027 at 16:05 UTC`. */
export function formatUtcTime(at: Date): string {
  const day = at.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  return `${day} at ${at.toISOString().slice(11, 16)} UTC`;
}
