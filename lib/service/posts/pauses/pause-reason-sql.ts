import { sql } from "#lib/service/db/drizzle-exports.ts";

/**
 * SQL: the reason of the pause that covers a row of `channels`; null where nothing is paused. The names are written out:
 * in a query of one table Drizzle leaves the table out, and then they would be those of `sending_pauses`.
 */
export const pauseReasonSql = sql<string | null>`(select s.reason from sending_pauses s
  where s.org_id = channels.org_id and (s.channel_id is null or s.channel_id = channels.id) and s.resumed_at is null
  order by s.channel_id nulls first limit 1)`;
