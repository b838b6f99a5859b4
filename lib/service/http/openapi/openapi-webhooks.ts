import type { webhookMessages } from "#lib/contract/resources/webhook-messages.ts";

type DescribedEvent = keyof typeof webhookMessages;

export const webhookSummaries: Readonly<Record<DescribedEvent, string>> = {
  "post.published": "Every part of a post is live",
  "post.failed": "A post failed and is not retried by itself",
  "post.held": "A planned post will not be sent until a person acts",
  "post.deleted": "A post was deleted from the history",
  "claim.decided": "A points claim was decided",
  "channel.ending": "A channel is about to lose access and posts are planned after that",
  "channel.reconnect": "A channel's account refuses access and needs reconnecting",
  "sending.paused": "An administrator paused sending",
  "sending.resumed": "A pause of sending was lifted",
};

const timestamp = "2027-01-14T08:30:00.500Z";
const post = {
  id: "019a6f00-0000-7000-8000-0000000000a1",
  submission_id: "019a6f00-0000-7000-8000-0000000000d1",
  membership_id: "019a6f00-0000-7000-8000-0000000000f1",
  channel: "x",
  channel_id: "019a6f00-0000-7000-8000-0000000000c1",
  scheduled_for: null,
  published_at: "2027-01-14T08:30:00.480Z",
  urls: ["https://x.com/acme/status/1"],
};
const failed = { ...post, published_at: null, urls: [], status: "failed" };
const channel = { id: "019a6f00-0000-7000-8000-0000000000c1", channel: "linkedin" };
const pause = {
  id: "019a6f00-0000-7000-8000-000000000901",
  channel_id: null,
  membership_id: "019a6f00-0000-7000-8000-0000000000f1",
  reason: "Wrong prices in the campaign",
};
const decision = { decision: "approved", points: 20, claimed: 20, capped_by: null, reason: null };

/** One message of each event. */
export const webhookExamples: Readonly<Record<DescribedEvent, object>> = {
  "post.published": { type: "post.published", timestamp, data: { ...post, status: "published" } },
  "post.failed": {
    type: "post.failed",
    timestamp,
    data: { ...failed, cause: "rejected", part: 1, error: "X refused the text: it is a duplicate." },
  },
  "post.held": {
    type: "post.held",
    timestamp,
    data: {
      ...post,
      scheduled_for: "2027-01-15T08:30:00.000Z",
      published_at: null,
      urls: [],
      status: "scheduled",
      hold: {
        reason: "author_left",
        since: "2027-01-14T08:29:30.000Z",
        resolve: { action: "reassign", target_id: post.membership_id, roles: ["owner", "admin"] },
      },
    },
  },
  "post.deleted": { type: "post.deleted", timestamp, data: { ...post, status: "published" } },
  "claim.decided": { type: "claim.decided", timestamp, data: { ...post, status: "published", ...decision } },
  "channel.ending": { type: "channel.ending", timestamp, data: { ...channel, ends_at: "2027-01-21T08:00:00.000Z" } },
  "channel.reconnect": { type: "channel.reconnect", timestamp, data: { ...channel, waiting: 3 } },
  "sending.paused": { type: "sending.paused", timestamp, data: pause },
  "sending.resumed": { type: "sending.resumed", timestamp, data: pause },
};
