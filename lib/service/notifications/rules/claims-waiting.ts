import { OrganizationSettings } from "#lib/contract/resources/organization-settings.ts";
import type { Context } from "#lib/service/core/context.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { type NewNotification, notifyMembers } from "#lib/service/notifications/notify-members.ts";
import { dayMs } from "#lib/time/time-units.ts";

const causeKey = "claims_waiting";
/** The most claims that are counted exactly; above it "1,000" is as useful. */
const countedMax = 1_000;

type Row = { org_id: string; member_id: string; settings: unknown; waiting: number };

/**
 * Notifies each reviewer once a day about claims that have waited for more than a day and that they may decide; closes
 * the notification when none is left. Skips organizations that want no reminder.
 */
export async function notifyWaitingClaims(deps: Pick<Context, "pool" | "clock">, canMail: boolean): Promise<number> {
  const now = deps.clock.now();
  const dayAgo = new Date(now.getTime() - dayMs);
  return await inTransaction(deps.pool, async (tx) => {
    const { rows } = await tx.client.query<Row>({
      name: "claims-that-wait",
      text: `select o.id as org_id, m.id as member_id, o.settings, w.waiting
             from organizations o
               join members m on m.org_id = o.id and m.role in ('owner', 'admin') and m.removed_at is null
               cross join lateral (select count(*)::int as waiting from (
                 select 1 from claims c where c.org_id = o.id and c.state = 'pending' and c.published_at < $1
                   and c.member_id <> m.id limit ${countedMax}) as old) as w
             where exists (select 1 from claims c where c.org_id = o.id and c.state = 'pending' and c.published_at < $1)
               and w.waiting > 0
               and not exists (select 1 from notices n where n.member_id = m.id and n.post_id is null
                 and n.cause_key = '${causeKey}' and n.created_at > $1)`,
      values: [dayAgo],
    });
    const notifications = rows
      .filter((row) => OrganizationSettings.parse(row.settings).remind_reviewers)
      .map(
        (row): NewNotification => ({
          orgId: row.org_id,
          memberId: row.member_id,
          kind: "claims_waiting",
          causeKey,
          postId: null,
          channelId: null,
          at: now,
          detail: { waiting: row.waiting },
        }),
      );
    await notifyMembers(tx, notifications, deps.clock, canMail);
    await tx.client.query({
      name: "claims-wait-no-more",
      text: `update notices n set done_at = $2 where n.kind = 'claims_waiting' and n.done_at is null
               and not exists (select 1 from claims c where c.org_id = n.org_id and c.state = 'pending'
                 and c.published_at < $1 and c.member_id <> n.member_id)`,
      values: [dayAgo, now],
    });
    return notifications.length;
  });
}
