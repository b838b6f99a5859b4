import type { Context } from "#lib/service/core/context.ts";
import type { GuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { createMailer, type MailSettings } from "#lib/service/outbox/mailer.ts";
import type { OutboxConsumer } from "#lib/service/outbox/outbox-event.ts";
import {
  createNotificationWorker,
  type NotificationWorker,
  type NotificationWorkerDeps,
} from "./notification-worker.ts";
import { notifyEndingChannelAccess } from "./rules/channel-access-ending.ts";
import { createChannelDisconnectedRule } from "./rules/channel-disconnected.ts";
import { notifySignedOutChannels } from "./rules/channel-signed-out.ts";
import { createClaimDecidedRule } from "./rules/claim-decided.ts";
import { notifyWaitingClaims } from "./rules/claims-waiting.ts";
import { createPostFailedRule } from "./rules/post-failed.ts";
import { noMailServerMessage, sendTestNotification } from "./send-test-notification.ts";

const batch = 1_000;

/** Removes old notifications, a limited number each time; and closes those that resolved themselves a day ago. */
async function removeOldNotifications(pool: Context["pool"]): Promise<void> {
  await pool.query(
    `update notices set done_at = now() where id in (
       select n.id from notices n left join posts p on p.id = n.post_id
       where n.kind = 'post_failed' and n.done_at is null and n.created_at < now() - interval '1 day'
         and (p.id is null or (p.status <> 'failed' and p.updated_at < now() - interval '1 day')
           or p.deleted_at < now() - interval '31 days')
       limit $1)`,
    [batch],
  );
  await pool.query(
    `delete from notices where id in (
       select id from notices where done_at is not null and done_at < now() - interval '60 days' limit $1)`,
    [batch],
  );
  await pool.query(
    `delete from notice_sendings where id in (
       select id from notice_sendings where state <> 'waiting' and created_at < now() - interval '30 days' limit $1)`,
    [batch],
  );
}

/** The parts that notify members: from the outbox to the inbox, and on by e-mail and push. */
export type Notifications = {
  fanOuts: readonly OutboxConsumer[];
  sender: NotificationWorker;
  tryNotice: Context["tryNotice"];
  sendLetter: Context["sendLetter"];
  sweepers: { name: string; everyMs: number; run: () => Promise<unknown> }[];
};

/**
 * -
 * @param at.mail null without SMTP: then no e-mail is sent.
 */
export function createNotifications(
  at: Pick<Context, "pool" | "db" | "clock" | "log" | "sealer"> & {
    origin: string;
    mail: MailSettings | null;
    guardedFetch: GuardedFetch;
  },
): Notifications {
  const { pool, db, clock, log, sealer, origin, guardedFetch } = at;
  const canMail = at.mail !== null;
  const parts: NotificationWorkerDeps = {
    pool,
    db,
    clock,
    log,
    sealer,
    origin,
    guardedFetch,
    mailer: at.mail && createMailer(at.mail),
    contact: origin.startsWith("https:")
      ? origin
      : `mailto:${getEmailAddress(at.mail?.from ?? getDefaultSender(origin))}`,
  };
  return {
    fanOuts: [
      createPostFailedRule({ clock, canMail }),
      createClaimDecidedRule({ clock, canMail }),
      createChannelDisconnectedRule({ clock, canMail }),
    ],
    sender: createNotificationWorker(parts),
    async sendLetter(letter) {
      if (!parts.mailer) return { sent: false, why: noMailServerMessage };
      const came = await parts.mailer(letter);
      return came.type === "sent" ? { sent: true, why: null } : { sent: false, why: came.why };
    },
    tryNotice: (memberId, way) => sendTestNotification(parts, memberId, way),
    sweepers: [
      { name: "ending channels", everyMs: 5 * 60_000, run: () => notifyEndingChannelAccess({ pool, clock }, canMail) },
      { name: "signed-out channels", everyMs: 60_000, run: () => notifySignedOutChannels({ pool, clock }, canMail) },
      { name: "waiting claims", everyMs: 10 * 60_000, run: () => notifyWaitingClaims({ pool, clock }, canMail) },
      { name: "old notifications", everyMs: 60 * 60_000, run: () => removeOldNotifications(pool) },
    ],
  };
}

/** Returns the default sender of e-mails: an address at the public host. */
export function getDefaultSender(origin: string): string {
  return `Postwright <postwright@${new URL(origin).hostname.replace(/[[\]]/g, "")}>`;
}

const getEmailAddress = (from: string) => /<([^>]+)>/.exec(from)?.[1] ?? from;
