import * as z from "zod";
import { limits } from "./limits.ts";

const cap = z.int().min(1).max(limits.capMax).nullable();

/** How an organization wants its points and its reviews. Each field has a default, so that a new one needs no migration. */
export const OrganizationSettings = z
  .object({
    blind_review: z.boolean().default(false).meta({ description: "Reviewers see no author until they have decided." }),
    self_review: z
      .boolean()
      .default(false)
      .meta({ description: "An only administrator may decide their own claims; the ledger marks each of them." }),
    cap_submission: cap.default(null).meta({ description: "The most that the posts of one submission earn together." }),
    cap_day: cap.default(null).meta({ description: "The most a member earns on one UTC day." }),
    cap_week: cap.default(null).meta({ description: "The most a member earns in one week from Monday, UTC." }),
    level_starts: z
      .array(z.int().min(1).max(limits.capMax))
      .max(limits.levelStarts)
      .nullable()
      .default(null)
      .meta({ description: "Points at which level 2, 3, … start, rising; null for 50, 150, 300, 500 and so on." }),
    remind_reviewers: z
      .boolean()
      .default(true)
      .meta({ description: "Reviewers get one digest a day while claims have waited for more than a day." }),
    reject_reasons: z
      .array(z.string().trim().min(1).max(limits.reasonCharacters))
      .max(limits.rejectReasons)
      .default([
        "The post is not about our work.",
        "Another post with the same text was already counted.",
        "The claim is higher than our rules give.",
      ])
      .meta({ description: "Offered to reviewers under the keys 1 to 9." }),
    review_rules: z.string().max(limits.rulesCharacters).default("").meta({ description: "Shown beside each claim." }),
  })
  .meta({ id: "OrganizationSettings" });

/** Only what is named changes. */
export const OrganizationSettingsChange = OrganizationSettings.partial();
