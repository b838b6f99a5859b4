import * as z from "zod";
import { limits } from "#lib/contract/limits.ts";

const cap = z.int().min(1).max(limits.capMax).nullable();

const flag = z.boolean();
const fields = {
  blind_review: flag.meta({
    description:
      "Administrators see no author and no address of a post until its claim is decided, wherever posts are listed. Webhooks tell them.",
  }),
  self_review: flag.meta({
    description: "An only administrator may decide their own claims; the ledger marks each of them.",
  }),
  require_two_step: flag.meta({
    description:
      "Sessions of administrators and owners act as a member's until they prove a second factor: a code or a passkey. API keys are not concerned. Only owners change it.",
  }),
  cap_submission: cap.meta({ description: "The most that the posts of one submission earn together." }),
  cap_day: cap.meta({ description: "The most a member earns on one UTC day." }),
  cap_week: cap.meta({ description: "The most a member earns in one week from Monday, UTC." }),
  level_starts: z
    .array(z.int().min(1).max(limits.capMax))
    .max(limits.levelStarts)
    .nullable()
    .meta({ description: "Points at which level 2, 3, … start, rising; null for 50, 150, 300, 500 and so on." }),
  remind_reviewers: flag.meta({
    description: "Reviewers get one digest a day while claims have waited for more than a day.",
  }),
  reject_reasons: z
    .array(z.string().trim().min(1).max(limits.reasonCharacters))
    .max(limits.rejectReasons)
    .meta({ description: "Offered to reviewers under the keys 1 to 9." }),
  review_rules: z.string().max(limits.rulesCharacters).meta({ description: "Shown beside each claim." }),
};

/** An organization's rules for points and reviews. Each field has a default, so that a new one needs no migration. */
export const OrganizationSettings = z
  .object({
    blind_review: fields.blind_review.default(false),
    self_review: fields.self_review.default(false),
    require_two_step: fields.require_two_step.default(false),
    cap_submission: fields.cap_submission.default(null),
    cap_day: fields.cap_day.default(null),
    cap_week: fields.cap_week.default(null),
    level_starts: fields.level_starts.default(null),
    remind_reviewers: fields.remind_reviewers.default(true),
    reject_reasons: fields.reject_reasons.default([
      "The post is not about our work.",
      "Another post with the same text was already counted.",
      "The claim is higher than our rules give.",
    ]),
    review_rules: fields.review_rules.default(""),
  })
  .meta({ id: "OrganizationSettings" });

/** Changes only the given fields: built from fields without defaults, because `partial` would fill defaults in. */
export const OrganizationSettingsChange = z.object(fields).partial();
