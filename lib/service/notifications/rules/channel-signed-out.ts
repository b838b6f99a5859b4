import type { Context } from "#lib/service/core/context.ts";
import { notifyOutbox } from "#lib/service/db/pg-notifications.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { notifyMembers } from "#lib/service/notifications/notify-members.ts";

const batch = 500;

/**
 * Notifies administrators, and members with scheduled posts, once about a channel whose account refuses access; and the
 * organization's webhooks with the first of them. The notification is removed when the account is connected again, so
 * that the next time causes a new one.
 */
export async function notifySignedOutChannels(
  deps: Pick<Context, "pool" | "clock">,
  canMail: boolean,
): Promise<number> {
  return await inTransaction(deps.pool, async (tx) => {
    const { rows } = await tx.client.query<{
      org_id: string;
      member_id: string;
      channel_id: string;
      platform: string;
      cause_key: string;
      waiting: number;
      all_waiting: number;
      is_first: boolean;
    }>(
      `select c.org_id, m.id as member_id, c.id as channel_id, c.platform, 'channel_ending:' || c.id || ':reconnect' as cause_key,
         count(p.id)::int as all_waiting, not exists (select 1 from notices n where n.org_id = c.org_id
           and n.cause_key = 'channel_ending:' || c.id || ':reconnect') as is_first,
         (case when m.role = 'member' then count(p.id) filter (where p.member_id = m.id) else count(p.id) end)::int as waiting
       from channels c join members m on m.org_id = c.org_id and m.removed_at is null
       left join posts p on p.channel_id = c.id and p.status in ('scheduled', 'publishing') and p.deleted_at is null
       where c.state = 'reconnect' and c.removed_at is null
         and not exists (select 1 from notices n where n.member_id = m.id
           and n.cause_key = 'channel_ending:' || c.id || ':reconnect')
         -- A failure there has told it already, in one item with the channel's other posts.
         and not exists (select 1 from notices f where f.member_id = m.id and f.channel_id = c.id and f.kind = 'post_failed'
           and f.detail ->> 'cause' = 'reconnect' and f.done_at is null)
       group by c.org_id, m.id, m.role, c.id
       having m.role <> 'member' or count(p.id) filter (where p.member_id = m.id) > 0
       limit $1`,
      [batch],
    );
    const notifications = rows.map((row) => ({
      orgId: row.org_id,
      memberId: row.member_id,
      kind: "channel_ending" as const,
      causeKey: row.cause_key,
      postId: null,
      channelId: row.channel_id,
      at: deps.clock.now(),
      detail: { cause: "reconnect", waiting: row.waiting },
    }));
    const first = new Map(rows.filter((row) => row.is_first).map((row) => [row.channel_id, row]));
    for (const row of first.values()) {
      const detail = { channel_id: row.channel_id, platform: row.platform, waiting: row.all_waiting };
      await tx.client.query(
        "insert into outbox (org_id, member_id, kind, detail) values ($1, $2, 'channel.reconnect', $3::jsonb)",
        [row.org_id, row.member_id, JSON.stringify(detail)],
      );
    }
    await notifyMembers(tx, notifications, deps.clock, canMail);
    if (first.size > 0) await notifyOutbox(tx);
    return rows.length;
  });
}
