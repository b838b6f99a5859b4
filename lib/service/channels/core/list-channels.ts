import type { Channel } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { and, asc, eq, isNull, sql } from "#lib/service/db/drizzle-exports.ts";
import { channels } from "#lib/service/db/drizzle-tables.ts";
import { toReportedLimits } from "./reported-limits.ts";

/**
 * Lists the connected channels that the actor can post to, in the order of connecting; channels restricted to other
 * members are left out.
 */
export async function listChannels(
  { db, settings }: Pick<Context, "db" | "settings">,
  actor: Actor,
): Promise<Channel[]> {
  const rows = await db
    .select({
      id: channels.id,
      platform: channels.platform,
      name: channels.name,
      username: channels.username,
      verified: channels.verified,
      practice: channels.practice,
      state: channels.state,
      access_ends_at: channels.accessEndsAt,
      reported_limits: channels.told,
      avatar_url: channels.avatarFile,
    })
    .from(channels)
    .where(
      and(
        eq(channels.orgId, actor.orgId),
        isNull(channels.removedAt),
        sql`(not ${channels.restricted} or exists (
          select 1 from channel_members u where u.channel_id = ${channels.id} and u.member_id = ${actor.memberId}))`,
      ),
    )
    .orderBy(asc(channels.createdAt), asc(channels.id));
  return rows.map((row) => ({
    ...row,
    access_ends_at: row.access_ends_at?.toISOString() ?? null,
    reported_limits: toReportedLimits(row.reported_limits),
    avatar_url: row.avatar_url === null ? null : `${settings.origin}/media/${row.avatar_url}`,
  }));
}
