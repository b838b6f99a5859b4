import type { Context } from "#lib/service/core/context.ts";

/** An e-mail or push message that only this process may try now. */
export type LeasedNotificationDelivery = {
  id: string;
  orgId: string;
  memberId: string;
  channel: "email" | "push";
  notificationIds: string[];
  /** The number of this attempt, 1 for the first. */
  attempt: number;
  /** Age of the delivery, ms. */
  ageMs: number;
  member: { name: string; email: string; removed: boolean };
  organization: string;
  subscription: { id: string; endpoint: string; p256dh: string; auth: string } | null;
};

/** Leases due deliveries for `leaseMs` each: a delivery of a process that dies is due again when its lease ends. */
export async function leaseNotificationDeliveries(
  pool: Context["pool"],
  limit: number,
  leaseMs: number,
): Promise<LeasedNotificationDelivery[]> {
  const { rows } = await pool.query({
    name: "sendings-take",
    text: `with due as materialized (
             select id from notice_sendings where state = 'waiting' and due_at <= now() + interval '1 ms'
             order by due_at limit $1 for update skip locked),
           taken as (update notice_sendings set attempts = attempts + 1, due_at = now() + $2 * interval '1 ms'
             where id in (select id from due) returning *)
           select t.id, m.org_id, t.member_id, t.way, t.notice_ids, t.attempts,
             extract(epoch from now() - t.created_at) * 1000 as age_ms, m.name, m.email,
             m.removed_at is not null as removed, o.name as organization, s.id as subscription_id, s.endpoint, s.p256dh, s.auth
           from taken t join members m on m.id = t.member_id join organizations o on o.id = m.org_id
             left join push_subscriptions s on s.id = t.subscription_id`,
    values: [limit, leaseMs],
  });
  return rows.map((row) => ({
    id: row.id,
    orgId: row.org_id,
    memberId: row.member_id,
    channel: row.way,
    notificationIds: row.notice_ids,
    attempt: row.attempts,
    ageMs: Number(row.age_ms),
    organization: row.organization,
    member: { name: row.name, email: row.email, removed: row.removed },
    subscription:
      row.subscription_id === null
        ? null
        : { id: row.subscription_id, endpoint: row.endpoint, p256dh: row.p256dh, auth: row.auth },
  }));
}

/**
 * Returns the ms until the next delivery is due, by the database's clock, because this machine's may be wrong; null
 * when none waits.
 */
export async function getNextNotificationDeliveryMs(pool: Context["pool"]): Promise<number | null> {
  const { rows } = await pool.query<{ ms: string | null }>({
    name: "sendings-next",
    text: "select extract(epoch from min(due_at) - now()) * 1000 as ms from notice_sendings where state = 'waiting'",
  });
  const ms = rows[0]?.ms ?? null;
  return ms === null ? null : Math.max(0, Math.ceil(Number(ms)) + 1);
}
