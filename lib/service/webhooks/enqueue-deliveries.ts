import { webhookEvents } from "#lib/contract/resources/notification-kinds.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { notifyDueWebhooks } from "#lib/service/db/pg-notifications.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { OutboxConsumer, OutboxEvent } from "#lib/service/outbox/outbox-event.ts";
import { renderWebhookPayload, type WebhookPost } from "./webhook-payload.ts";

const events: ReadonlySet<string> = new Set(webhookEvents.filter((event) => event !== "test"));

/** Creates the consumer that writes a delivery for each of the organization's webhooks with this event. */
export function createWebhookConsumer(clock: Clock): OutboxConsumer {
  return async (tx, rows) => {
    const webhookEventRows = rows.filter((row) => events.has(row.kind));
    if (webhookEventRows.length === 0) return;
    const webhooks = await listSubscribedWebhooks(tx, webhookEventRows);
    const subscribed = webhookEventRows.filter((row) => webhooks.some((webhook) => isSubscribed(webhook, row)));
    if (subscribed.length === 0) return;
    const posts = await getWebhookPosts(tx, subscribed);
    const deliveries = subscribed.flatMap((row) => {
      // All receivers of one message get the same id.
      const message = { messageId: `msg_${clock.newId().replaceAll("-", "")}`, event: row.kind };
      const payload = renderWebhookPayload(row, posts.get(row.postId ?? "") ?? null);
      const to = webhooks.filter((webhook) => isSubscribed(webhook, row));
      return to.map((webhook) => ({ ...message, payload, webhookId: webhook.id }));
    });
    await enqueueWebhookDeliveries(tx, deliveries, clock);
  };
}

type SubscribedWebhook = { id: string; org_id: string; events: string[] };

const isSubscribed = (webhook: SubscribedWebhook, row: OutboxEvent) =>
  webhook.org_id === row.orgId && webhook.events.includes(row.kind);

async function listSubscribedWebhooks(tx: Tx, rows: readonly OutboxEvent[]): Promise<SubscribedWebhook[]> {
  const found = await tx.client.query<SubscribedWebhook>({
    name: "webhooks-told",
    text: "select id, org_id, events from webhooks where org_id = any($1) and enabled order by id",
    values: [[...new Set(rows.map((row) => row.orgId))]],
  });
  return found.rows;
}

/**
 * Reads the events' posts, each from its own organization, without locks. Deleted posts exist until they can't be
 * restored.
 */
async function getWebhookPosts(tx: Tx, rows: readonly OutboxEvent[]): Promise<Map<string, WebhookPost>> {
  const ofPosts = rows.filter((row) => row.postId !== null);
  if (ofPosts.length === 0) return new Map();
  const found = await tx.client.query<WebhookPost>({
    name: "webhook-posts",
    text: `select p.id, p.submission_id as "submissionId", p.member_id as "memberId", p.channel_id as "channelId", p.platform,
             p.status, p.scheduled_for as "scheduledFor", p.published_at as "publishedAt",
             array(select url from planned_parts where post_id = p.id and state = 'sent' and url is not null
               order by number) as urls
           from unnest($1::uuid[], $2::uuid[]) as asked (id, org_id)
           join posts p on p.id = asked.id and p.org_id = asked.org_id`,
    values: [ofPosts.map((row) => row.postId), ofPosts.map((row) => row.orgId)],
  });
  return new Map(found.rows.map((post) => [post.id, post]));
}

export type NewWebhookDelivery = {
  webhookId: string;
  messageId: string;
  event: string;
  payload: string;
  /** Sent at once and only once, also while the webhook is off. */
  isTest?: boolean;
};

/** Writes messages that are due at once and wakes the sender. @returns their ids, in the same order. */
export async function enqueueWebhookDeliveries(
  tx: Tx,
  deliveries: readonly NewWebhookDelivery[],
  clock: Clock,
): Promise<string[]> {
  const ids = deliveries.map(() => clock.newId());
  await tx.client.query({
    name: "webhook-deliveries-add",
    text: `insert into webhook_deliveries (id, webhook_id, message_id, event, payload, asked_for, due_at, give_up_at)
           select id, webhook_id, message_id, event, payload, is_test, now(),
             now() + case when is_test then 0 else $7 end * interval '1 hour'
           from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::boolean[])
             as new (id, webhook_id, message_id, event, payload, is_test)`,
    values: [
      ...[ids, deliveries.map((one) => one.webhookId), deliveries.map((one) => one.messageId)],
      ...[deliveries.map((one) => one.event), deliveries.map((one) => one.payload)],
      ...[deliveries.map((one) => one.isTest ?? false), serverOnlyLimits.webhookHours],
    ],
  });
  await notifyDueWebhooks(tx);
  return ids;
}
