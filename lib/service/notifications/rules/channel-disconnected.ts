import type { Clock } from "#lib/service/core/clock.ts";
import { type NewNotification, notifyMembers } from "#lib/service/notifications/notify-members.ts";
import type { OutboxConsumer } from "#lib/service/outbox/outbox-event.ts";

/**
 * Creates the rule that notifies authors about their scheduled posts on a channel that an administrator disconnected:
 * whether canceled or moved.
 */
export function createChannelDisconnectedRule(deps: { clock: Clock; canMail: boolean }): OutboxConsumer {
  return async (tx, rows) => {
    const notifications: NewNotification[] = [];
    for (const { kind, orgId, memberId, detail, at: when } of rows) {
      const { channel_id: channelId, moved_to: movedTo, posts } = detail;
      if (kind !== "channel.disconnected" || typeof channelId !== "string") continue;
      notifications.push({
        orgId,
        memberId,
        kind: "channel_ending",
        causeKey: `channel_ending:${channelId}:${typeof movedTo === "string" ? "moved" : "disconnected"}`,
        postId: null,
        channelId,
        at: when,
        detail: {
          cause: typeof movedTo === "string" ? "moved" : "disconnected",
          waiting: typeof posts === "number" ? posts : 1,
          said: typeof movedTo === "string" ? `Now scheduled on ${movedTo}.` : null,
        },
      });
    }
    if (notifications.length > 0) await notifyMembers(tx, notifications, deps.clock, deps.canMail);
  };
}
