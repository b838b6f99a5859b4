import { sql } from "#lib/service/db/drizzle.ts";
import { channels } from "#lib/service/db/schema.ts";

/** Whether a member may use a row of `channels`: it is everybody's, or names them. */
export const canUseChannelSql = (memberId: string) =>
  sql<boolean>`(not ${channels.restricted} or exists (
    select 1 from channel_members u where u.channel_id = ${channels.id} and u.member_id = ${memberId}))`;

/** What is planned already stays planned, whoever may use the channel now; what is not yet is not let in any more. */
export const needsChannelAccess = (status: string) => status === "draft" || status === "canceled";

export const formatNoChannelAccess = (name: string) =>
  `${name} is for named members only, and you are not one of them.`;
