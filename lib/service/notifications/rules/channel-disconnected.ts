import type { Clock } from "#lib/service/core/clock.ts";
import type { FanOut } from "#lib/service/outbox/outbox-event.ts";
import { type Notice, tell } from "#lib/service/notifications/notify-members.ts";

/** Tells authors of what was planned on a channel that an administrator has disconnected: whether canceled or moved. */
export function makeTellDisconnected(at: { clock: Clock; canMail: boolean }): FanOut {
  return async (tx, rows) => {
    const notices: Notice[] = [];
    for (const { kind, orgId, memberId, detail, at: when } of rows) {
      const { channel_id: channelId, moved_to: movedTo, posts } = detail;
      if (kind !== "channel.disconnected" || typeof channelId !== "string") continue;
      notices.push({
        ...{ orgId, memberId, kind: "channel_ending", causeKey: `channel_ending:${channelId}:disconnected` },
        ...{ postId: null, channelId, at: when },
        detail: {
          cause: typeof movedTo === "string" ? "moved" : "disconnected",
          waiting: typeof posts === "number" ? posts : 1,
          said: typeof movedTo === "string" ? `Planned on ${movedTo} now.` : null,
        },
      });
    }
    if (notices.length > 0) await tell(tx, notices, at.clock, at.canMail);
  };
}
