import { sql } from "#lib/service/db/drizzle-exports.ts";
import { channels } from "#lib/service/db/schema.ts";

/** SQL: whether a member may use a row of `channels`: it is unrestricted, or names the member. */
export const canUseChannelSql = (memberId: string) =>
  sql<boolean>`(not ${channels.restricted} or exists (
    select 1 from channel_members u where u.channel_id = ${channels.id} and u.member_id = ${memberId}))`;

/** Scheduled posts stay scheduled, whoever may use the channel now; drafts and canceled posts need access. */
export const needsChannelAccess = (status: string) => status === "draft" || status === "canceled";

export const formatNoChannelAccess = (name: string) =>
  `${name} is for named members only, and you are not one of them.`;
