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

  async function tryOne(sending: LeasedNotificationDelivery): Promise<void> {
    try {
      const came = await attemptDelivery(deps, sending);
      await inTransaction(pool, (tx) =>
        recordNotificationDelivery(tx, sending, came, {
          clock: deps.clock,
          chance: chance(),
          canMail: deps.mailer !== null,
        }),
      );
      const facts = { sending: sending.id, way: sending.way, attempt: sending.attempt, type: came.type };
      if (came.type === "failed") log.warn({ ...facts, why: came.why }, "sending a notification failed");
      else log.info(facts, "notification sent");
    } catch (error) {
      // After the end of its lease the delivery is tried again.
      log.error({ err: error, sending: sending.id }, "notification left to its lease");
    }
  }

  return { run, start: worker.start, stop: worker.stop };
}

/** Runs outside any transaction: a mail server may be slow. */
async function attemptDelivery(
  deps: NotificationWorkerDeps,
  sending: LeasedNotificationDelivery,
): Promise<NotificationDeliveryOutcome> {
  if (sending.member.removed) return { type: "dropped" };
  const told = await listOpenNotifications(deps, sending);
  // The cause was resolved or marked as done before the delivery.
  if (told.length === 0) return { type: "dropped" };
  if (sending.way === "email") return await sendNotificationEmail(deps, sending, told);
  if (!sending.subscription) return { type: "dropped" };
  const tag = told.length === 1 ? (told[0]?.key ?? "postwright") : "postwright";
  const push = { ...renderPushMessage(told, sending), tag };
  const keys = await getVapidKeys(deps);
  return await sendPushMessage(sending.subscription, push, {
    keys,
    contact: deps.contact,
    guardedFetch: deps.guardedFetch,
    clock: deps.clock,
  });
}

async function sendNotificationEmail(
  deps: NotificationWorkerDeps,
  sending: LeasedNotificationDelivery,
  told: readonly RenderableNotification[],
): Promise<NotificationDeliveryOutcome> {
  if (!deps.mailer) return { type: "failed", why: "SMTP_URL is no longer set on this server.", isFinal: true };
  const letter = renderNotificationEmail(told, { origin: deps.origin, organization: sending.organization });
  const { name, email: address } = sending.member;
  return await deps.mailer({ ...letter, to: { name, address }, id: sending.id });
}

/** Lists the delivery's open notifications, in the member's time zone and clock format. */
async function listOpenNotifications(
  deps: NotificationWorkerDeps,
  sending: LeasedNotificationDelivery,
): Promise<(RenderableNotification & { key: string })[]> {
  const { rows } = await deps.pool.query<{ cause_key: string }>({
    name: "sending-causes",
    text: "select distinct cause_key from notices where id = any($1) and done_at is null",
    values: [sending.noticeIds],
  });
  const keys = new Set(rows.map((row) => row.cause_key));
  if (keys.size === 0) return [];
  const items = await listInboxOfMember(deps.db, sending.memberId, "open");
  const settings = await getMemberSettings(deps.pool, sending.memberId);
  const zone = settings.zone ?? "UTC";
  const write = (iso: string) => `${formatInstant(new Date(iso), zone, { clock: settings.clock })} (${zone})`;
  const times = { at: write, day: (iso: string) => formatInstant(new Date(iso), zone).split(",")[0] ?? "" };
  return items
    .filter((item) => keys.has(item.key))
    .map((item) => ({ key: item.key, item, words: formatInboxItem(item, times) }));
}
