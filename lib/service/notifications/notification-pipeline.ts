import type { Context } from "#lib/service/core/context.ts";
import { renderEmailDocument } from "#lib/service/core/email-document.ts";
import type { GuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { spendMail } from "#lib/service/outbox/mail-limits.ts";
import { createMailer, type Mailer, type MailSettings } from "#lib/service/outbox/mailer.ts";
import type { OutboxConsumer } from "#lib/service/outbox/outbox-event.ts";
import { getVapidKeys } from "#lib/service/outbox/vapid-keys.ts";
import { sendPushMessage } from "#lib/service/outbox/web-push.ts";
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
import { notifyHeldPosts, recordHeldPosts } from "./rules/held-posts.ts";
import { createPostChangedRule } from "./rules/post-changed.ts";
import { createPostFailedRule } from "./rules/post-failed.ts";
import { createProblemAssignedRule } from "./rules/problem-assigned.ts";
import { createSendingPausedRule } from "./rules/sending-paused.ts";

/** The reason why no e-mail can be sent. */
const noMailServerMessage = "E-mail isn't set up: the server needs SMTP_URL.";

type TestNotificationResult = { sent: boolean; why: string | null };
const failed = (why: string): TestNotificationResult => ({ sent: false, why });

/** Sends the member one test notification at once and returns the result. */
async function sendTestNotification(
  deps: NotificationWorkerDeps,
  memberId: string,
  channel: "email" | "push",
): Promise<TestNotificationResult> {
  return channel === "email" ? await sendTestEmail(deps, deps.mailer, memberId) : await sendTestPush(deps, memberId);
}

async function sendTestEmail(
  deps: NotificationWorkerDeps,
  mailer: Mailer | null,
  memberId: string,
): Promise<TestNotificationResult> {
  if (!mailer) return failed(noMailServerMessage);
  const { rows } = await deps.pool.query<{ name: string; email: string }>(
    "select name, email from members where id = $1",
    [memberId],
  );
  const member = rows[0];
  if (!member) return failed("The member was not found.");
  const mail = { type: "test", to: member.email, by: memberId } as const;
  await spendMail(deps.pool, mail, { clock: deps.clock, settings: { sendsMail: true } });
  const text = "This is a test. You will get an e-mail here if a post fails.";
  const link = `${deps.origin}/inbox`;
  const outcome = await mailer({
    to: { name: member.name, address: member.email },
    subject: "Test e-mail from Postwright",
    text: `${text}\n\nYour inbox: ${link}\n`,
    html: renderEmailDocument({
      title: "Test e-mail from Postwright",
      content: `<p style="margin:0">${text}</p>`,
      action: { label: "Open inbox", url: link },
    }),
    id: deps.clock.newId(),
  });
  return outcome.type === "sent" ? { sent: true, why: null } : failed(outcome.why);
}

async function sendTestPush(deps: NotificationWorkerDeps, memberId: string): Promise<TestNotificationResult> {
  const { rows } = await deps.pool.query<{ id: string; endpoint: string; p256dh: string; auth: string }>(
    "select id, endpoint, p256dh, auth from push_subscriptions where member_id = $1 order by created_at desc",
    [memberId],
  );
  if (rows.length === 0) return failed("No browser has notifications enabled. Enable them in one first.");
  const keys = await getVapidKeys(deps);
  const push = {
    title: "Test from Postwright",
    body: "Notifications work in this browser.",
    path: "/inbox",
    tag: "test",
  };
  const tried = await Promise.all(
    rows.map(async (row) => {
      const outcome = await sendPushMessage(row, push, {
        keys,
        contact: deps.contact,
        guardedFetch: deps.guardedFetch,
        clock: deps.clock,
      });
      if (outcome.type === "gone") await deps.pool.query("delete from push_subscriptions where id = $1", [row.id]);
      return outcome;
    }),
  );
  if (tried.some((outcome) => outcome.type === "sent")) return { sent: true, why: null };
  const why = tried.find((outcome) => outcome.type === "failed")?.why;
  return failed(why ?? "This browser no longer accepts notifications. Enable them again.");
}

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
export type NotificationService = {
  consumers: readonly OutboxConsumer[];
  worker: NotificationWorker;
  sendTestNotification: Context["sendTestNotification"];
  sendEmail: Context["sendEmail"];
  recurringTasks: { name: string; everyMs: number; run: () => Promise<unknown> }[];
};

/**
 * -
 * @param deps.mail null without SMTP: then no e-mail is sent.
 */
export function createNotificationService(
  deps: Pick<Context, "pool" | "db" | "clock" | "log" | "sealer"> & {
    origin: string;
    mail: MailSettings | null;
    guardedFetch: GuardedFetch;
  },
): NotificationService {
  const { pool, db, clock, log, sealer, origin, guardedFetch } = deps;
  const canMail = deps.mail !== null;
  const parts: NotificationWorkerDeps = {
    pool,
    db,
    clock,
    log,
    sealer,
    origin,
    guardedFetch,
    mailer: deps.mail && createMailer(deps.mail),
    contact: origin.startsWith("https:")
      ? origin
      : `mailto:${getEmailAddress(deps.mail?.from ?? getDefaultSender(origin))}`,
  };
  const recordAndNotify = async () => {
    await recordHeldPosts({ pool, clock });
    await notifyHeldPosts({ pool, clock }, canMail);
  };
  return {
    consumers: [
      createPostFailedRule({ clock, canMail }),
      createClaimDecidedRule({ clock, canMail }),
      createChannelDisconnectedRule({ clock, canMail }),
      createPostChangedRule({ clock, canMail }),
      createSendingPausedRule({ clock, canMail }),
      createProblemAssignedRule({ clock, canMail }),
    ],
    worker: createNotificationWorker(parts),
    async sendEmail(email) {
      if (!parts.mailer) return { sent: false, why: noMailServerMessage };
      const outcome = await parts.mailer(email);
      return outcome.type === "sent" ? { sent: true, why: null } : { sent: false, why: outcome.why };
    },
    sendTestNotification: (memberId, channel) => sendTestNotification(parts, memberId, channel),
    recurringTasks: [
      { name: "ending channels", everyMs: 5 * 60_000, run: () => notifyEndingChannelAccess({ pool, clock }, canMail) },
      { name: "signed-out channels", everyMs: 60_000, run: () => notifySignedOutChannels({ pool, clock }, canMail) },
      { name: "held posts", everyMs: 20_000, run: () => recordAndNotify() },
      { name: "waiting claims", everyMs: 10 * 60_000, run: () => notifyWaitingClaims({ pool, clock }, canMail) },
      { name: "old notifications", everyMs: 60 * 60_000, run: () => removeOldNotifications(pool) },
    ],
  };
}

/** Returns the default sender of e-mails: an address at the public host. */
export function getDefaultSender(origin: string): string {
  return `Postwright <postwright@${new URL(origin).hostname.replace(/[[\]]/g, "")}>`;
}

const getEmailAddress = (from: string) => /<([^<>]+)>/.exec(from)?.[1] ?? from;
