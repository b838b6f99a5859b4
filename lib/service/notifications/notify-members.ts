import type { NotificationKind } from "#lib/contract/resources/notification-kinds.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { publishLiveEvent } from "#lib/service/db/pg-notifications.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { queueNotificationDeliveries } from "#lib/service/outbox/queue-notification-deliveries.ts";
import { getNotificationPreferencesByMember } from "#lib/service/settings/notification-preferences.ts";

export type NotificationDetail = Record<string, string | number | boolean | null>;

/** A notification to be written for a member. */
export type NewNotification = {
  orgId: string;
  memberId: string;
  kind: NotificationKind;
  causeKey: string;
  postId: string | null;
  channelId: string | null;
  detail: NotificationDetail;
  at: Date;
};

/**
 * Writes notifications and their deliveries in the caller's transaction. A newer notification of a post replaces the
 * older one and is open and unread again; an older one changes nothing.
 */
export async function notifyMembers(
  tx: Tx,
  notifications: readonly NewNotification[],
  clock: Clock,
  canMail: boolean,
  canPush = true,
): Promise<void> {
  const kinds = new Set(notifications.map((notification) => notification.kind));
  for (const kind of kinds) {
    const some = notifications.filter((notification) => notification.kind === kind);
    const getPreference = await getNotificationPreferencesByMember(
      tx,
      [...new Set(some.map((notification) => notification.memberId))],
      kind,
    );
    const written: { id: string; memberId: string; causeKey: string }[] = [];
    for (const notification of some) {
      const id = await upsertNotification(tx, notification, getPreference(notification.memberId).app, clock);
      if (id !== null) written.push({ id, memberId: notification.memberId, causeKey: notification.causeKey });
    }
    const open = (memberId: string) => {
      const preference = getPreference(memberId);
      return { email: preference.email && canMail, push: preference.push && canPush };
    };
    await queueNotificationDeliveries(tx, written, open, clock);
  }
  await publishInboxChanges(tx, notifications);
}

async function upsertNotification(
  tx: Tx,
  notification: NewNotification,
  inApp: boolean,
  clock: Clock,
): Promise<string | null> {
  const isOfPost = notification.postId !== null;
  const { rows } = await tx.client.query<{ id: string }>({
    name: isOfPost ? "notice-of-post" : "notice-of-cause",
    text: `insert into notices (id, org_id, member_id, kind, cause_key, post_id, channel_id, detail, created_at, read_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $10 then null else $9::timestamptz end)
           on conflict ${isOfPost ? "(post_id) where post_id is not null" : "(member_id, cause_key) where post_id is null"}
           do update set cause_key = excluded.cause_key, detail = excluded.detail, created_at = excluded.created_at,
             read_at = excluded.read_at, done_at = null
             where notices.created_at <= excluded.created_at
           returning id`,
    values: [
      ...[
        clock.newId(),
        notification.orgId,
        notification.memberId,
        notification.kind,
        notification.causeKey,
        notification.postId,
        notification.channelId,
      ],
      ...[JSON.stringify(notification.detail), notification.at, inApp],
    ],
  });
  return rows[0]?.id ?? null;
}

/** Notifies every process after the commit; open pages read their inbox again. */
export async function publishInboxChanges(tx: Tx, of: readonly { orgId: string; memberId: string }[]): Promise<void> {
  const members = new Map(of.map(({ memberId, orgId }) => [memberId, orgId]));
  for (const [memberId, orgId] of members) await publishLiveEvent(tx, "inbox", { orgId, memberId });
}
