import type { Channel } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { mayUseChannelSql } from "#lib/service/db/may-use-channel-sql.ts";
import { toReportedLimits } from "./reported-limits.ts";

const listSql = `
  select id, platform, name, username, verified, practice, state, access_ends_at, told as reported_limits, avatar_file
  from channels c
  where org_id = $1 and removed_at is null
    and ${mayUseChannelSql("$2")}
  order by created_at, id`;

type ChannelRow = Omit<Channel, "access_ends_at" | "reported_limits" | "avatar_url"> & {
  access_ends_at: Date | null;
  reported_limits: Parameters<typeof toReportedLimits>[0];
  avatar_file: string | null;
};

/**
 * Lists the connected channels that the actor can post to, in the order of connecting; channels restricted to other
 * members are left out.
 */
export async function listChannels(
  { pool, settings }: Pick<Context, "pool" | "settings">,
  actor: Actor,
): Promise<Channel[]> {
  const values = [actor.orgId, actor.memberId];
  const { rows } = await pool.query<ChannelRow>({ name: "list-channels", text: listSql, values });
  return rows.map(({ avatar_file: avatar, ...row }) => ({
    ...row,
    access_ends_at: row.access_ends_at?.toISOString() ?? null,
    reported_limits: toReportedLimits(row.reported_limits),
    avatar_url: avatar === null ? null : `${settings.origin}/media/${avatar}`,
  }));
}
