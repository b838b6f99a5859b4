import type { Clock } from "#lib/service/core/clock.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { type NewNotification, notifyMembers } from "#lib/service/notifications/notify-members.ts";
import type { OutboxConsumer, OutboxEvent } from "#lib/service/outbox/outbox-event.ts";

/**
 * Creates the rule that notifies every other member that sending was paused, and in the same inbox item that it resumed.
 */
export function createSendingPausedRule(deps: { clock: Clock; canMail: boolean }): OutboxConsumer {
  return async (tx, rows) => {
    const notifications: NewNotification[] = [];
    for (const row of rows) {
      if (row.kind === "sending.paused" || row.kind === "sending.resumed")
        notifications.push(...(await toNotifications(tx, row)));
    }
    if (notifications.length > 0) await notifyMembers(tx, notifications, deps.clock, deps.canMail);
  };
}

async function toNotifications(tx: Tx, row: OutboxEvent): Promise<NewNotification[]> {
  const { pause_id: pauseId, channel_id: channelId, reason, by } = row.detail;
  const { rows: members } = await tx.client.query<{ id: string }>({
    name: "notice-sending-paused",
    text: "select id from members where org_id = $1 and removed_at is null and id <> $2 order by id",
    values: [row.orgId, by],
  });
  return members.map((member) => ({
    orgId: row.orgId,
    memberId: member.id,
    kind: "sending_paused",
    causeKey: `sending_paused:${pauseId}`,
    postId: null,
    channelId: typeof channelId === "string" ? channelId : null,
    at: row.at,
    detail: {
      cause: row.kind === "sending.paused" ? "paused" : "resumed",
      said: typeof reason === "string" ? reason : null,
      waiting: 1,
    },
  }));
}
