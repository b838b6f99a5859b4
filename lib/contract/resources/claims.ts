import * as z from "zod";
import { limits } from "#lib/contract/limits.ts";
import { instant } from "./post-queries.ts";

/** The states of a claim whose post is published. Only the post itself has the states `waiting` and `lapsed`. */
export const claimStates = ["pending", "approved", "rejected"] as const;
export const ledgerEntryKinds = [
  "claim",
  "change",
  "approval",
  "adjustment",
  "rejection",
  "appeal",
  "reversal",
  "award",
  "lapse",
] as const;

const id = z.string();
export const personRef = z.object({ id, name: z.string() });
const flag = z.stringbool().optional();

/** A points claim. `id` is the id of its post. */
export const Claim = z
  .object({
    id,
    version: z
      .int()
      .meta({ description: "Increases with every change and decision. Both require the current version." }),
    state: z.enum(claimStates),
    points: z.int().meta({ description: "Points claimed." }),
    awarded: z.int().nullable().meta({ description: "Points awarded. Null until approved." }),
    channel: z.string().meta({ description: "Platform slug." }),
    channel_id: id,
    submission_id: id,
    published_at: instant,
    member: personRef.nullable().meta({ description: "Null in blind review until the claim is decided." }),
    decided_at: instant.nullable(),
    decided_by: personRef.nullable(),
    decision_id: id.nullable().meta({ description: "The id of the decision, for reversing it." }),
    reason: z.string().nullable(),
    appeal: z.string().nullable().meta({ description: "The author's appeal against a rejection." }),
    appealed_at: instant.nullable(),
    text: z.string().meta({ description: "The beginning of the text." }),
    like: id.nullable().meta({ description: "The id of an earlier claim with nearly the same text." }),
    viewer: personRef.nullable().meta({ description: "Another reviewer who is viewing the claim." }),
    may_decide: z.boolean(),
    may_not_why: z
      .string()
      .nullable()
      .meta({ description: "A sentence that says why the caller can't decide the claim." }),
  })
  .meta({ id: "Claim" });

export const LedgerLine = z
  .object({
    id: z.string(),
    at: instant,
    kind: z.enum(ledgerEntryKinds),
    points: z.int().meta({ description: "The change of the member's total." }),
    amount: z.int().nullable().meta({ description: "The points claimed or awarded before caps." }),
    member: personRef.nullable(),
    by: personRef.nullable().meta({ description: "Null for entries of the service itself." }),
    post_id: id.nullable(),
    reason: z.string().nullable(),
    decision_id: id.nullable(),
    self_reviewed: z.boolean(),
    capped_by: z.enum(["submission", "day", "week"]).nullable(),
  })
  .meta({ id: "LedgerLine" });

/** A claim with all evidence for its review. The evidence stays even if the post is deleted. */
export const ClaimEvidence = z
  .object({
    claim: Claim,
    parts: z
      .array(z.object({ text: z.string(), url: z.string().nullable() }))
      .meta({ description: "The parts as published. In blind review, without URLs until the claim is decided." }),
    joined_from: z.int().nullable().optional().meta({
      description: "The number of parts the author wrote, if they were joined into one for the platform.",
    }),
    images: z.array(z.object({ url: z.string(), width: z.int(), height: z.int(), alt: z.string().optional() })),
    post_exists: z.boolean(),
    author: z
      .object({
        approved: z.int(),
        rejected: z.int(),
        pending: z.int(),
        points: z.int(),
        level: z.int().optional(),
      })
      .nullable()
      .meta({ description: "The author's history. Null in blind review until the claim is decided." }),
    similar: z
      .array(
        z.object({
          id,
          text: z.string(),
          published_at: instant,
          state: z.string(),
          likeness: z.number(),
          awarded: z.int().nullable().optional().meta({ description: "The points awarded to that claim." }),
        }),
      )
      .meta({
        description: "Earlier claims with nearly the same text, the most similar first. `likeness` is from 0 to 1.",
      }),
    rules: z.string(),
    would_award: z.int().meta({ description: "The points that approving the whole claim would award after caps." }),
    capped_by: z.enum(["submission", "day", "week"]).nullable(),
    ledger: z.array(LedgerLine),
  })
  .meta({ id: "ClaimEvidence" });

export const claimedPoints = z.int().min(0).max(limits.pointsMax);
export const claimReason = z.string().trim().min(1).max(limits.reasonCharacters);
/**
 * A decision. An approval with other points than claimed is an adjustment and may have a reason; a rejection needs one.
 */
export const ClaimDecision = z
  .object({
    id,
    version: z.int(),
    action: z.enum(["approve", "reject"]),
    points: claimedPoints.optional().meta({ description: "For `approve`: an amount other than the claimed one." }),
    reason: claimReason.optional().meta({ description: "Required for `reject`." }),
  })
  .meta({ id: "Decision" });

export const ClaimDecisionsResult = z
  .object({
    decision_id: id
      .nullable()
      .meta({ description: "The id for reversing all these decisions. Null if nothing was decided." }),
    decided: z.array(Claim),
    refused: z.array(
      z.object({
        id,
        error: z.object({ code: z.string(), message: z.string() }),
        now: Claim.nullable().meta({
          description: "The current state of the claim, for example if another reviewer decided it.",
        }),
      }),
    ),
  })
  .meta({ id: "DecisionAnswer" });

/** The leaderboard as it would be after some decisions. */
export const SimulatedLeaderboard = z
  .object({
    rows: z.array(
      z.object({
        member: personRef,
        points: z.int(),
        gained: z.int(),
        rank: z.int(),
        rank_before: z.int(),
      }),
    ),
    capped: z.int().meta({ description: "Points removed by caps." }),
  })
  .meta({ id: "ShadowBoard" });

export const ClaimQuery = z.object({
  state: z.union([z.enum(claimStates), z.array(z.enum(claimStates))]).optional(),
  member: id.optional(),
  channel: id.optional(),
  min: z.coerce.number().int().optional().meta({ description: "Minimum points claimed." }),
  max: z.coerce.number().int().optional(),
  published_before: instant.optional(),
  published_after: instant.optional(),
  appealed: flag,
  q: z.string().max(200).optional().meta({ description: "Words in the claim's text." }),
  order: z
    .enum(["oldest", "newest"])
    .optional()
    .meta({ description: "Order by time of publication. Default: `oldest`." }),
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).optional(),
  offset: z.coerce.number().int().min(0).max(limits.offsetMax).optional(),
});

export const LedgerQuery = z.object({
  member: id.optional(),
  by: id.optional(),
  kind: z.union([z.enum(ledgerEntryKinds), z.array(z.enum(ledgerEntryKinds))]).optional(),
  from: instant.optional(),
  to: instant.optional(),
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).optional(),
  offset: z.coerce.number().int().min(0).max(limits.offsetMax).optional(),
});

export const ClaimCounts = z
  .object({
    pending: z.int(),
    approved: z.int(),
    rejected: z.int(),
    oldest_pending_at: instant
      .nullable()
      .meta({ description: "When the post of the oldest pending claim was published." }),
  })
  .meta({ id: "ClaimCounts", description: "Counts are exact up to 10,000 and are not larger than that." });

export const LedgerCheck = z
  .object({
    checked_at: instant,
    members: z.int(),
    lines: z.int(),
    differences: z.array(
      z.object({
        member: personRef,
        kept: z.int(),
        counted: z.int(),
        days: z.boolean().meta({ description: "True if the points of single days do not add up." }),
      }),
    ),
  })
  .meta({ id: "LedgerCheck" });

/** A post's claim as its author sees it, with its history. */
export const OwnClaim = z
  .object({
    status: z.string().meta({
      description: "`waiting`, `pending`, `approved`, `rejected`, `lapsed`, or `none` if no points are claimed.",
    }),
    version: z.int().nullable(),
    points: z.int(),
    awarded: z.int().nullable(),
    reason: z.string().nullable(),
    appeal: z.string().nullable(),
    may_change: z.boolean(),
    may_appeal: z.boolean(),
    credit_to: z
      .string()
      .nullable()
      .optional()
      .meta({ description: "The member who gets the points, if the post now belongs to another member." }),
    ledger: z.array(LedgerLine),
  })
  .meta({ id: "OwnClaim" });
