import type { Clock } from "#lib/service/core/clock.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { type NewNotification, notifyMembers } from "#lib/service/notifications/notify-members.ts";
import type { OutboxConsumer, OutboxEvent } from "#lib/service/outbox/outbox-event.ts";
import { formatCount } from "#lib/text/format-count.ts";

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
  const isPaused = row.kind === "sending.paused";
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
      cause: isPaused ? "paused" : Number(row.detail["other_pauses"] ?? 0) > 0 ? "lifted" : "resumed",
      // Items of earlier versions have the pause's reason in `said` after its end too.
      said: isPaused && typeof reason === "string" ? reason : null,
      outcome: isPaused ? null : formatOutcome(row.detail),
      waiting: 1,
    },
  }));
}

/** Tells what became of the posts that were due while sending was paused; null when none was. */
function formatOutcome({ sent, drafts }: OutboxEvent["detail"]): string | null {
  const [sentCount, draftCount] = [Number(sent ?? 0), Number(drafts ?? 0)];
  const sentences = [
    sentCount > 0 ? `${formatCount(sentCount, "overdue post was", "overdue posts were")} released to be sent.` : "",
    draftCount > 0 ? `${formatCount(draftCount, "overdue post was", "overdue posts were")} moved to drafts.` : "",
  ];
  return sentences.filter(Boolean).join(" ") || null;
}
