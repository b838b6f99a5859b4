import { expect, test } from "vitest";
import { webhookMessages } from "#lib/contract/resources/webhook-messages.ts";
import { renderWebhookPayload, type WebhookPost } from "./webhook-payload.ts";

const at = new Date("2027-01-14T08:30:00.500Z");
const post: WebhookPost = {
  id: "019a6f00-0000-7000-8000-0000000000a1",
  submissionId: "019a6f00-0000-7000-8000-0000000000d1",
  memberId: "019a6f00-0000-7000-8000-0000000000f1",
  channelId: "019a6f00-0000-7000-8000-0000000000c1",
  platform: "x",
  status: "published",
  scheduledFor: at,
  publishedAt: at,
  urls: ["https://x.com/acme/status/1"],
};
const channel = { channel_id: post.channelId, platform: "x" };
const pause = {
  pause_id: "019a6f00-0000-7000-8000-000000000901",
  channel_id: post.channelId,
  by: post.memberId,
  reason: "Wrong",
};
const details: Readonly<Record<keyof typeof webhookMessages, Record<string, string | number | null>>> = {
  "post.published": {},
  "post.failed": { cause: "rejected", part: 1, message: "X refused the text." },
  "post.deleted": {},
  "post.held": { reason: "author_left", since: at.toISOString(), target_id: post.memberId },
  "claim.decided": { decision: "approved", points: 20, claimed: 30, capped_by: "day", reason: "Well done." },
  "channel.ending": { ...channel, ends_at: at.toISOString() },
  "channel.reconnect": { ...channel, waiting: 3 },
  "sending.paused": pause,
  "sending.resumed": { ...pause, channel_id: null },
};
const events = Object.keys(webhookMessages) as (keyof typeof webhookMessages)[];

test.for(events)("the message of %s has exactly the fields that the API description states", (kind) => {
  const message = JSON.parse(renderWebhookPayload({ kind, at, detail: details[kind], postId: post.id }, post));
  const schema = webhookMessages[kind];
  expect(schema.parse(message)).toEqual(message);
  expect(Object.keys(message).sort()).toEqual(Object.keys(schema.shape).sort());
  expect(Object.keys(message.data).sort()).toEqual(Object.keys(schema.shape.data.shape).sort());
});

test.for(events)("the message of %s without details or for a removed post is as described", (kind) => {
  const message = JSON.parse(renderWebhookPayload({ kind, at, detail: {}, postId: post.id }, null));
  expect(webhookMessages[kind].parse(message)).toEqual(message);
});
