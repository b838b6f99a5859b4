import { planStatuses } from "#lib/contract/resources/post-statuses.ts";
import { isAdmin } from "#lib/contract/scopes.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { mayUseChannelSql } from "#lib/service/db/may-use-channel-sql.ts";

/**
 * How posts are presented to the caller. `blindFor` is from whom authors of undecided claims are hidden. For `planFor`,
 * a member, others' posts are the plan: text, images, time, channel, status, links and author, and nothing of what the
 * author has to do with them. Null hides nothing.
 */
export type PostView = { blindFor: string | null; planFor: string | null };
export const wholeView: PostView = { blindFor: null, planFor: null };

/** Returns the member for whom others' posts are the plan; null for an administrator. */
export const getPlanReaderId = (actor: Pick<Actor, "role" | "memberId">): string | null =>
  isAdmin(actor.role) ? null : actor.memberId;

/** Returns whether the caller may read the plan: the posts of others that `planPostsSql` selects. */
export const mayReadPlan = (actor: Pick<Actor, "role" | "scopes">): boolean =>
  !isAdmin(actor.role) && actor.scopes.has("plan:read");

/**
 * SQL: whether a row of `posts` is in the plan of a member.
 * @param placeholders of the organization's and the member's id
 */
export const planPostsSql = ({ organization, member }: { organization: string; member: string }) =>
  `(org_id = ${organization} and status in (${planStatuses.map((status) => `'${status}'`).join(", ")}) and deleted_at is null
    and channel_id in (select c.id from channels c where c.org_id = ${organization} and ${mayUseChannelSql(member)}))`;

/**
 * SQL: whether the caller may read a row of `posts`: their own, for an administrator any of the organization, for a
 * member the plan. This is the one rule of who reads a post; `toOwnerSql` narrows it for lists. The values of $2 to $4
 * are those of `toReaderValues`.
 */
export const readablePostsSql = `(member_id = $2 or org_id = $3 or ${planPostsSql({ organization: "$4", member: "$2" })})`;

/** Returns the values of `readablePostsSql`: the caller, the organization of an administrator, that of a plan's reader. */
export const toReaderValues = (actor: Actor): [string, string | null, string | null] => [
  actor.memberId,
  isAdmin(actor.role) ? actor.orgId : null,
  mayReadPlan(actor) ? actor.orgId : null,
];
