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
  submission_id: string;
  /** Other posts of the submission that a platform rejected. */
  rejected_beside: string[] | null;
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
    const rejectedTexts = new Map<string, readonly string[]>();
    for (const row of await listFailedPosts(tx, [...failedAt.keys()])) {
      const isMeasured = row.failure_cause === "rejected" && row.text !== null;
      const over = isMeasured ? countOverLimit(row.text ?? "", row.platform, row.told) : null;
      const submissionId = row.rejected_beside === null ? null : row.submission_id;
      const { id: postId, channel_id: channelId, failure_cause: cause, reason } = row;
      const causeKey = getPostFailureCauseKey({ postId, channelId, submissionId, cause, reason, over });
      if (row.rejected_beside) rejectedTexts.set(causeKey, row.rejected_beside);
      notifications.push({
        orgId: row.org_id,
        memberId: row.member_id,
        kind: "post_failed",
        causeKey,
        postId: row.id,
        channelId: row.channel_id,
        at: failedAt.get(row.id) ?? deps.clock.now(),
        detail: { cause: row.failure_cause, reason: row.reason, said: row.said, over, message: row.error },
      });
    }
    await moveNotifications(tx, rejectedTexts);
    await notifyMembers(tx, notifications, deps.clock, deps.canMail);
    // Administrators see the failures of all members.
    const orgIds = [...new Set(notifications.map(({ orgId }) => orgId))];
    await publishInboxChanges(tx, await listAdminIds(tx, orgIds));
  };
}

/** Moves the open notifications of posts to the text's item: the first of its posts failed alone. */
async function moveNotifications(tx: Tx, postIdsByKey: ReadonlyMap<string, readonly string[]>): Promise<void> {
  for (const [causeKey, postIds] of postIdsByKey) {
    await tx.client.query({
      name: "notice-of-rejected-text",
      text: "update notices set cause_key = $1 where post_id = any($2::uuid[]) and kind = 'post_failed' and done_at is null",
      values: [causeKey, postIds],
    });
  }
}

/** Reads failed posts without a lock: a lock would delay publishing. */
async function listFailedPosts(tx: Tx, ids: readonly string[]): Promise<FailedPostRow[]> {
  const { rows } = await tx.client.query<FailedPostRow>({
    name: "notice-failed-posts",
    text: `select p.id, p.org_id, p.member_id, p.channel_id, p.platform, p.failure_cause, p.failure_part, p.error,
             p.submission_id, e.detail ->> 'reason' as reason, e.detail ->> 'said' as said, part.text, c.told,
             case when p.failure_cause = 'rejected' then (select array_agg(other.id::text) from posts other
               where other.submission_id = p.submission_id and other.member_id = p.member_id and other.id <> p.id
                 and other.status = 'failed' and other.failure_cause = 'rejected' and other.deleted_at is null
             ) end as rejected_beside
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
