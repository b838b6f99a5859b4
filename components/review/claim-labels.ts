import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Claim, ClaimEvidence } from "#lib/contract/types.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatInstant } from "#lib/time/format.ts";
import type { DecisionInput, ProjectedStatus } from "./queue/review-state.ts";

/** How instants are written: in which zone, on which clock. */
export type ReviewTimeOptions = Pick<DisplayPreferences, "zone" | "clock">;

const hiddenName = "Author hidden";

export const getClaimAuthorName = (claim: Pick<Claim, "member">): string => claim.member?.name ?? hiddenName;

const minuteMs = 60_000;

/** How long something has waited, in one unit: `5 min`, `23 h`, `2 d`. */
export function formatAge(iso: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / minuteMs));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

export const formatPoints = (points: number): string =>
  `${points.toLocaleString("en-GB")} ${points === 1 ? "point" : "points"}`;

/** `Approved 20`, `Rejected`; an unknown state of another service as it is called there. */
export function formatClaimState({ state, awarded }: Pick<ProjectedStatus, "state" | "awarded">): string {
  if (state === "approved") return awarded === null ? "Approved" : `Approved ${awarded.toLocaleString("en-GB")}`;
  if (state === "pending") return "Waiting";
  return state.charAt(0).toUpperCase() + state.slice(1);
}

/** What a toast says of a decision: `Approved 20 points for Mina Aalto`. */
export function formatDecisionToast(claims: readonly Claim[], wanted: DecisionInput): string {
  const [claim] = claims;
  if (!claim) return "";
  if (claims.length > 1) {
    const points = claims.reduce((sum, { points: own }) => sum + own, 0);
    return `Approved ${claims.length} claims, ${formatPoints(points)} claimed`;
  }
  const whom = claim.member ? ` for ${claim.member.name}` : "";
  if (wanted.action === "reject") return `Rejected ${formatPoints(claim.points)}${whom}`;
  const given = wanted.points ?? claim.points;
  return `Approved ${formatPoints(given)}${given === claim.points ? "" : ` of ${claim.points}`}${whom}`;
}

const capNames: Record<string, string> = { submission: "one submission", day: "a day", week: "a week" };

/** What caps make of an approval; null where they take nothing. */
export function formatCap({ claim, would_award: would, capped_by: cap }: ClaimEvidence): string | null {
  if (cap === null || claim.state !== "pending" || would >= claim.points) return null;
  return `An approval gives ${would} of ${claim.points}: the cap of ${capNames[cap] ?? cap}.`;
}

/** `38 of 41 claims approved`. */
export function formatClaimHistory({ approved, rejected }: { approved: number; rejected: number }): string {
  const decided = approved + rejected;
  if (decided === 0) return "no claim decided yet";
  return `${approved.toLocaleString("en-GB")} of ${decided.toLocaleString("en-GB")} claims approved`;
}

export const formatSimilarity = (likeness: number): string => `${Math.round(likeness * 100)} % like a claim`;

/** What became of an earlier claim: `approved for 20`; a state of another service as it is called there. */
export function formatSimilarClaimState({
  state,
  awarded,
}: {
  state: string;
  awarded?: number | null | undefined;
}): string {
  if (state === "pending") return "waiting";
  if (state !== "approved" || typeof awarded !== "number") return state;
  return `approved for ${awarded.toLocaleString("en-GB")}`;
}

/** `Level 3 · 38 of 41 claims approved · 420 points`; the level where the service tells it. */
export function formatAuthorSummary({ level, points, ...history }: NonNullable<ClaimEvidence["author"]>): string {
  const words = [formatClaimHistory(history), formatPoints(points)];
  return (level === undefined ? words : [`Level ${level}`, ...words]).join(" · ");
}

/** In how many pieces it went out; nothing of a single one. */
export function formatPartCount({ parts, joined_from: joined }: Pick<ClaimEvidence, "parts" | "joined_from">): string {
  if (parts.length > 1) return ` · thread of ${parts.length}`;
  return joined && joined > 1 ? ` · joined from ${joined} parts` : "";
}

/** `Tue 17 Nov, 12:00`: the year is left out while it is this one. */
export function formatClaimInstant(iso: string, { zone, clock }: ReviewTimeOptions, now: Date): string {
  const text = formatInstant(new Date(iso), zone, { clock });
  const year = formatInstant(now, zone).match(/ (\d{4}),/)?.[1];
  return year ? text.replace(` ${year},`, ",") : text;
}

/** `3 Nov`. */
export const formatClaimDay = (iso: string, times: ReviewTimeOptions, now: Date): string =>
  (formatClaimInstant(iso, times, now).split(",")[0] ?? "").replace(/^\S+ /, "");

export const getOpenLinkLabel = (platform: string): string => `Open on ${formatPlatformName(platform)}`;

/** Who decided, when and how, in one sentence; null while it waits. */
export function formatDecision(claim: Claim, times: ReviewTimeOptions, now: Date): string | null {
  if (claim.state === "pending" || !claim.decided_at) return null;
  const who = claim.decided_by?.name ?? "The service";
  const what =
    claim.state === "approved" ? `approved it for ${formatPoints(claim.awarded ?? claim.points)}` : `${claim.state} it`;
  return `${who} ${what} on ${formatClaimInstant(claim.decided_at, times, now)}.`;
}
