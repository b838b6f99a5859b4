/** Kinds of notifications to a member. Zod-free: the browser imports it. */
export const notificationKinds = [
  "post_failed",
  "post_changed",
  "problem_assigned",
  "channel_ending",
  "sending_paused",
  "posts_held",
  "claim_decided",
  "claims_waiting",
  "notice_failed",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Events that an organization's webhooks can receive; the names are those of the wire. */
export const webhookEvents = [
  "post.published",
  "post.failed",
  "post.held",
  "post.deleted",
  "claim.decided",
  "channel.ending",
  "channel.reconnect",
  "sending.paused",
  "sending.resumed",
  "test",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
