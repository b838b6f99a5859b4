import type { Clock } from "#lib/service/core/clock.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { type NewNotification, notifyMembers } from "#lib/service/notifications/notify-members.ts";
import type { OutboxConsumer, OutboxEvent } from "#lib/service/outbox/outbox-event.ts";

/**
 * Creates the rule that notifies authors about changes of their posts by administrators. A post has one notification,
 * about its latest change; a change of several posts of an author has one for all of them.
 */
export function createPostChangedRule(deps: { clock: Clock; canMail: boolean }): OutboxConsumer {
  return async (tx, rows) => {
    const changed = rows.filter((row) => row.kind === "post.changed");
    if (changed.length === 0) return;
    const names = await getMemberNames(tx, changed);
    const texts = await getPostTexts(tx, changed);
    const notifications = changed.map(({ orgId, memberId, postId, detail, at }): NewNotification => {
      const { change, action, by, posts, scheduled_for: scheduledFor } = detail;
      return {
        orgId,
        memberId,
        kind: "post_changed",
        causeKey: `post_changed:${postId ?? change}`,
        postId: null,
        channelId: null,
        at,
        detail: {
          cause: String(action),
          by: names.get(String(by)) ?? "",
          post: postId,
          text: texts.get(postId ?? "") ?? "",
          scheduled_for: scheduledFor ?? null,
          waiting: typeof posts === "number" ? posts : 1,
        },
      };
    });
    // All relays use the same order.
    notifications.sort((one, other) => one.memberId.localeCompare(other.memberId));
    await notifyMembers(tx, notifications, deps.clock, deps.canMail);
  };
}

async function getMemberNames(tx: Tx, rows: readonly OutboxEvent[]): Promise<ReadonlyMap<string, string>> {
  const { rows: found } = await tx.client.query<{ id: string; name: string }>({
    name: "notice-changed-by",
    text: "select id, name from members where id = any($1::uuid[])",
    values: [rows.map((row) => row.detail["by"])],
  });
  return new Map(found.map((row) => [row.id, row.name]));
}

/** Returns the beginnings of the posts' texts, of deleted posts too. */
async function getPostTexts(tx: Tx, rows: readonly OutboxEvent[]): Promise<ReadonlyMap<string, string>> {
  const { rows: found } = await tx.client.query<{ id: string; text: string | null }>({
    name: "notice-changed-posts",
    text: "select id, left(parts -> 0 ->> 'text', 200) as text from posts where id = any($1::uuid[])",
    values: [rows.map((row) => row.postId).filter((id) => id !== null)],
  });
  return new Map(found.map((row) => [row.id, row.text ?? ""]));
}
