import type { Clock } from "#lib/service/core/clock.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { LeasedNotificationDelivery } from "#lib/service/outbox/lease-notification-deliveries.ts";
import { notifyMembers, publishInboxChanges } from "./notify-members.ts";

/** The result of an attempt. `dropped`: no open notification was left. */
export type NotificationDeliveryOutcome =
  | { type: "sent" }
  | { type: "dropped" }
  | { type: "gone" }
  | { type: "failed"; why: string; isFinal: boolean };

const firstRetryMs = 30_000;
const lastRetryMs = 60 * 60_000;
/** A later e-mail would be old news; the inbox has the notification. */
const giveUpMs = 24 * 60 * 60_000;

/** Returns the delay after attempt number `attempt`: 30 s, doubled each time up to an hour, plus or minus a tenth. */
export function getNotificationRetryMs(attempt: number, chance: number): number {
  return Math.min(firstRetryMs * 2 ** (attempt - 1), lastRetryMs) * (0.9 + 0.2 * chance);
}

/**
 * Records the result of an attempt. A failure is reported in the member's inbox; the report closes once a delivery
 * succeeds again.
 */
export async function recordNotificationDelivery(
  tx: Tx,
  delivery: LeasedNotificationDelivery,
  outcome: NotificationDeliveryOutcome,
  deps: { clock: Clock; chance: number; canMail: boolean },
): Promise<void> {
  if (outcome.type === "gone") {
    // The subscription's deliveries are removed with it.
    await tx.client.query("delete from push_subscriptions where id = $1", [delivery.subscription?.id]);
    return await resolveDeliveryFailure(tx, delivery, deps.clock);
  }
  if (outcome.type !== "failed") {
    await tx.client.query({
      name: "sending-ended",
      text: "update notice_sendings set state = $2, sent_at = case when $2 = 'sent' then now() end, error = null where id = $1",
      values: [delivery.id, outcome.type],
    });
    if (outcome.type === "sent") await resolveDeliveryFailure(tx, delivery, deps.clock);
    return;
  }
  const isOver = outcome.isFinal || delivery.ageMs > giveUpMs;
  const { rows } = await tx.client.query<{ due_at: Date }>({
    name: "sending-failed",
    text: `update notice_sendings set state = case when $2 then 'failed' else 'waiting' end, error = $3,
             due_at = now() + $4 * interval '1 ms' where id = $1 returning due_at`,
    values: [delivery.id, isOver, outcome.why, getNotificationRetryMs(delivery.attempt, deps.chance)],
  });
  await notifyDeliveryFailure(tx, delivery, outcome.why, isOver ? null : (rows[0]?.due_at ?? null), deps);
}

const getFailureCauseKey = (delivery: LeasedNotificationDelivery) =>
  delivery.channel === "push" ? `notice_failed:push:${delivery.subscription?.id ?? ""}` : "notice_failed:email";

async function notifyDeliveryFailure(
  tx: Tx,
  delivery: LeasedNotificationDelivery,
  why: string,
  until: Date | null,
  { clock, canMail }: { clock: Clock; canMail: boolean },
): Promise<void> {
  const { rows } = await tx.client.query<{ waiting: string }>({
    name: "sendings-waiting",
    text: `select count(*) as waiting from notice_sendings
           where member_id = $1 and way = $2 and subscription_id is not distinct from $3 and state = 'waiting'`,
    values: [delivery.memberId, delivery.channel, delivery.subscription?.id ?? null],
  });
  const waiting = Math.max(1, Number(rows[0]?.waiting ?? 1));
  const detail = { cause: delivery.channel, said: why, until: until?.toISOString() ?? null, waiting };
  const known = await tx.client.query({
    name: "trouble-goes-on",
    text: "update notices set detail = $3 where member_id = $1 and cause_key = $2 and done_at is null",
    values: [delivery.memberId, getFailureCauseKey(delivery), JSON.stringify(detail)],
  });
  if (known.rowCount !== 0) return await publishInboxChanges(tx, [delivery]);
  await notifyMembers(
    tx,
    [
      {
        orgId: delivery.orgId,
        memberId: delivery.memberId,
        kind: "notice_failed",
        causeKey: getFailureCauseKey(delivery),
        postId: null,
        channelId: null,
        detail,
        at: clock.now(),
      },
    ],
    clock,
    // An e-mail about failing e-mails would fail too.
    canMail && delivery.channel !== "email",
    delivery.channel !== "push",
  );
}

async function resolveDeliveryFailure(tx: Tx, delivery: LeasedNotificationDelivery, clock: Clock): Promise<void> {
  const closed = await tx.client.query({
    name: "trouble-is-over",
    text: "update notices set done_at = $3 where member_id = $1 and cause_key = $2 and done_at is null",
    values: [delivery.memberId, getFailureCauseKey(delivery), clock.now()],
  });
  if (closed.rowCount !== 0) await publishInboxChanges(tx, [delivery]);
}
