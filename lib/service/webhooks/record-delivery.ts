import type { Context } from "#lib/service/core/context.ts";
import { notifyOutbox } from "#lib/service/db/pg-notifications.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import type { WebhookDeliveryDecision } from "./decide-webhook-delivery.ts";
import type { LeasedWebhookDelivery } from "./lease-deliveries.ts";
import { cancelWaitingDeliveries } from "./manage-webhooks.ts";
import { resolveWebhookFailure } from "./webhook-failed-rule.ts";

/**
 * Records the result of an attempt, unless a later one has begun. Administrators are notified once about a webhook that
 * fails finally, and again only after a delivery has succeeded in between.
 */
export async function recordWebhookDelivery(
  pool: Context["pool"],
  taken: LeasedWebhookDelivery,
  decision: WebhookDeliveryDecision,
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const state = await writeDecision(tx, taken, decision);
    if (state === "delivered") await clearFailingSince(tx, taken.webhookId);
    if (state === "failed" && taken.event !== "test") await queueFailureEvent(tx, taken, decision);
    if (state !== null && decision.offReason !== null) await switchOff(tx, taken.webhookId, decision.offReason);
  });
}

/** Writes a decision. Null when this attempt's lease ended and another has begun, or the webhook was removed. */
async function writeDecision(
  tx: Tx,
  taken: LeasedWebhookDelivery,
  decision: WebhookDeliveryDecision,
): Promise<WebhookDeliveryDecision["state"] | null> {
  const { rows } = await tx.client.query<{ state: WebhookDeliveryDecision["state"] }>({
    name: "webhook-record",
    // A webhook turned off meanwhile has no next attempt.
    text: `with goes_on as (
             select $3 = 'waiting' and (w.enabled or d.asked_for) as is_true
               from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.id = $1)
           update webhook_deliveries d set lease_until = null, status = $4, error = $5,
             state = case when $3 = 'waiting' and not g.is_true then 'failed' else $3 end,
             due_at = case when g.is_true then $6::timestamptz end,
             finished_at = case when g.is_true then null else now() end
           from goes_on g where d.id = $1 and d.attempts = $2 and d.state = 'waiting'
           returning d.state`,
    values: [taken.id, taken.attempts, decision.state, decision.status, decision.error, decision.dueAt],
  });
  return rows[0]?.state ?? null;
}

async function clearFailingSince(tx: Tx, webhookId: string): Promise<void> {
  const { rowCount } = await tx.client.query({
    name: "webhook-arrives",
    text: "update webhooks set failing_told_at = null where id = $1 and failing_told_at is not null",
    values: [webhookId],
  });
  if (rowCount) await resolveWebhookFailure(tx, webhookId);
}

async function switchOff(tx: Tx, webhookId: string, why: string): Promise<void> {
  await tx.client.query({
    name: "webhook-switch-off",
    text: "update webhooks set enabled = false, off_reason = $2 where id = $1",
    values: [webhookId, why],
  });
  await cancelWaitingDeliveries(tx, webhookId, "The webhook was switched off before this was delivered.");
}

/** Queues a failure in the outbox, as all events. The URL's path may have a secret, so the event has the host only. */
async function queueFailureEvent(
  tx: Tx,
  taken: LeasedWebhookDelivery,
  decision: WebhookDeliveryDecision,
): Promise<void> {
  const { rowCount } = await tx.client.query({
    name: "webhook-tell-failing",
    text: `with told as (
             update webhooks set failing_told_at = now() where id = $1 and failing_told_at is null returning org_id)
           insert into outbox (org_id, member_id, kind, detail)
             select m.org_id, m.id, 'notice_failed', $2::jsonb from told join members m using (org_id)
             where m.role in ('owner', 'admin') and m.removed_at is null`,
    values: [
      taken.webhookId,
      JSON.stringify({
        way: "webhook",
        webhook_id: taken.webhookId,
        host: new URL(taken.url).host,
        event: taken.event,
        message: decision.error,
      }),
    ],
  });
  if (rowCount) await notifyOutbox(tx);
}
