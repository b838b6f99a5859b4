import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import { pathId } from "#lib/contract/path-id.ts";
import {
  Claim,
  ClaimCounts,
  ClaimDecision,
  ClaimDecisionsResult,
  ClaimEvidence,
  ClaimQuery,
  claimedPoints,
  claimReason,
  LedgerCheck,
  LedgerLine,
  LedgerQuery,
  OwnClaim,
  SimulatedLeaderboard,
} from "#lib/contract/resources/claims.ts";
import { personRef } from "#lib/contract/resources/fields.ts";

const id = z.string();
const claimId = z.object({ id: pathId("claim") });
const decisionId = z.object({ id: pathId("decision") });
const postId = z.object({ id: pathId("post") });
const errors = ["invalid_request", "unauthorized", "forbidden", "not_found"] as const;

/** Endpoints for claims, their review, and the points ledger. */
export const claimEndpoints = {
  listClaims: defineEndpoint({
    method: "GET",
    path: "/claims",
    scope: "claims:review",
    documented: false,
    summary: "List the organization's claims, oldest first",
    query: ClaimQuery,
    status: 200,
    data: z.array(Claim),
    paginated: true,
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  countClaims: defineEndpoint({
    method: "GET",
    path: "/claims/counts",
    scope: "claims:review",
    documented: false,
    summary: "Count pending, approved and rejected claims",
    status: 200,
    data: ClaimCounts,
    errors: ["unauthorized", "forbidden"],
  }),
  getClaim: defineEndpoint({
    method: "GET",
    path: "/claims/{id}",
    scope: "claims:review",
    documented: false,
    summary: "Read a claim with its evidence",
    params: claimId,
    status: 200,
    data: ClaimEvidence,
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  viewClaim: defineEndpoint({
    method: "POST",
    path: "/claims/{id}/view",
    scope: "claims:review",
    documented: false,
    summary: "Show other reviewers for 30 seconds that you are viewing a claim",
    params: claimId,
    status: 200,
    data: z.object({
      viewer: personRef.nullable().describe("Another reviewer who is viewing the claim."),
    }),
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  decideClaim: defineEndpoint({
    method: "POST",
    path: "/claims/{id}/decision",
    scope: "claims:review",
    documented: false,
    summary: "Approve, adjust or reject one claim",
    description: "Returns 409 if the claim was decided or changed since you read it. The message says by whom and how.",
    params: claimId,
    body: ClaimDecision.omit({ id: true }),
    status: 200,
    data: z.object({
      decision_id: id.describe("The id of the decision, for reversing it."),
      claim: Claim.describe("The claim as it is now."),
    }),
    repeatSafe: true,
    errors: [...errors, "conflict"],
  }),
  decideClaims: defineEndpoint({
    method: "POST",
    path: "/claims/decisions",
    scope: "claims:review",
    documented: false,
    summary: "Decide up to 500 claims, each independently",
    body: z.object({
      decisions: z
        .array(ClaimDecision)
        .min(1)
        .max(limits.claimsPerDecision)
        .describe("The decisions, one per claim. Each is accepted or rejected independently."),
    }),
    status: 200,
    data: ClaimDecisionsResult,
    repeatSafe: true,
    errors: ["invalid_request", "unauthorized", "forbidden", "conflict"],
  }),
  reverseDecision: defineEndpoint({
    method: "POST",
    path: "/claims/decisions/{id}/reverse",
    scope: "claims:review",
    documented: false,
    summary: "Reverse a decision with compensating ledger entries",
    description: "The claims of the decision are pending again. Claims that were reversed before are not changed.",
    params: decisionId,
    body: z.object({
      reason: claimReason.optional().describe("Why the decision is reversed."),
      claims: z
        .array(id)
        .min(1)
        .max(limits.claimsPerDecision)
        .optional()
        .describe("The claims of the decision to reverse. If omitted, all of them."),
    }),
    status: 200,
    data: ClaimDecisionsResult,
    errors: [...errors, "conflict"],
  }),
  simulateDecisions: defineEndpoint({
    method: "POST",
    path: "/claims/simulation",
    scope: "claims:review",
    documented: false,
    summary: "Preview the leaderboard after approving these claims",
    description:
      "Returns the rows that change: the members who gain points, and two members above and below each new rank. Ranks count all members. Nothing is stored.",
    body: z.object({
      claims: z
        .array(
          z.object({
            id: id.describe("The id of the claim."),
            points: claimedPoints.optional().describe("An amount other than the claimed one."),
          }),
        )
        .min(1)
        .max(limits.claimsPerDecision)
        .describe("The claims to approve in the preview."),
    }),
    status: 200,
    data: SimulatedLeaderboard,
    errors: ["invalid_request", "unauthorized", "forbidden", "conflict"],
  }),
  awardPoints: defineEndpoint({
    method: "POST",
    path: "/awards",
    scope: "claims:review",
    documented: false,
    summary: "Give a member points without a claim",
    body: z.object({
      member: id.describe("The membership id of the member who gets the points."),
      points: z.int().min(1).max(limits.pointsMax).describe("The points to give."),
      reason: claimReason.describe("Why; the member reads it."),
    }),
    status: 201,
    data: LedgerLine,
    repeatSafe: true,
    errors: [...errors, "conflict"],
  }),
  listLedger: defineEndpoint({
    method: "GET",
    path: "/ledger",
    scope: "claims:review",
    documented: false,
    summary: "List the points ledger, newest first",
    query: LedgerQuery,
    status: 200,
    data: z.array(LedgerLine),
    paginated: true,
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  listOwnPoints: defineEndpoint({
    method: "GET",
    path: "/me/points",
    scope: "posts:read",
    documented: false,
    summary: "List the entries of your own points, newest first",
    description:
      "Each entry names the post, the decision, the reviewer and the reason; awards without a claim are included. The sum of `points` over all entries is your total.",
    query: LedgerQuery.pick({ kind: true, limit: true, offset: true }),
    status: 200,
    data: z.array(LedgerLine),
    paginated: true,
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  exportLedger: defineEndpoint({
    method: "GET",
    path: "/ledger/export",
    scope: "claims:review",
    documented: false,
    summary: "Export the points ledger as CSV",
    query: LedgerQuery.omit({ limit: true, offset: true }),
    status: 200,
    stream: ["text/csv"],
    data: z.string(),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  getLedgerCheck: defineEndpoint({
    method: "GET",
    path: "/ledger/check",
    scope: "claims:review",
    documented: false,
    summary: "Read the last recount of all totals",
    status: 200,
    data: LedgerCheck.nullable(),
    errors: ["unauthorized", "forbidden"],
  }),
  checkLedger: defineEndpoint({
    method: "POST",
    path: "/ledger/check",
    scope: "claims:review",
    documented: false,
    summary: "Recount all totals now",
    status: 200,
    data: LedgerCheck,
    errors: ["unauthorized", "forbidden", "conflict"],
  }),
  getPostClaim: defineEndpoint({
    method: "GET",
    path: "/posts/{id}/claim",
    scope: "posts:read",
    documented: false,
    summary: "Read a post's claim with its decision and history",
    params: postId,
    status: 200,
    data: OwnClaim,
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  changeClaim: defineEndpoint({
    method: "PATCH",
    path: "/posts/{id}/claim",
    scope: "posts:write",
    documented: false,
    summary: "Change the points of an undecided claim",
    params: postId,
    body: z.object({
      points: claimedPoints.describe("The new number of points claimed."),
      version: z.int().optional().describe("The version of the claim, once it is pending."),
    }),
    status: 200,
    data: OwnClaim,
    errors: [...errors, "conflict"],
  }),
  appealClaim: defineEndpoint({
    method: "POST",
    path: "/posts/{id}/claim/appeal",
    scope: "posts:write",
    documented: false,
    summary: "Appeal a rejection once",
    params: postId,
    body: z.object({
      text: z.string().trim().min(1).max(limits.appealCharacters).describe("Why the decision should change."),
    }),
    status: 200,
    data: OwnClaim,
    errors: [...errors, "conflict"],
  }),
} as const;
