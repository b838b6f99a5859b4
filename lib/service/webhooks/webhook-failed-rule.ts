import type { Clock } from "#lib/service/core/clock.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { notifyMembers, publishInboxChanges } from "#lib/service/notifications/notify-members.ts";
import type { OutboxConsumer } from "#lib/service/outbox/outbox-event.ts";

const getWebhookCauseKey = (webhookId: string) => `notice_failed:webhook:${webhookId}`;

/** Creates the rule that notifies administrators about webhooks whose messages do not arrive. */
export function createWebhookFailedRule(deps: { clock: Clock; canMail: boolean }): OutboxConsumer {
  return async (tx, rows) => {
    const notifications = rows.flatMap(({ kind, orgId, memberId, detail, at: failedAt }) => {
      if (kind !== "notice_failed" || detail["way"] !== "webhook") return [];
      return {
        orgId,
        memberId,
        kind: "notice_failed" as const,
        causeKey: getWebhookCauseKey(String(detail["webhook_id"])),
        postId: null,
        channelId: null,
        at: failedAt,
        detail: { cause: "webhook", said: `${detail["host"]}: ${detail["message"] ?? "no answer."}` },
      };
    });
    await notifyMembers(tx, notifications, deps.clock, deps.canMail);
  };
}

/** Resolves the notification of a failing webhook after a successful delivery or the webhook's removal. */
export async function resolveWebhookFailure(tx: Tx, webhookId: string): Promise<void> {
  const { rows } = await tx.client.query<{ orgId: string; memberId: string }>({
    name: "webhook-trouble-is-over",
    text: `update notices set done_at = now() where cause_key = $1 and done_at is null
             and member_id in (select m.id from webhooks w join members m using (org_id) where w.id = $2)
           returning org_id as "orgId", member_id as "memberId"`,
    values: [getWebhookCauseKey(webhookId), webhookId],
  });
  await publishInboxChanges(tx, rows);
}
