import * as z from "zod";
import { limits } from "#lib/contract/limits.ts";
import { Slot } from "./posting-slot.ts";

const cap = z.int().min(1).max(limits.capMax).nullable();

const flag = z.boolean();
const fields = {
  blind_review: flag.describe(
    "Hides the author and the URLs of a post from administrators until its claim is decided, wherever posts are listed. Webhooks include both.",
  ),
  self_review: flag.describe(
    "Allows the only administrator to decide their own claims. The ledger marks each of these decisions.",
  ),
  shared_plan: flag.describe(
    "Lets members see each other's scheduled and published posts on channels that they may use.",
  ),
  require_two_step: flag.describe(
    "Limits sessions of administrators and owners to the member role until they prove a second factor: a code or a passkey. API keys are not affected. Only owners can change it.",
  ),
  cap_submission: cap.describe("The maximum points for all posts of one submission together."),
  cap_day: cap.describe("The maximum points for a member in one UTC day."),
  cap_week: cap.describe("The maximum points for a member in one week from Monday, UTC."),
  level_starts: z
    .array(z.int().min(1).max(limits.capMax))
    .max(limits.levelStarts)
    .nullable()
    .describe("Points at which levels 2, 3, … start, in ascending order. Null for 50, 150, 300, 500 and so on."),
  remind_reviewers: flag.describe(
    "Sends reviewers one digest a day while claims have been waiting for more than a day.",
  ),
  reject_reasons: z
    .array(z.string().trim().min(1).max(limits.reasonCharacters))
    .max(limits.rejectReasons)
    .describe("Reasons that reviewers can select with the keys 1 to 9."),
  review_rules: z.string().max(limits.rulesCharacters).describe("Review rules shown beside each claim."),
  slots: z
    .array(Slot)
    .max(limits.slotsPerList)
    .describe("Weekly posting slots of the team: everyone's next free slot may be one of them."),
  slots_zone: z.string().describe("IANA time zone of the team's slots."),
};

/** An organization's rules for points and reviews, and its posting slots. Each field has a default, so that a new one needs no migration. */
export const OrganizationSettings = z
  .object({
    blind_review: fields.blind_review.default(false),
    self_review: fields.self_review.default(false),
    shared_plan: fields.shared_plan.default(true),
    require_two_step: fields.require_two_step.default(false),
    cap_submission: fields.cap_submission.default(null),
    cap_day: fields.cap_day.default(null),
    cap_week: fields.cap_week.default(null),
    level_starts: fields.level_starts.default(null),
    remind_reviewers: fields.remind_reviewers.default(true),
    reject_reasons: fields.reject_reasons.default([
      "The post is not about our work.",
      "Another post with the same text was already counted.",
      "The claim is higher than our rules allow.",
    ]),
    review_rules: fields.review_rules.default(""),
    slots: fields.slots.default([]),
    slots_zone: fields.slots_zone.default("UTC"),
  })
  .meta({ id: "OrganizationSettings" });

/** Changes only the given fields: built from fields without defaults, because `partial` would fill defaults in. */
export const OrganizationSettingsChange = z.object(fields).partial();
