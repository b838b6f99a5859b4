import type { OrganizationSettings } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { getOrganizationSettings } from "./organization-settings.ts";

/** What a review depends on besides the claim: the organization's settings, and whether there is anybody else to review. */
export type ReviewPolicy = { settings: OrganizationSettings; isOnlyReviewer: boolean };

export async function getReviewPolicy(client: Pick<Tx["client"], "query">, actor: Actor): Promise<ReviewPolicy> {
  const settings = await getOrganizationSettings(client, actor.orgId);
  const { rows } = await client.query<{ others: boolean }>({
    name: "other-reviewers",
    text: `select exists (select 1 from members
             where org_id = $1 and id <> $2 and role in ('owner', 'admin') and removed_at is null) as others`,
    values: [actor.orgId, actor.memberId],
  });
  return { settings, isOnlyReviewer: !(rows[0]?.others ?? false) };
}

/** Why the caller may not decide this author's claim; null when they may. Nobody reviews their own. */
export function findReviewObstacle(
  authorId: string,
  actor: Pick<Actor, "memberId">,
  rules: ReviewPolicy,
): string | null {
  if (authorId !== actor.memberId) return null;
  if (!rules.isOnlyReviewer) return "This is your own claim. Another administrator must decide it.";
  if (rules.settings.self_review) return null;
  return "This is your own claim, and you are the only administrator. Make another member an administrator, or allow self-review in the organization's settings.";
}

/** Whether a claim's author is hidden from reviewers. */
export function isAuthorHidden(state: string, rules: ReviewPolicy): boolean {
  return rules.settings.blind_review && state === "pending";
}

export function createClaimNotFoundRefusal(): Refusal {
  return new Refusal("not_found", "The claim was not found.");
}
