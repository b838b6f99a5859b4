import type { Mailer } from "#lib/service/outbox/mailer.ts";
import { getVapidKeys } from "#lib/service/outbox/vapid-keys.ts";
import { sendPushMessage } from "#lib/service/outbox/web-push.ts";
import type { NotificationWorkerDeps } from "./notification-worker.ts";

/** The reason why no e-mail can be sent. */
export const noMailServerMessage = "E-mail isn’t set up: the server needs SMTP_URL.";

type TestNotificationResult = { sent: boolean; why: string | null };
const failed = (why: string): TestNotificationResult => ({ sent: false, why });

/** Sends the member one test notification at once and returns the result. */
export async function sendTestNotification(
  at: NotificationWorkerDeps,
  memberId: string,
  way: "email" | "push",
): Promise<TestNotificationResult> {
  return way === "email" ? await sendTestEmail(at, at.mailer, memberId) : await sendTestPush(at, memberId);
}

async function sendTestEmail(
  at: NotificationWorkerDeps,
  mailer: Mailer | null,
  memberId: string,
): Promise<TestNotificationResult> {
  if (!mailer) return failed(noMailServerMessage);
  const { rows } = await at.pool.query<{ name: string; email: string }>(
    "select name, email from members where id = $1",
    [memberId],
  );
  const member = rows[0];
  if (!member) return failed("The member was not found.");
  const words = "This is a test. You will get an e-mail here if a post fails.";
  const link = `${at.origin}/inbox`;
  const came = await mailer({
    to: { name: member.name, address: member.email },
    subject: "Test e-mail from Postwright",
    text: `${words}\n\nYour inbox: ${link}\n`,
    html: `<!doctype html><html lang="en"><body style="padding:24px;font:15px/22px system-ui,sans-serif"><p>${words}</p><p><a href="${encodeURI(link)}">Your inbox</a></p></body></html>\n`,
    id: at.clock.newId(),
  });
  return came.type === "sent" ? { sent: true, why: null } : failed(came.why);
}

async function sendTestPush(at: NotificationWorkerDeps, memberId: string): Promise<TestNotificationResult> {
  const { rows } = await at.pool.query<{ id: string; endpoint: string; p256dh: string; auth: string }>(
    "select id, endpoint, p256dh, auth from push_subscriptions where member_id = $1 order by created_at desc",
    [memberId],
  );
  if (rows.length === 0) return failed("No browser has notifications enabled. Enable them in one first.");
  const keys = await getVapidKeys(at);
  const push = {
    title: "Test from Postwright",
    body: "Notifications work in this browser.",
    path: "/inbox",
    tag: "test",
  };
  const tried = await Promise.all(
    rows.map(async (row) => {
      const came = await sendPushMessage(row, push, {
        keys,
        contact: at.contact,
        guardedFetch: at.guardedFetch,
        clock: at.clock,
      });
      if (came.type === "gone") await at.pool.query("delete from push_subscriptions where id = $1", [row.id]);
      return came;
    }),
  );
  if (tried.some((came) => came.type === "sent")) return { sent: true, why: null };
  const why = tried.find((came) => came.type === "failed")?.why;
  return failed(why ?? "This browser no longer accepts notifications. Enable them again.");
}
