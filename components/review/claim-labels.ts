import { formatNumber } from "#components/ui/format-number.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Claim, ClaimEvidence } from "#lib/contract/types.ts";
import { formatCount } from "#lib/text/format-count.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatInstant } from "#lib/time/format.ts";
import { minuteMs } from "#lib/time/time-units.ts";
import type { ProjectedStatus } from "./queue/review-state.ts";

/** Zone and clock of displayed times. */
export type ReviewTimeOptions = Pick<DisplayPreferences, "zone" | "clock">;

const hiddenName = "Author hidden";

export const getClaimAuthorName = (claim: Pick<Claim, "member">): string => claim.member?.name ?? hiddenName;

/** Formats an age in one unit: `5 min`, `23 h`, `2 d`. */
export function formatAge(iso: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / minuteMs));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

export const formatPoints = (points: number): string => formatCount(points, "point");

/** Formats a claim's state: `Approved 20`, `Rejected`; an unknown state keeps the service's name. */
export function formatClaimState({ state, awarded }: Pick<ProjectedStatus, "state" | "awarded">): string {
  if (state === "approved") return awarded === null ? "Approved" : `Approved ${formatNumber(awarded)}`;
  if (state === "pending") return "Waiting";
  return state.charAt(0).toUpperCase() + state.slice(1);
}

const capNames: Record<string, string> = { submission: "submission", day: "daily", week: "weekly" };

/**
 * Returns the points that approving a row of the review awards after caps.
 * @param claimed the points that the row's claims ask for, of one channel or of the whole text
 */
export function getWouldAward(
  { claim, would_award: one, text_would_award: all }: ClaimEvidence,
  claimed: number,
): number {
  return claimed === claim.points ? one : Math.min(all ?? claimed, claimed);
}

/** Says how much a cap reduces an approval; null when no cap applies. */
export function formatCap(
  { claim, capped_by: cap }: Pick<ClaimEvidence, "claim" | "capped_by">,
  { claimed, awarded }: { claimed: number; awarded: number },
): string | null {
  if (claim.state !== "pending" || awarded >= claimed) return null;
  // The first channel may be below the cap that the others exceed.
  const name = cap === null ? "a" : `the ${capNames[cap] ?? cap}`;
  return `Approving awards ${awarded} of ${claimed}: limited by ${name} cap.`;
}

/** Formats a history: `38 of 41 claims approved`. */
export function formatClaimHistory({ approved, rejected }: { approved: number; rejected: number }): string {
  const decided = approved + rejected;
  if (decided === 0) return "no claim decided yet";
  return `${formatNumber(approved)} of ${formatNumber(decided)} claims approved`;
}

export const formatSimilarity = (similarity: number): string => `${Math.round(similarity * 100)} % similar to a claim`;

/** Formats the state of an earlier claim: `approved for 20`; an unknown state keeps the service's name. */
export function formatSimilarClaimState({
  state,
  awarded,
}: {
  state: string;
  awarded?: number | null | undefined;
}): string {
  if (state === "pending") return "waiting";
  if (state !== "approved" || typeof awarded !== "number") return state;
  return `approved for ${formatNumber(awarded)}`;
}

/** Formats an author: `Level 3 · 38 of 41 claims approved · 420 points`; the level only when the service reports it. */
export function formatAuthorSummary({ level, points, ...history }: NonNullable<ClaimEvidence["author"]>): string {
  const parts = [formatClaimHistory(history), formatPoints(points)];
  return (level === undefined ? parts : [`Level ${level}`, ...parts]).join(" · ");
}

/** Formats the number of published parts; empty for a single one. */
export function formatPartCount({ parts, joined_from: joined }: Pick<ClaimEvidence, "parts" | "joined_from">): string {
  if (parts.length > 1) return ` · thread of ${parts.length}`;
  return joined && joined > 1 ? ` · joined from ${joined} parts` : "";
}

/** Formats an instant as `Tue 17 Nov, 12:00`, without the current year. */
export function formatClaimInstant(iso: string, { zone, clock }: ReviewTimeOptions, now: Date): string {
  const text = formatInstant(new Date(iso), zone, { clock });
  const year = formatInstant(now, zone).match(/ (\d{4}),/)?.[1];
  return year ? text.replace(` ${year},`, ",") : text;
}

/** Formats a day: `3 Nov`. */
export const formatClaimDay = (iso: string, times: ReviewTimeOptions, now: Date): string =>
  (formatClaimInstant(iso, times, now).split(",")[0] ?? "").replace(/^\S+ /, "");

export const getOpenLinkLabel = (platform: string): string => `Open on ${formatPlatformName(platform)}`;

/** Describes in one sentence who decided, when and how; null for a pending claim. */
export function formatDecision(claim: Claim, times: ReviewTimeOptions, now: Date): string | null {
  if (claim.state === "pending" || !claim.decided_at) return null;
  const reviewer = claim.decided_by?.name ?? "The service";
  const decision =
    claim.state === "approved" ? `approved it for ${formatPoints(claim.awarded ?? claim.points)}` : `${claim.state} it`;
  return `${reviewer} ${decision} on ${formatClaimInstant(claim.decided_at, times, now)}.`;
}
