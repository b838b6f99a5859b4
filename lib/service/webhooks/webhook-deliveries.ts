import { limits } from "#lib/contract/limits.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { WebhookDelivery } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { notifyDueWebhooks } from "#lib/service/db/pg-notifications.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { enqueueWebhookDeliveries } from "./enqueue-deliveries.ts";
import { presentWebhookDelivery, type WebhookDeliveryRecord, webhookDeliveryColumnsSql } from "./present-webhook.ts";
import { createWebhookNotFoundRefusal, lockWebhook, requireWebhook, requireWebhookId } from "./require-webhook.ts";

/** Lists deliveries, newest first. */
export async function listWebhookDeliveries(
  { pool }: Pick<Context, "pool">,
  actor: Actor,
  webhookId: string,
): Promise<WebhookDelivery[]> {
  const webhook = await requireWebhook(pool, actor, webhookId);
  const { rows } = await pool.query<WebhookDeliveryRecord>({
    name: "webhook-deliveries",
    text: `select ${webhookDeliveryColumnsSql} from webhook_deliveries where webhook_id = $1
           order by created_at desc, id desc limit $2`,
    values: [webhook.id, limits.webhookDeliveriesKept],
  });
  return rows.map(presentWebhookDelivery);
}

/**
 * Queues a test message: a worker sends it like all others, so a request to an outside server never delays this
 * response.
 */
export async function sendTestWebhook(
  tx: Tx,
  actor: Actor,
  webhookId: string,
  { clock }: Pick<Context, "clock">,
): Promise<WebhookDelivery> {
  const webhook = await lockWebhook(tx, actor, webhookId);
  const payload = JSON.stringify({
    type: "test",
    timestamp: clock.now().toISOString(),
    data: { id: webhook.id, message: "This is a test from Postwright. Nothing happened." },
  });
  const messageId = `msg_${clock.newId().replaceAll("-", "")}`;
  const test = { webhookId: webhook.id, messageId, event: "test", payload, isTest: true };
  const [id = ""] = await enqueueWebhookDeliveries(tx, [test], clock);
  return requireWebhookDelivery(tx, webhook.id, id);
}

/** Sends a message again. With the webhook off it is sent once; else it is retried for a day again. */
export async function resendWebhookDelivery(
  tx: Tx,
  actor: Actor,
  webhookId: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  const webhook = await lockWebhook(tx, actor, webhookId);
  const { id, event } = await requireWebhookDelivery(tx, webhook.id, deliveryId);
  const hours = webhook.enabled && event !== "test" ? serverOnlyLimits.webhookHours : 0;
  await tx.client.query({
    name: "webhook-resend",
    // An attempt in progress keeps its lease, so that no second one runs at the same time.
    text: `update webhook_deliveries set state = 'waiting', due_at = now(), attempts_before = attempts, asked_for = true,
             give_up_at = now() + $2 * interval '1 hour', finished_at = null
           where id = $1 and not (state = 'waiting' and coalesce(lease_until > now(), false))`,
    values: [id, hours],
  });
  await notifyDueWebhooks(tx);
  return requireWebhookDelivery(tx, webhook.id, id);
}

async function requireWebhookDelivery(tx: Tx, webhookId: string, id: string): Promise<WebhookDelivery> {
  const { rows } = await tx.client.query<WebhookDeliveryRecord>({
    name: "webhook-delivery",
    text: `select ${webhookDeliveryColumnsSql} from webhook_deliveries where webhook_id = $1 and id = $2`,
    values: [webhookId, requireWebhookId(id, "delivery")],
  });
  if (!rows[0]) throw createWebhookNotFoundRefusal("delivery");
  return presentWebhookDelivery(rows[0]);
}
