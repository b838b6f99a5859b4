/** What a member can be told of. Zod-free: the browser imports it. */
export const notificationKinds = [
  "post_failed",
  "channel_ending",
  "claim_decided",
  "claims_waiting",
  "notice_failed",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** What an organization's webhooks can be told of; the names are those of the wire. */
export const webhookEvents = [
  "post.published",
  "post.failed",
  "post.deleted",
  "claim.decided",
  "channel.ending",
  "channel.reconnect",
  "test",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
