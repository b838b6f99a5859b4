import type { Clock } from "#lib/service/core/clock.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { listAdminIds } from "#lib/service/notifications/assign-inbox-item.ts";
import { type NewNotification, notifyMembers, publishInboxChanges } from "#lib/service/notifications/notify-members.ts";
import { countOverLimit, getPostFailureCauseKey } from "#lib/service/notifications/post-failure-cause.ts";
import type { OutboxConsumer } from "#lib/service/outbox/outbox-event.ts";

type FailedPostRow = {
  id: string;
  org_id: string;
  member_id: string;
  channel_id: string;
  platform: string;
  failure_cause: string | null;
  failure_part: number | null;
  error: string | null;
  reason: string | null;
  said: string | null;
  text: string | null;
  told: Readonly<Record<string, unknown>>;
};

/** Creates the rule that notifies authors about failed posts. A post that is no longer failed by then is skipped. */
export function createPostFailedRule(deps: { clock: Clock; canMail: boolean }): OutboxConsumer {
  return async (tx, rows) => {
    const failedAt = new Map<string, Date>();
    for (const row of rows) if (row.kind === "post.failed" && row.postId !== null) failedAt.set(row.postId, row.at);
    if (failedAt.size === 0) return;
    const notifications: NewNotification[] = [];
    for (const row of await listFailedPosts(tx, [...failedAt.keys()])) {
      const isMeasured = row.failure_cause === "rejected" && row.text !== null;
      const over = isMeasured ? countOverLimit(row.text ?? "", row.platform, row.told) : null;
      const failed = { postId: row.id, channelId: row.channel_id, cause: row.failure_cause, reason: row.reason, over };
      notifications.push({
        orgId: row.org_id,
        memberId: row.member_id,
        kind: "post_failed",
        causeKey: getPostFailureCauseKey(failed),
        postId: row.id,
        channelId: row.channel_id,
        at: failedAt.get(row.id) ?? deps.clock.now(),
        detail: { cause: row.failure_cause, reason: row.reason, said: row.said, over, message: row.error },
      });
    }
    await notifyMembers(tx, notifications, deps.clock, deps.canMail);
    // Administrators see the failures of all members.
    const orgIds = [...new Set(notifications.map(({ orgId }) => orgId))];
    await publishInboxChanges(tx, await listAdminIds(tx, orgIds));
  };
}

/** Reads failed posts without a lock: a lock would delay publishing. */
async function listFailedPosts(tx: Tx, ids: readonly string[]): Promise<FailedPostRow[]> {
  const { rows } = await tx.client.query<FailedPostRow>({
    name: "notice-failed-posts",
    text: `select p.id, p.org_id, p.member_id, p.channel_id, p.platform, p.failure_cause, p.failure_part, p.error,
             e.detail ->> 'reason' as reason, e.detail ->> 'said' as said, part.text, c.told
           from posts p join channels c on c.id = p.channel_id
           left join lateral (select detail from post_events where post_id = p.id and kind = 'failed'
             order by at desc, id desc limit 1) e on true
           left join planned_parts part on part.post_id = p.id and part.number = p.failure_part
           where p.id = any($1) and p.status = 'failed' and p.deleted_at is null
           order by p.id`,
    values: [ids],
  });
  return rows;
}
