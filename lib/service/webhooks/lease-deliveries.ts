import type pg from "pg";

/** A delivery that this process may attempt until its lease ends. */
export type LeasedWebhookDelivery = {
  id: string;
  webhookId: string;
  messageId: string;
  event: string;
  payload: string;
  /** Fences the result: only the process of the latest attempt may record it. */
  attempts: number;
  /** 1 for the first attempt since the message was created or sent again by hand. */
  number: number;
  giveUpAt: Date;
  url: string;
  sealed: string;
  /** Null without a rotation in the last day. */
  formerSealed: string | null;
  now: Date;
};

/**
 * Leases due deliveries, oldest first, at most `perWebhook` in progress per webhook here. Deliveries of other processes
 * are skipped; those of a dead process are due again when the lease ends.
 */
export async function leaseWebhookDeliveries(
  pool: pg.Pool,
  options: { limit: number; perWebhook: number; inProgress: ReadonlyMap<string, number>; leaseMs: number },
): Promise<LeasedWebhookDelivery[]> {
  const { rows } = await pool.query<LeasedWebhookDelivery>({
    name: "webhook-take",
    text: `with busy as (select key::uuid as id, value::int as count from json_each_text($2::json)),
           mine as materialized (
             select due.id from webhooks w left join busy on busy.id = w.id
               cross join lateral (
                 select d.id, d.due_at from webhook_deliveries d
                   where d.webhook_id = w.id and d.state = 'waiting' and d.due_at <= now()
                     and coalesce(d.lease_until <= now(), true) and (w.enabled or d.asked_for)
                   order by d.due_at limit greatest($3 - coalesce(busy.count, 0), 0)
                   for update of d skip locked) due
               order by due.due_at limit $1)
           update webhook_deliveries d set attempts = d.attempts + 1, attempted_at = now(),
             lease_until = now() + $4 * interval '1 ms'
           from mine, webhooks w where d.id = mine.id and w.id = d.webhook_id
           returning d.id, d.webhook_id as "webhookId", d.message_id as "messageId", d.event, d.payload, d.attempts,
             d.attempts - d.attempts_before as number, d.give_up_at as "giveUpAt", w.url, w.secret as sealed,
             case when w.former_secret_until > now() then w.former_secret end as "formerSealed", now() as now`,
    values: [
      options.limit,
      JSON.stringify(Object.fromEntries(options.inProgress)),
      options.perWebhook,
      options.leaseMs,
    ],
  });
  return rows;
}

/**
 * Returns the milliseconds until a delivery without a lease is due, by the database's clock; null when there is none. A
 * leased delivery becomes due again only after its process died, which the regular check finds.
 */
export async function getNextWebhookDueMs(pool: pg.Pool): Promise<number | null> {
  const { rows } = await pool.query<{ ms: string | null }>({
    name: "webhook-next-due",
    text: `select extract(epoch from min(next.due_at) - now()) * 1000 as ms from webhooks w cross join lateral (
             select d.due_at from webhook_deliveries d
               where d.webhook_id = w.id and d.state = 'waiting' and coalesce(d.lease_until <= now(), true)
                 and (w.enabled or d.asked_for)
               order by d.due_at limit 1) next`,
  });
  const ms = rows[0]?.ms ?? null;
  return ms === null ? null : Math.max(0, Math.ceil(Number(ms)) + 1);
}
