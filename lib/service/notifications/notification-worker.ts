import { formatInboxItem } from "#lib/contract/messages/inbox-messages.ts";
import type { Context } from "#lib/service/core/context.ts";
import { createDueWorker } from "#lib/service/db/listen/due-worker.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import type { GuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import {
  getNextNotificationDeliveryMs,
  type LeasedNotificationDelivery,
  leaseNotificationDeliveries,
} from "#lib/service/outbox/lease-notification-deliveries.ts";
import type { Mailer } from "#lib/service/outbox/mailer.ts";
import { getVapidKeys } from "#lib/service/outbox/vapid-keys.ts";
import { sendPushMessage } from "#lib/service/outbox/web-push.ts";
import { getMemberSettings } from "#lib/service/settings/member-settings.ts";
import { formatInstant } from "#lib/time/format.ts";
import { formatTimeZone } from "#lib/time/format-time-zone.ts";
import { listInboxOfMember } from "./inbox.ts";
import { type NotificationDeliveryOutcome, recordNotificationDelivery } from "./record-notification-delivery.ts";
import { type RenderableNotification, renderNotificationEmail, renderPushMessage } from "./render-notification.ts";

/** Sends e-mails and push messages; shares nothing with the publishing of posts but the database. */
export type NotificationWorker = {
  /** Does not wait for a database that is away at the start: the worker tries again. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Sends everything due now; resolves when all of it has been tried. */
  run: () => Promise<void>;
};

export type NotificationWorkerDeps = Pick<Context, "pool" | "db" | "clock" | "log" | "sealer"> & {
  origin: string;
  /** Null without SMTP. */
  mailer: Mailer | null;
  guardedFetch: GuardedFetch;
  /** The contact of the operator for push services (RFC 8292): `mailto:` or `https:`. */
  contact: string;
  chance?: () => number;
};

const deliveriesAtOnce = 8;
/** Far longer than one attempt may take. */
const leaseMs = 120_000;
/** The delay after which an e-mail queued by another process is found. */
const pollMs = 5_000;
const retryAfterErrorMs = 5_000;

export function createNotificationWorker(deps: NotificationWorkerDeps): NotificationWorker {
  const { pool, log } = deps;
  const chance = deps.chance ?? Math.random;
  const worker = createDueWorker({
    async run() {
      await run();
      return await getNextNotificationDeliveryMs(pool);
    },
    maxPauseMs: pollMs,
    retryMs: { first: retryAfterErrorMs, last: retryAfterErrorMs },
    log,
    failureMessage: "reading notifications failed",
  });

  async function run(): Promise<void> {
    while (!worker.isStopping()) {
      const taken = await leaseNotificationDeliveries(pool, deliveriesAtOnce, leaseMs);
      if (taken.length === 0) return;
      await Promise.all(taken.map(tryOne));
    }
  }

  async function tryOne(delivery: LeasedNotificationDelivery): Promise<void> {
    try {
      const outcome = await attemptDelivery(deps, delivery);
      await inTransaction(pool, (tx) =>
        recordNotificationDelivery(tx, delivery, outcome, {
          clock: deps.clock,
          chance: chance(),
          canMail: deps.mailer !== null,
        }),
      );
      const facts = { sending: delivery.id, way: delivery.channel, attempt: delivery.attempt, type: outcome.type };
      if (outcome.type === "failed") log.warn({ ...facts, why: outcome.why }, "sending a notification failed");
      else log.info(facts, "notification sent");
    } catch (error) {
      // After the end of its lease the delivery is tried again.
      log.error({ err: error, sending: delivery.id }, "notification left to its lease");
    }
  }

  return { run, start: worker.start, stop: worker.stop };
}

/** Runs outside any transaction: a mail server may be slow. */
async function attemptDelivery(
  deps: NotificationWorkerDeps,
  delivery: LeasedNotificationDelivery,
): Promise<NotificationDeliveryOutcome> {
  if (delivery.member.removed) return { type: "dropped" };
  const notifications = await listOpenNotifications(deps, delivery);
  // The cause was resolved or marked as done before the delivery.
  if (notifications.length === 0) return { type: "dropped" };
  if (delivery.channel === "email") return await sendNotificationEmail(deps, delivery, notifications);
  if (!delivery.subscription) return { type: "dropped" };
  const tag = notifications.length === 1 ? (notifications[0]?.key ?? "postwright") : "postwright";
  const push = { ...renderPushMessage(notifications, delivery), tag };
  const keys = await getVapidKeys(deps);
  return await sendPushMessage(delivery.subscription, push, {
    keys,
    contact: deps.contact,
    guardedFetch: deps.guardedFetch,
    clock: deps.clock,
  });
}

async function sendNotificationEmail(
  deps: NotificationWorkerDeps,
  delivery: LeasedNotificationDelivery,
  notifications: readonly RenderableNotification[],
): Promise<NotificationDeliveryOutcome> {
  if (!deps.mailer) return { type: "failed", why: "SMTP_URL is no longer set on this server.", isFinal: true };
  const email = renderNotificationEmail(notifications, { origin: deps.origin, organization: delivery.organization });
  const { name, email: address } = delivery.member;
  return await deps.mailer({ ...email, to: { name, address }, id: delivery.id });
}

/** Lists the delivery's open notifications, in the member's time zone and clock format. */
async function listOpenNotifications(
  deps: NotificationWorkerDeps,
  delivery: LeasedNotificationDelivery,
): Promise<(RenderableNotification & { key: string })[]> {
  const { rows } = await deps.pool.query<{ cause_key: string }>({
    name: "sending-causes",
    text: "select distinct cause_key from notices where id = any($1) and done_at is null",
    values: [delivery.notificationIds],
  });
  const keys = new Set(rows.map((row) => row.cause_key));
  if (keys.size === 0) return [];
  const items = await listInboxOfMember(deps.db, delivery.memberId, "open");
  const settings = await getMemberSettings(deps.pool, delivery.memberId);
  const zone = settings.zone ?? "UTC";
  const write = (iso: string) => {
    const at = new Date(iso);
    return `${formatInstant(at, zone, { clock: settings.clock ?? "24" })}, ${formatTimeZone(zone, at)}`;
  };
  const times = { at: write, day: (iso: string) => formatInstant(new Date(iso), zone).split(",")[0] ?? "" };
  return items
    .filter((item) => keys.has(item.key))
    .map((item) => ({ key: item.key, item, message: formatInboxItem(item, times) }));
}
