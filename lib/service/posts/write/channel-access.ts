import { Refusal } from "#lib/service/core/refusal.ts";
import { sql } from "#lib/service/db/drizzle-exports.ts";
import { channels, type posts } from "#lib/service/db/drizzle-tables.ts";

/** SQL: whether a member may use a row of `channels`: it is unrestricted, or names the member. */
export const canUseChannelSql = (memberId: string | typeof posts.memberId) =>
  sql<boolean>`(not ${channels.restricted} or exists (
    select 1 from channel_members u where u.channel_id = ${channels.id} and u.member_id = ${memberId}))`;

/** Scheduled posts stay scheduled, whoever may use the channel now; drafts and canceled posts need access. */
export const needsChannelAccess = (status: string) => status === "draft" || status === "canceled";

export const formatNoChannelAccess = (name: string, isOwnPost = true) =>
  `${name} is for named members only, and ${isOwnPost ? "you are" : "the post's author is"} not one of them.`;

/** Refuses to plan or send a post of a deactivated author: their scheduled posts are on hold. */
export function deactivatedAuthorRefusal(): Refusal {
  const message =
    "Its author is deactivated, so it can't be published. Reassign their scheduled posts, or duplicate it.";
  return new Refusal("conflict", message);
}
