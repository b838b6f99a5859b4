import type { OutboxEvent } from "#lib/service/outbox/outbox-event.ts";
import { type HoldFacts, presentHold } from "#lib/service/posts/read/post-hold.ts";

/** The identity and state of a post in a webhook's message. Never its text. */
export type WebhookPost = {
  id: string;
  submissionId: string;
  memberId: string;
  channelId: string;
  platform: string;
  status: string;
  scheduledFor: Date | null;
  publishedAt: Date | null;
  urls: string[];
};

/**
 * Renders the body of one message, in the exact bytes that are signed. `post` is null when the event has none or the
 * post is gone.
 */
export function renderWebhookPayload(
  row: Pick<OutboxEvent, "kind" | "at" | "detail" | "postId">,
  post: WebhookPost | null,
): string {
  return JSON.stringify({ type: row.kind, timestamp: row.at.toISOString(), data: toPayloadData(row, post) });
}

function toPayloadData(
  row: Pick<OutboxEvent, "kind" | "detail" | "postId">,
  post: WebhookPost | null,
): Record<string, unknown> {
  const { detail, kind } = row;
  if (kind === "channel.ending") {
    return {
      id: detail["channel_id"] ?? null,
      channel: detail["platform"] ?? null,
      ends_at: detail["ends_at"] ?? null,
    };
  }
  if (kind === "channel.reconnect") {
    return {
      id: detail["channel_id"] ?? null,
      channel: detail["platform"] ?? null,
      waiting: detail["waiting"] ?? null,
    };
  }
  if (kind === "sending.paused" || kind === "sending.resumed") {
    return {
      id: detail["pause_id"] ?? null,
      channel_id: detail["channel_id"] ?? null,
      membership_id: detail["by"] ?? null,
      reason: detail["reason"] ?? null,
    };
  }
  const data = { ...toPayloadPost(post, row.postId), ...toPayloadStatus(kind, post) };
  if (kind === "post.failed") {
    return { ...data, cause: detail["cause"] ?? null, part: detail["part"] ?? null, error: detail["message"] ?? null };
  }
  if (kind === "post.held") {
    const { reason, since, target_id } = detail;
    return { ...data, hold: presentHold(reason ? ([reason, since, target_id] as HoldFacts) : null) };
  }
  if (kind === "claim.decided") {
    return {
      ...data,
      decision: detail["decision"] ?? null,
      points: detail["points"] ?? null,
      claimed: detail["claimed"] ?? null,
      capped_by: detail["capped_by"] ?? null,
      reason: detail["reason"] ?? null,
    };
  }
  return data;
}

/** Returns the status at the time of the event: by now the post may have been sent again. */
function toPayloadStatus(kind: string, post: WebhookPost | null): Record<string, string> {
  if (kind === "post.published") return { status: "published" };
  if (kind === "post.failed") return { status: "failed" };
  return post ? { status: post.status } : {};
}

function toPayloadPost(post: WebhookPost | null, postId: string | null): Record<string, unknown> {
  if (!post) return { id: postId };
  return {
    id: post.id,
    submission_id: post.submissionId,
    membership_id: post.memberId,
    channel: post.platform,
    channel_id: post.channelId,
    scheduled_for: post.scheduledFor?.toISOString() ?? null,
    published_at: post.publishedAt?.toISOString() ?? null,
    urls: post.urls,
  };
}
