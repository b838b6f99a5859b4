import { isAdmin } from "#lib/contract/scopes.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { mayReadPlan } from "./readable-posts.ts";

/**
 * Returns from whom authors are hidden: the caller, while the review is blind. Null for those who only see their own
 * posts. A member who reads the plan could tell a reviewer, or be one whose session acts as a member's. Posts with an undecided claim are then presented without author and addresses,
 * and are left out where a filter names another member.
 * @param member the member in the filter; the caller's own posts hide nothing, so nothing is looked up
 */
export async function getBlindReviewerId(
  client: Pick<Tx["client"], "query">,
  actor: Actor,
  member: string | undefined,
): Promise<string | null> {
  if (!(isAdmin(actor.role) || mayReadPlan(actor)) || member === undefined || member === actor.memberId) return null;
  const { rows } = await client.query<{ isBlind: boolean }>({
    name: "blind-review",
    text: `select coalesce((settings ->> 'blind_review')::boolean, false) as "isBlind" from organizations where id = $1`,
    values: [actor.orgId],
  });
  return rows[0]?.isBlind ? actor.memberId : null;
}

/** The SQL condition that the claim of a post is undecided. */
export const hasPendingClaimSql = (post: string) =>
  `exists (select 1 from claims where claims.post_id = ${post}.id and claims.state = 'pending')`;
