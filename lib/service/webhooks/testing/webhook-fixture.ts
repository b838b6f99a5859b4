import { pino } from "pino";
import type { Webhook, WebhookDelivery } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { makeOutbox, type Outbox } from "#lib/service/outbox/outbox-relay.ts";
import type { FanOut, OutboxRow } from "#lib/service/outbox/outbox-event.ts";
import { makeGuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { until } from "#lib/service/publishing/testing/publishing-fixture.ts";
import { makeWebhookFanOut } from "#lib/service/webhooks/enqueue-deliveries.ts";
import { makeTellFailing } from "#lib/service/webhooks/webhook-failed-rule.ts";
import { type Receiver, startReceiver } from "./webhook-receiver.ts";
import { makeWebhookSender, type SenderTiming, type WebhookSender } from "#lib/service/webhooks/webhook-sender.ts";

export const silent = pino({ level: "silent" });
/**
 * As usual, but for the pauses that a test would wait for. An attempt and a lease last as long as usual: on a machine that
 * stood still for a second a short one is over before the receiver was heard, and everything is sent twice.
 */
export const quick = { rearmMs: 100, troubleMs: 20, stopMs: 50 };

export type Made = Webhook & { secret: string };

/** The service over HTTP, what empties its outbox, who sends, and a receiver in another process. */
export type WebhookStage = Awaited<ReturnType<typeof openWebhookStage>>;

export async function openWebhookStage() {
  const receiver: Receiver = await startReceiver();
  const service: TestService = await openTestService({ outboundAllow: new Set([receiver.host]) });
  const { pool, connection } = service.database;
  /** What members are to be told of webhooks that fail. */
  const told: OutboxRow[] = [];
  const listen: FanOut = async (_tx, rows) => {
    told.push(...rows.filter((row) => row.kind === "notice_failed"));
  };
  const { clock } = service;
  const fanOuts = [makeWebhookFanOut(clock), makeTellFailing({ clock, canMail: false }), listen];
  const outbox: Outbox = makeOutbox({ pool, connection, log: silent, fanOuts });
  await outbox.start();
  const running: WebhookSender[] = [];

  /** Asks as the administrator; fails the test when that is refused. */
  async function ask<T>(method: string, path: string, json?: unknown): Promise<T> {
    const answer = await service.call(method, `/v1${path}`, {
      key: service.org.key,
      ...(json !== undefined && { json }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.wire.data;
  }

  return {
    ...{ receiver, service, ask, told },
    async startSender(timing: Partial<SenderTiming> = {}): Promise<WebhookSender> {
      const sender = makeWebhookSender({
        ...{
          pool,
          connection,
          clock: service.clock,
          log: silent,
          sealer: service.context.sealer,
          timing: { ...quick, ...timing },
        },
        guardedFetch: makeGuardedFetch({ allow: service.context.settings.outboundAllow }),
      });
      running.push(sender);
      await sender.start();
      return sender;
    },
    /** A webhook to the receiver's endpoint of this name, which knows its secret. */
    async add(name: string, events: string[] = ["post.published", "post.failed", "post.deleted"]): Promise<Made> {
      const made = await ask<Made>("POST", "/webhooks", { url: receiver.urlOf(name), events });
      await receiver.know(name, made.secret);
      return made;
    },
    deliveries: (id: string) => ask<WebhookDelivery[]>("GET", `/webhooks/${id}/deliveries`),
    webhook: async (id: string) => (await ask<Webhook[]>("GET", "/webhooks")).find((one) => one.id === id),
    /** A post that goes out, or ends otherwise, as the worker would write it. */
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
    /** Everything that waits is due now: the same as the clock having moved on. */
    async passTime(): Promise<void> {
      await pool.query("update webhook_deliveries set due_at = now() where state = 'waiting'");
      await pool.query("select pg_notify('webhook_due', '')");
    },
    until,
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
