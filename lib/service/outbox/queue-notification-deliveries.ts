import type { Clock } from "#lib/service/core/clock.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { NotificationPreference } from "#lib/service/settings/notification-preferences.ts";

type QueuedNotification = { id: string; memberId: string; causeKey: string };
/** An address of one member: their mailbox, or one of their browsers. */
type DeliveryTarget = { channel: "email" | "push"; subscriptionId: string | null };

/**
 * The delay in which posts of the same cause are gathered: seven posts on a dead connection fail one after the other.
 */
const gatherSeconds = { email: 10, push: 2 } as const;
/** More messages than this in this time become one digest. */
const digest = { after: 5, minutes: 10 } as const;

/**
 * Queues the deliveries of new notifications: one message per cause, and after five within ten minutes one message for
 * all the rest, sent when the ten minutes are over.
 */
export async function queueNotificationDeliveries(
  tx: Tx,
  written: readonly QueuedNotification[],
  getChannels: (memberId: string) => Pick<NotificationPreference, "email" | "push">,
  clock: Clock,
): Promise<void> {
  // The same order everywhere, so that two relays never deadlock.
  const members = [...new Set(written.map((notification) => notification.memberId))].sort();
  for (const memberId of members) {
    const targets = await listDeliveryTargets(tx, memberId, getChannels(memberId));
    if (targets.length === 0) continue;
    // Two relays must not both count four messages and add a fifth. Nothing else takes this lock.
    await tx.client.query("select pg_advisory_xact_lock(hashtextextended($1, 7203116))", [memberId]);
    const causes = Map.groupBy(
      written.filter((notification) => notification.memberId === memberId),
      (notification) => notification.causeKey,
    );
    for (const target of targets) {
      for (const [causeKey, notifications] of causes) {
        const ids = notifications.map((notification) => notification.id);
        await addDelivery(tx, { memberId, target, causeKey, ids }, clock);
      }
    }
  }
}

async function listDeliveryTargets(
  tx: Tx,
  memberId: string,
  channels: Pick<NotificationPreference, "email" | "push">,
): Promise<DeliveryTarget[]> {
  const targets: DeliveryTarget[] = channels.email ? [{ channel: "email", subscriptionId: null }] : [];
  if (!channels.push) return targets;
  const { rows } = await tx.client.query<{ id: string }>({
    name: "notice-subscriptions",
    text: "select id from push_subscriptions where member_id = $1 order by id",
    values: [memberId],
  });
  return [...targets, ...rows.map((row): DeliveryTarget => ({ channel: "push", subscriptionId: row.id }))];
}

type NewNotificationDelivery = { memberId: string; target: DeliveryTarget; causeKey: string; ids: string[] };

async function addDelivery(tx: Tx, delivery: NewNotificationDelivery, clock: Clock): Promise<void> {
  const { memberId, target, causeKey, ids } = delivery;
  const mine = "member_id = $1 and way = $2 and subscription_id is not distinct from $3";
  const who = [memberId, target.channel, target.subscriptionId];
  // A waiting delivery includes further notifications of the same cause, and a waiting digest includes all.
  const joined = await tx.client.query({
    name: "notice-join-sending",
    text: `update notice_sendings set notice_ids = array(select distinct unnest(notice_ids || $5::uuid[]))
           where id = (select id from notice_sendings where ${mine} and state = 'waiting' and attempts = 0
             and due_at > now() and (cause_key = $4 or cause_key is null) order by cause_key nulls last limit 1 for update)
           returning id`,
    values: [...who, causeKey, ids],
  });
  if (joined.rowCount === 1) return;
  const { rows } = await tx.client.query<{ sent: string; oldest: Date | null }>({
    name: "notice-recent-sendings",
    text: `select count(*) as sent, min(created_at) as oldest from notice_sendings
           where ${mine} and cause_key is not null and created_at > now() - $4 * interval '1 minute'`,
    values: [...who, digest.minutes],
  });
  const isDigest = Number(rows[0]?.sent ?? 0) >= digest.after;
  await tx.client.query({
    name: "notice-add-sending",
    text: `insert into notice_sendings (id, member_id, way, subscription_id, cause_key, notice_ids, due_at)
           values ($4, $1, $2, $3, $5, $6,
             case when $5::text is null then $7::timestamptz + $8 * interval '1 minute'
             else now() + $9 * interval '1 s' end)`,
    values: [
      ...who,
      ...[clock.newId(), isDigest ? null : causeKey, ids, rows[0]?.oldest ?? null, digest.minutes],
      gatherSeconds[target.channel],
    ],
  });
}
