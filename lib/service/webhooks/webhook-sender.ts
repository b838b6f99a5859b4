import type { Context } from "#lib/service/core/context.ts";
import { createDueWorker } from "#lib/service/db/listen/due-worker.ts";
import type { ProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import { pgChannels } from "#lib/service/db/pg-notifications.ts";
import type { GuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { decideWebhookDelivery, type WebhookAttempt } from "./decide-webhook-delivery.ts";
import { getNextWebhookDueMs, type LeasedWebhookDelivery, leaseWebhookDeliveries } from "./lease-deliveries.ts";
import { recordWebhookDelivery } from "./record-delivery.ts";
import { openWebhookSecret, signWebhookMessage } from "./webhook-secret.ts";

/**
 * Sends due deliveries to the organizations' webhooks; shares nothing with the publishing of posts but the database.
 */
export type WebhookSender = {
  start: () => Promise<void>;
  /** Leases nothing more and gives attempts in progress a moment; interrupted ones are sent again later. */
  stop: () => Promise<void>;
};

/** Tests shorten these times; they are not configurable. */
export type WebhookSenderTiming = {
  /**
   * One attempt, including the response's body; far below the lease, so that no attempt is still running when its lease
   * is lost.
   */
  attemptMs: number;
  leaseMs: number;
  /** The timer is set again at least this often: the safety net under notifications. */
  rearmMs: number;
  errorPauseMs: number;
  /** The time that a stop leaves to attempts in progress. */
  stopMs: number;
};
const defaultTiming: WebhookSenderTiming = {
  attemptMs: 15_000,
  leaseMs: 60_000,
  rearmMs: 15_000,
  errorPauseMs: 1_000,
  stopMs: 3_000,
};

/** A receiver that hangs occupies two slots of its own and none of another's. */
const perWebhook = 2;
const atOnce = 128;

export function createWebhookSender(deps: {
  pool: Context["pool"];
  processConnection: ProcessConnection;
  clock: Pick<Context["clock"], "now">;
  log: Context["log"];
  sealer: Context["sealer"];
  guardedFetch: GuardedFetch;
  timing?: Partial<WebhookSenderTiming>;
  chance?: () => number;
}): WebhookSender {
  const { pool, log } = deps;
  const timing = { ...defaultTiming, ...deps.timing };
  const chance = deps.chance ?? Math.random;
  const inProgress = new Map<string, number>();
  const sending = new Set<Promise<void>>();
  const breakOff = new AbortController();
  const worker = createDueWorker({
    run: leaseDue,
    maxPauseMs: timing.rearmMs,
    retryMs: { first: timing.errorPauseMs, last: timing.errorPauseMs },
    listen: { processConnection: deps.processConnection, channel: pgChannels.dueWebhooks },
    log,
    failureMessage: "webhook deliveries could not be read",
  });

  async function leaseDue(): Promise<number | null> {
    const limit = atOnce - sending.size;
    const leased =
      limit > 0 ? await leaseWebhookDeliveries(pool, { limit, perWebhook, inProgress, leaseMs: timing.leaseMs }) : [];
    for (const delivery of leased) begin(delivery);
    const dueMs = await getNextWebhookDueMs(pool);
    // Due deliveries that were not leased wait for a slot: the end of an attempt wakes the worker.
    return dueMs !== null && sending.size > 0 ? Math.max(dueMs, timing.errorPauseMs) : dueMs;
  }

  function begin(delivery: LeasedWebhookDelivery): void {
    const { webhookId } = delivery;
    inProgress.set(webhookId, (inProgress.get(webhookId) ?? 0) + 1);
    const done: Promise<void> = deliver(delivery)
      .catch((error: unknown) =>
        log.warn({ err: error, delivery: delivery.id }, "webhook delivery left until its lease ends"),
      )
      .finally(() => {
        sending.delete(done);
        const left = (inProgress.get(webhookId) ?? 1) - 1;
        if (left > 0) inProgress.set(webhookId, left);
        else inProgress.delete(webhookId);
        worker.wake();
      });
    sending.add(done);
  }

  async function deliver(delivery: LeasedWebhookDelivery): Promise<void> {
    const startedAt = performance.now();
    const outcome = await attempt(delivery);
    // The database's time plus the attempt's duration: this machine's clock may be wrong.
    const now = new Date(delivery.now.getTime() + (performance.now() - startedAt));
    const { number, giveUpAt } = delivery;
    const decision = decideWebhookDelivery({ outcome, number, now, giveUpAt, chance: chance() });
    await recordWebhookDelivery(pool, delivery, decision);
    const facts = { webhook: delivery.webhookId, delivery: delivery.id, attempt: delivery.attempts };
    log.info({ ...facts, state: decision.state, status: decision.status }, "webhook delivery attempt finished");
  }

  async function attempt(delivery: LeasedWebhookDelivery): Promise<WebhookAttempt["outcome"]> {
    const { webhookId, sealed, formerSealed, messageId: id, payload } = delivery;
    const current = openWebhookSecret(deps.sealer, webhookId, sealed);
    if (current === null) {
      return {
        broken:
          "The secret can't be read because this server's SECRET has changed. Create a new secret for the webhook.",
      };
    }
    const former = formerSealed === null ? null : openWebhookSecret(deps.sealer, webhookId, formerSealed);
    const secrets = former === null ? [current] : [current, former];
    // The time of this attempt: receivers refuse an old one as a replay.
    const signed = signWebhookMessage(secrets, { id, at: deps.clock.now(), payload });
    const answer = await deps.guardedFetch({
      url: delivery.url,
      method: "POST",
      headers: { "content-type": "application/json", ...signed },
      body: payload,
      timeoutMs: timing.attemptMs,
      signal: breakOff.signal,
    });
    if ("problem" in answer) return answer;
    return { status: answer.status, retryAfterMs: retryAfterMs(answer.headers["retry-after"]) };
  }

  return {
    start: worker.start,
    async stop() {
      await worker.stop();
      const patience = setTimeout(() => breakOff.abort(), timing.stopMs);
      await Promise.all(sending);
      clearTimeout(patience);
    },
  };
}

/** Parses whole seconds only: the other form, a date, is rare and by a clock that may be wrong. */
function retryAfterMs(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header.trim()) ? Number(header) * 1_000 : null;
}
