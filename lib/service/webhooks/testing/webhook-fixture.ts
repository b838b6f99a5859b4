import { pino } from "pino";
import type { Webhook, WebhookDelivery } from "#lib/contract/types.ts";
import { createProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import { createGuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import type { OutboxConsumer, OutboxEvent } from "#lib/service/outbox/outbox-event.ts";
import { createOutboxEventRelay, type OutboxEventRelay } from "#lib/service/outbox/outbox-event-relay.ts";
import { waitUntil } from "#lib/service/publishing/testing/publishing-fixture.ts";
import { createWebhookConsumer } from "#lib/service/webhooks/enqueue-deliveries.ts";
import { createWebhookFailedRule } from "#lib/service/webhooks/webhook-failed-rule.ts";
import {
  createWebhookSender,
  type WebhookSender,
  type WebhookSenderTiming,
} from "#lib/service/webhooks/webhook-sender.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

export const silentLogger = pino({ level: "silent" });
/**
 * The usual timing with shorter pauses. An attempt and a lease last as long as usual: on a machine that stalls for a
 * second, a short one would end before the response, and everything would be sent twice.
 */
export const quickTiming = { rearmMs: 100, troubleMs: 20, stopMs: 50 };

export type CreatedWebhook = Webhook & { secret: string };

/** The service over HTTP, the outbox relay, the sender, and a receiver in another process. */
export type WebhookFixture = Awaited<ReturnType<typeof openWebhookFixture>>;

export async function openWebhookFixture() {
  const receiver: WebhookReceiver = await startWebhookReceiver();
  const service: TestService = await openTestService({ outboundAllow: new Set([receiver.host]) });
  const { pool, connection, processConnection } = service.database;
  /** Events for members about failing webhooks. */
  const told: OutboxEvent[] = [];
  const listen: OutboxConsumer = async (_tx, rows) => {
    told.push(...rows.filter((row) => row.kind === "notice_failed"));
  };
  const { clock } = service;
  const consumers = [createWebhookConsumer(clock), createWebhookFailedRule({ clock, canMail: false }), listen];
  const outbox: OutboxEventRelay = createOutboxEventRelay({ pool, processConnection, log: silentLogger, consumers });
  await outbox.start();
  const running: WebhookSender[] = [];

  /** Sends a request as the administrator; fails the test when it is refused. */
  async function ask<T>(method: string, path: string, json?: unknown): Promise<T> {
    const answer = await service.call(method, `/v1${path}`, {
      key: service.org.key,
      ...(json !== undefined && { json }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.wire.data;
  }

  return {
    receiver,
    service,
    ask,
    told,
    async startSender(timing: Partial<WebhookSenderTiming> = {}): Promise<WebhookSender> {
      const sender = createWebhookSender({
        pool,
        processConnection: createProcessConnection({ connection, log: silentLogger }),
        clock: service.clock,
        log: silentLogger,
        sealer: service.context.sealer,
        timing: { ...quickTiming, ...timing },
        guardedFetch: createGuardedFetch({ allow: service.context.settings.outboundAllow }),
      });
      running.push(sender);
      await sender.start();
      return sender;
    },
    /** Adds a webhook to the receiver's endpoint of this name, which knows its secret. */
    async add(
      name: string,
      events: string[] = ["post.published", "post.failed", "post.deleted"],
    ): Promise<CreatedWebhook> {
      const made = await ask<CreatedWebhook>("POST", "/webhooks", { url: receiver.urlOf(name), events });
      await receiver.know(name, made.secret);
      return made;
    },
    deliveries: (id: string) => ask<WebhookDelivery[]>("GET", `/webhooks/${id}/deliveries`),
    webhook: async (id: string) => (await ask<Webhook[]>("GET", "/webhooks")).find((one) => one.id === id),
    /** Adds a post that is published, or ends otherwise, as the worker would write it. */
    async post(
      status: "published" | "failed" = "published",
      key = service.org.key,
      channel = service.org.channelIds[0],
    ) {
      const [post] = await service.create({ channels: [channel], text: "the words of the post" }, key);
      if (!post) throw new Error("no post");
      await pool.query(
        `insert into planned_parts (post_id, channel_id, number, text, part_key, state, url, sent_at)
         values ($1, $2, 1, 'the words of the post', 'k', 'sent', 'https://example.org/1', now())`,
        [post.id, post.channel_id],
      );
      const failure = ", failure_cause = 'rejected', error = 'It was refused.'";
      await pool.query(
        `update posts set status = $2, due_at = null, published_at = now() ${status === "failed" ? failure : ""} where id = $1`,
        [post.id, status],
      );
      return post;
    },
    /** Makes all waiting deliveries due now, as if the clock had moved on. */
    async passTime(): Promise<void> {
      await pool.query("update webhook_deliveries set due_at = now() where state = 'waiting'");
      await pool.query("select pg_notify('webhook_due', '')");
    },
    until: waitUntil,
    async stopSenders() {
      await Promise.all(running.splice(0).map((sender) => sender.stop()));
    },
    async close() {
      await Promise.all(running.map((sender) => sender.stop()));
      await outbox.stop();
      await service.close();
      await receiver.stop();
    },
  };
}
