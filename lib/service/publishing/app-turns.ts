import type { Context } from "#lib/service/core/context.ts";
import { hasDuePostsSql, isTakingTurnsSql, isWaitingSql } from "./delivery/channel-lease.ts";

/** An application of ours somewhere, whose accounts the platform counts together. */
export type PlatformApplication = { platform: string; host: string };

/**
 * The application whose accounts take turns, of which the channel is one; null where they don't. They do for a while after its
 * platform has asked all of them to wait: at its end each would otherwise send at once, and run into the limit at once.
 * `isLeased`: somebody has the channel, dead or alive.
 */
export async function findAppTakingTurns(
  pool: Context["pool"],
  channelId: string,
): Promise<{ app: PlatformApplication | null; isLeased: boolean }> {
  const { rows } = await pool.query({
    name: "app-in-turns",
    text: `select c.platform, c.host, ${isTakingTurnsSql} as in_turns, coalesce(c.lease_until > now(), false) as is_leased
           from channels c where c.id = $1`,
    values: [channelId],
  });
  const row = rows[0];
  const app = row?.in_turns ? { platform: row.platform, host: row.host } : null;
  return { app, isLeased: row?.is_leased ?? false };
}

/** The account with something due whose turn was longest ago; it is counted as had. */
export async function findNextTurn(pool: Context["pool"], app: PlatformApplication, reconnectWithinMs: number): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>({
    name: "next-turn",
    text: `update channels set turn_at = clock_timestamp() where id = (
             select c.id from channels c where c.platform = $1 and c.host = $3 and not c.practice and not ${isWaitingSql} and ${hasDuePostsSql}
             order by c.turn_at nulls first, c.id limit 1) returning id`,
    values: [app.platform, reconnectWithinMs, app.host],
  });
  return rows[0]?.id ?? null;
}
