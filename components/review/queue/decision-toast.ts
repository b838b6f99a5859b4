import { formatPoints } from "#components/review/claim-labels.ts";
import type { Claim } from "#lib/contract/types.ts";
import type { DecisionInput } from "./review-state.ts";

/** Formats a decision for a toast: `Approved 20 points for Mina Aalto`. */
export function formatDecisionToast(claims: readonly Claim[], decision: DecisionInput): string {
  const [claim] = claims;
  if (!claim) return "";
  if (claims.length > 1) {
    const points = claims.reduce((sum, { points: claimed }) => sum + claimed, 0);
    const done = decision.action === "reject" ? "Rejected" : "Approved";
    const each = decision.action === "approve" && decision.points !== undefined ? decision.points : null;
    const value = each === null ? `${formatPoints(points)} claimed` : `${formatPoints(each)} each`;
    return `${done} ${claims.length} claims, ${value}`;
  }
  const author = claim.member ? ` for ${claim.member.name}` : "";
  if (decision.action === "reject") return `Rejected ${formatPoints(claim.points)}${author}`;
  const awarded = decision.points ?? claim.points;
  return `Approved ${formatPoints(awarded)}${awarded === claim.points ? "" : ` of ${claim.points}`}${author}`;
}
