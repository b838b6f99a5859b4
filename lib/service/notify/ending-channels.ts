import type { Context } from "#lib/service/context";
import { inTransaction } from "#lib/service/db/tx";
import { tell } from "./tell.ts";

const aheadDays = 7;
const batch = 500;

/**
 * Tells members once of a channel whose access ends within a week while posts of theirs are planned after that; and the
 * organization's webhooks once of the channel.
 */
export async function tellEndingChannels(at: Pick<Context, "pool" | "clock">, canMail: boolean): Promise<number> {
  return await inTransaction(at.pool, async (tx) => {
    const { rows } = await tx.client.query<{
      org_id: string;
      member_id: string;
      channel_id: string;
      platform: string;
      ends_at: Date;
      cause_key: string;
    }>(
      `select distinct c.org_id, p.member_id, c.id as channel_id, c.platform, c.access_ends_at as ends_at,
         'channel_ending:' || c.id || ':' || extract(epoch from c.access_ends_at)::bigint as cause_key
       from channels c join posts p on p.channel_id = c.id
       where c.access_ends_at between now() and now() + $1 * interval '1 day' and c.removed_at is null
         and p.status = 'scheduled' and p.deleted_at is null and p.due_at > c.access_ends_at
         and not exists (select 1 from notices n where n.member_id = p.member_id
           and n.cause_key = 'channel_ending:' || c.id || ':' || extract(epoch from c.access_ends_at)::bigint)
       limit $2`,
      [aheadDays, batch],
    );
    const notices = rows.map((row) => ({
      ...{ orgId: row.org_id, memberId: row.member_id, kind: "channel_ending" as const, causeKey: row.cause_key },
      ...{ postId: null, channelId: row.channel_id, at: at.clock.now() },
      detail: { until: row.ends_at.toISOString() },
    }));
    for (const row of rows) {
      const detail = { channel_id: row.channel_id, platform: row.platform, ends_at: row.ends_at.toISOString() };
      await tx.client.query(
        `insert into outbox (org_id, member_id, kind, detail) select $1, $2, 'channel.ending', $3::jsonb
         where not exists (select 1 from notices where org_id = $1 and cause_key = $4)
           and not exists (select 1 from outbox where org_id = $1 and kind = 'channel.ending' and detail = $3::jsonb)`,
        [row.org_id, row.member_id, JSON.stringify(detail), row.cause_key],
      );
    }
    await tell(tx, notices, at.clock, canMail);
    if (rows.length > 0) await tx.client.query("select pg_notify('outbox', '')");
    return rows.length;
  });
}
