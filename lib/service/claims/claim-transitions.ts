import type { ClaimDecision, ClaimState } from "#lib/contract/types.ts";
import { Refusal } from "#lib/service/core/refusal.ts";

/** The state of a claim before a step. */
export type ClaimTransitionInput = { state: ClaimState; points: number; appealed: boolean };

export type ClaimDecisionKind = "approval" | "adjustment" | "rejection";
/** The status and points that a decision requests. Caps may reduce `requested`. */
export type AppliedDecision = {
  state: "approved" | "rejected";
  kind: ClaimDecisionKind;
  requested: number;
  reason: string | null;
};

/** A decision on a claim, before caps. @returns a Refusal when it can't be made. */
export function applyDecision(
  claim: ClaimTransitionInput,
  decision: Pick<ClaimDecision, "action" | "points" | "reason">,
): AppliedDecision | Refusal {
  if (claim.state !== "pending") return new Refusal("conflict", `The claim is already ${claim.state}.`);
  const reason = decision.reason ?? null;
  if (decision.action === "reject") {
    if (reason === null) {
      return new Refusal("invalid_request", "A rejection requires a reason, which its author sees.", "reason");
    }
    if (decision.points !== undefined) {
      return new Refusal("invalid_request", "A rejection awards no points. Leave out points.", "points");
    }
    return { state: "rejected", kind: "rejection", requested: 0, reason };
  }
  const requested = decision.points ?? claim.points;
  return { state: "approved", kind: requested === claim.points ? "approval" : "adjustment", requested, reason };
}

/** A decided claim is pending again. @returns a Refusal for one that nobody decided. */
export function applyReversal(claim: ClaimTransitionInput): { state: "pending" } | Refusal {
  return claim.state === "pending"
    ? new Refusal("conflict", "The claim is pending, so there is no decision to reverse.")
    : { state: "pending" };
}

/** The author's sentence against a rejection, once. */
export function applyAppeal(claim: ClaimTransitionInput): { state: "pending"; appealed: true } | Refusal {
  if (claim.appealed)
    return new Refusal("conflict", "This claim was already appealed. A claim can be appealed only once.");
  return claim.state === "rejected"
    ? { state: "pending", appealed: true }
    : new Refusal("conflict", `Only a rejected claim can be appealed; this one is ${claim.state}.`);
}

/** Other points, as long as nobody has decided. */
export function applyPointsChange(claim: ClaimTransitionInput, points: number): { points: number } | Refusal {
  return claim.state === "pending"
    ? { points }
    : new Refusal("conflict", `The claim is ${claim.state}, so its points can't be changed any more.`);
}
