import * as z from "zod";
import { limits } from "#lib/contract/limits.ts";
import { instant, optionalPageFields, personRef, rowError, wholeNumberParam } from "./fields.ts";

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
const cappedBy = z
  .enum(["submission", "day", "week"])
  .nullable()
  .describe("The cap that reduced the points. Null if none did.");

/** A points claim. `id` is the id of its post. */
export const Claim = z
  .object({
    id: id.describe("The id of the claim, which is the id of its post."),
    version: z.int().describe("Increases with every change and decision. Both require the current version."),
    state: z.enum(claimStates).describe("`pending` until an administrator decides."),
    points: z.int().describe("Points claimed."),
    awarded: z.int().nullable().describe("Points awarded. Null until approved."),
    channel: z.string().describe("Platform slug."),
    channel_id: id.describe("The id of the post's channel."),
    submission_id: id.describe("The same for all posts that one request created."),
    published_at: instant.describe("Time at which the post was published."),
    member: personRef.nullable().describe("Null in blind review until the claim is decided."),
    decided_at: instant.nullable().describe("Time at which the claim was decided. Null until then."),
    decided_by: personRef.nullable().describe("The administrator who decided it."),
    decision_id: id.nullable().describe("The id of the decision, for reversing it."),
    reason: z.string().nullable().describe("The reason that the administrator gave."),
    appeal: z.string().nullable().describe("The author's appeal against a rejection."),
    appealed_at: instant.nullable().describe("Time at which the author appealed. Null without an appeal."),
    text: z.string().describe("The beginning of the text."),
    like: id.nullable().describe("The id of an earlier claim with nearly the same text."),
    viewer: personRef.nullable().describe("Another reviewer who is viewing the claim."),
    may_decide: z.boolean().describe("True if the caller can decide the claim."),
    may_not_why: z.string().nullable().describe("A sentence that says why the caller can't decide the claim."),
  })
  .meta({ id: "Claim" });

export const LedgerLine = z
  .object({
    id: id.describe("The id of the entry."),
    at: instant.describe("Time at which the entry was made."),
    kind: z
      .enum(ledgerEntryKinds)
      .describe(
        "`claim`: points were claimed. `change`: the claim was changed. `approval` and `adjustment`: points were awarded as claimed, or others. `rejection`, `appeal` and `reversal`: a decision, an appeal against it, its reversal. `award`: points without a claim. `lapse`: the post failed or was canceled.",
      ),
    points: z.int().describe("The change of the member's total."),
    amount: z.int().nullable().describe("The points claimed or awarded before caps."),
    member: personRef.nullable().describe("The member whose points these are."),
    by: personRef.nullable().describe("Null for entries of the service itself."),
    post_id: id.nullable().describe("The post of the claim. Null for an award."),
    post_text: z
      .string()
      .nullable()
      .optional()
      .describe("The first 280 characters of the claimed post, also if it was deleted since. Null for an award."),
    channel: z.string().nullable().optional().describe("Platform slug of the claimed post. Null for an award."),
    channel_name: z.string().nullable().optional().describe("The name of the post's channel. Null for an award."),
    reason: z.string().nullable().describe("The reason that was given."),
    decision_id: id.nullable().describe("The decision that this entry belongs to, for reversing it."),
    self_reviewed: z.boolean().describe("True if a member decided their own claim."),
    capped_by: cappedBy,
  })
  .meta({ id: "LedgerLine" });

/** A claim with all evidence for its review. The evidence stays even if the post is deleted. */
export const ClaimEvidence = z
  .object({
    claim: Claim.describe("The claim itself."),
    parts: z
      .array(
        z.object({
          text: z.string().describe("The text of the part."),
          url: z.string().nullable().describe("The address of the live part."),
        }),
      )
      .describe("The parts as published. In blind review, without URLs until the claim is decided."),
    joined_from: z
      .int()
      .nullable()
      .optional()
      .describe("The number of parts the author wrote, if they were joined into one for the platform."),
    images: z
      .array(
        z.object({
          url: z.string().describe("The public URL of the image."),
          width: z.int().describe("Width in pixels."),
          height: z.int().describe("Height in pixels."),
          alt: z.string().optional().describe("Description for people who can't see the image."),
        }),
      )
      .describe("The images of the post, in order."),
    post_exists: z.boolean().describe("False if the post was deleted."),
    author: z
      .object({
        approved: z.int().describe("Approved claims."),
        rejected: z.int().describe("Rejected claims."),
        pending: z.int().describe("Claims that wait for review."),
        points: z.int().describe("All-time approved points."),
        level: z.int().optional().describe("The member's level."),
      })
      .nullable()
      .describe("The author's history. Null in blind review until the claim is decided."),
    similar: z
      .array(
        z.object({
          id: id.describe("The id of that claim."),
          text: z.string().describe("The beginning of its text."),
          published_at: instant.describe("Time at which its post was published."),
          state: z.string().describe("`pending`, `approved` or `rejected`."),
          likeness: z.number().describe("The similarity of the texts, from 0 to 1."),
          awarded: z.int().nullable().optional().describe("The points awarded to that claim."),
        }),
      )
      .describe("Earlier claims with nearly the same text, the most similar first. `likeness` is from 0 to 1."),
    rules: z.string().describe("The organization's review rules."),
    would_award: z.int().describe("The points that approving the whole claim would award after caps."),
    text_would_award: z
      .int()
      .optional()
      .describe("The points that approving all pending claims of the text together would award after caps."),
    capped_by: cappedBy,
    ledger: z.array(LedgerLine).describe("The ledger entries of the claim."),
  })
  .meta({ id: "ClaimEvidence" });

export const claimedPoints = z.int().min(0).max(limits.pointsMax);
export const claimReason = z.string().trim().min(1).max(limits.reasonCharacters);
/**
 * A decision. An approval with other points than claimed is an adjustment and may have a reason; a rejection needs one.
 */
export const ClaimDecision = z
  .object({
    id: id.describe("The id of the claim."),
    version: z.int().describe("The version of the claim that you read. Any other version returns 409."),
    action: z.enum(["approve", "reject"]).describe("The decision."),
    points: claimedPoints.optional().describe("For `approve`: an amount other than the claimed one."),
    reason: claimReason.optional().describe("Required for `reject`."),
  })
  .meta({ id: "Decision" });

export const ClaimDecisionsResult = z
  .object({
    decision_id: id.nullable().describe("The id for reversing all these decisions. Null if nothing was decided."),
    decided: z.array(Claim).describe("The claims that were decided, as they are now."),
    refused: z
      .array(
        z.object({
          id: id.describe("The id of the claim."),
          error: rowError,
          now: Claim.nullable().describe("The current state of the claim, for example if another reviewer decided it."),
        }),
      )
      .describe("The claims that were not decided, each with the reason."),
  })
  .meta({ id: "DecisionAnswer" });

/** The leaderboard as it would be after some decisions. */
export const SimulatedLeaderboard = z
  .object({
    rows: z
      .array(
        z.object({
          member: personRef.describe("The member of this row."),
          points: z.int().describe("All-time points after the decisions."),
          gained: z.int().describe("Points that the decisions add."),
          rank: z.int().describe("The rank after the decisions."),
          rank_before: z.int().describe("The rank now."),
        }),
      )
      .describe("The rows that change, and their neighbors, by rank."),
    capped: z.int().describe("Points removed by caps."),
  })
  .meta({ id: "ShadowBoard" });

export const ClaimQuery = z.object({
  state: z
    .union([z.enum(claimStates), z.array(z.enum(claimStates))])
    .optional()
    .describe("Only claims in these states. Default: all."),
  member: id.optional().describe("Only claims of this member, by membership id."),
  channel: id.optional().describe("Only claims of posts on this channel, by id."),
  min: wholeNumberParam(0, limits.capMax).optional().describe("Minimum points claimed."),
  max: wholeNumberParam(0, limits.capMax).optional().describe("Maximum points claimed."),
  published_before: instant.optional().describe("Only claims of posts published before this time."),
  published_after: instant.optional().describe("Only claims of posts published at or after this time."),
  appealed: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional()
    .meta({
      description: "True for claims with an appeal, false for claims without one. Default: both.",
      override: { type: "boolean", enum: undefined },
    }),
  q: z.string().max(200).optional().describe("Words in the claim's text."),
  whole_texts: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional()
    .meta({
      description:
        "True to also return the other channels of each text: its claims in these states that the filter or the end of the page leaves out. A page may then be longer than `limit`. Default: false.",
      override: { type: "boolean", enum: undefined },
    }),
  order: z.enum(["oldest", "newest"]).optional().describe("Order by time of publication. Default: `oldest`."),
  ...optionalPageFields(limits.pageSizeMax),
});

export const LedgerQuery = z.object({
  member: id.optional().describe("Only entries of this member's points, by membership id."),
  by: id.optional().describe("Only entries that this member caused, by membership id."),
  kind: z
    .union([z.enum(ledgerEntryKinds), z.array(z.enum(ledgerEntryKinds))])
    .optional()
    .describe("Only entries of these kinds. Default: all."),
  from: instant.optional().describe("At or after this time."),
  to: instant.optional().describe("Before this time."),
  ...optionalPageFields(limits.pageSizeMax),
});

export const ClaimCounts = z
  .object({
    pending: z.int().describe("Claims that wait for review."),
    approved: z.int().describe("Approved claims."),
    rejected: z.int().describe("Rejected claims."),
    oldest_pending_at: instant.nullable().describe("Time at which the post of the oldest pending claim was published."),
  })
  .meta({ id: "ClaimCounts", description: "Counts are exact up to 10,000 and are not larger than that." });

export const LedgerCheck = z
  .object({
    checked_at: instant.describe("Time at which the totals were recounted."),
    members: z.int().describe("The number of members that were recounted."),
    lines: z.int().describe("The number of ledger entries that were added up."),
    differences: z
      .array(
        z.object({
          member: personRef.describe("The member whose total differs."),
          kept: z.int().describe("The stored total."),
          counted: z.int().describe("The sum of the member's ledger entries."),
          days: z.boolean().describe("True if the points of single days do not add up."),
        }),
      )
      .describe("Totals that do not match the ledger. Empty if all do."),
  })
  .meta({ id: "LedgerCheck" });

/** A post's claim as its author sees it, with its history. */
export const OwnClaim = z
  .object({
    status: z
      .string()
      .describe("`waiting`, `pending`, `approved`, `rejected`, `lapsed`, or `none` if no points are claimed."),
    version: z.int().nullable().describe("The version for a change or a decision. Null before the post is published."),
    points: z.int().describe("Points claimed."),
    awarded: z.int().nullable().describe("Points awarded. Null until approved."),
    reason: z.string().nullable().describe("The reason that the administrator gave."),
    appeal: z.string().nullable().describe("The author's appeal against a rejection."),
    may_change: z.boolean().describe("True if the caller can change the points."),
    may_appeal: z.boolean().describe("True if the caller can appeal."),
    credit_to: z
      .string()
      .nullable()
      .optional()
      .describe("The member who gets the points, if the post now belongs to another member."),
    ledger: z.array(LedgerLine).describe("The ledger entries of the claim."),
  })
  .meta({ id: "OwnClaim" });
