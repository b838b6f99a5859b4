import { limits } from "#lib/contract/limits.ts";
import type { Context } from "#lib/service/core/context.ts";

const batch = 1_000;

/** Removes deliveries that are too old for the log, and ends those of webhooks that are off. Limited per call. */
export async function removeOldWebhookDeliveries(pool: Context["pool"]): Promise<void> {
  await pool.query(
    `update webhook_deliveries d set state = 'failed', due_at = null, lease_until = null, finished_at = now(),
       error = 'The webhook was switched off before this was delivered.'
     from webhooks w where w.id = d.webhook_id and d.state = 'waiting' and not w.enabled and not d.asked_for
       and coalesce(d.lease_until <= now(), true)`,
  );
  await pool.query(
    `delete from webhook_deliveries where id in (
       select old.id from webhooks w cross join lateral (
         select id, state from webhook_deliveries where webhook_id = w.id
           order by created_at desc, id desc offset $1 limit $2) old
       where old.state <> 'waiting' limit $2)`,
    [limits.webhookDeliveriesKept, batch],
  );
}
