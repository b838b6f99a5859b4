import type { Channel } from "#lib/contract/types";
import type { Actor } from "#lib/service/actor";
import { and, asc, eq, isNull } from "#lib/service/db/drizzle";
import { channels } from "#lib/service/db/schema";
import type { Db } from "#lib/service/db/tx";

/** The connected channels of the actor's organization, in the order they were connected. */
export async function listChannels(db: Db, actor: Actor): Promise<Channel[]> {
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
    })
    .from(channels)
    .where(and(eq(channels.orgId, actor.orgId), isNull(channels.removedAt)))
    .orderBy(asc(channels.createdAt), asc(channels.id));
  return rows.map((row) => ({ ...row, access_ends_at: row.access_ends_at?.toISOString() ?? null }));
}
