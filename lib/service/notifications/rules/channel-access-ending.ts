import type { Context } from "#lib/service/core/context.ts";
import { notifyOutbox } from "#lib/service/db/pg-notifications.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { notifyMembers } from "#lib/service/notifications/notify-members.ts";

/** Days before the end at which a notification is sent, again each time. */
const warningDays = { first: 14, next: 7, last: 1 } as const;
const batch = 500;

/**
 * Notifies members 14, 7 and 1 days before a channel's access ends while they have posts scheduled after the end, also
 * members who marked an earlier notification as done; and the organization's webhooks once per channel.
 */
export async function notifyEndingChannelAccess(
  deps: Pick<Context, "pool" | "clock">,
  canMail: boolean,
): Promise<number> {
  return await inTransaction(deps.pool, async (tx) => {
    const { rows } = await tx.client.query<{
      org_id: string;
      member_id: string;
      channel_id: string;
      platform: string;
      ends_at: Date;
      stage: number;
      cause_key: string;
    }>(
      // Notifications from before these stages were sent a week ahead.
      `with ending as (
         select id, org_id, platform, access_ends_at,
           case when access_ends_at <= now() + $3 * interval '1 day' then $3
             when access_ends_at <= now() + $2 * interval '1 day' then $2 else $1 end::int as stage,
           'channel_ending:' || id || ':' || extract(epoch from access_ends_at)::bigint as cause_key
         from channels where removed_at is null and access_ends_at between now() and now() + $1 * interval '1 day')
       select distinct c.org_id, p.member_id, c.id as channel_id, c.platform, c.access_ends_at as ends_at, c.stage, c.cause_key
       from ending c join posts p on p.channel_id = c.id
       where p.status = 'scheduled' and p.deleted_at is null and p.due_at > c.access_ends_at
         and not exists (select 1 from notices n where n.member_id = p.member_id and n.cause_key = c.cause_key
           and coalesce((n.detail ->> 'stage')::int, $2) <= c.stage)
       limit $4`,
      [warningDays.first, warningDays.next, warningDays.last, batch],
    );
    const notifications = rows.map((row) => ({
      orgId: row.org_id,
      memberId: row.member_id,
      kind: "channel_ending" as const,
      causeKey: row.cause_key,
      postId: null,
      channelId: row.channel_id,
      at: deps.clock.now(),
      detail: { until: row.ends_at.toISOString(), stage: row.stage },
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
    await notifyMembers(tx, notifications, deps.clock, canMail);
    if (rows.length > 0) await notifyOutbox(tx);
    return rows.length;
  });
}
