import type { InboxItem, Webhook, WebhookDelivery } from "#lib/contract/types.ts";
import type { EndpointExample } from "./endpoint-example.ts";

/** Examples of endpoints that notify people and programs. */
const item: InboxItem = {
  key: "post_failed:reconnect:019a6f00-0000-7000-8000-0000000000c1",
  kind: "post_failed",
  cause: "reconnect",
  fix: "reconnect",
  reason: "X needs reconnecting.",
  over_by: null,
  channel: {
    id: "019a6f00-0000-7000-8000-0000000000c1",
    platform: "x",
    name: "Acme",
    username: "acme",
    practice: false,
  },
  since: "2027-01-14T08:30:00.000Z",
  latest: "2027-01-14T09:30:00.000Z",
  until: null,
  state: "open",
  settled: false,
  unread: true,
  count: 1,
  posts: [
    {
      id: "019a6f00-0000-7000-8000-0000000000a1",
      title: "We moved the release to Thursday.",
      scheduled_for: "2027-01-14T08:30:00.000Z",
      failed_at: "2027-01-14T08:30:02.000Z",
      part: 1,
      parts: 1,
      published_parts: 0,
      version: 4,
    },
  ],
  post_ids: ["019a6f00-0000-7000-8000-0000000000a1"],
};
const webhook: Webhook = {
  id: "019a6f00-0000-7000-8000-000000000601",
  url: "https://hooks.example.org/postwright",
  events: ["post.published", "post.failed"],
  enabled: true,
  off_reason: null,
  created_at: "2027-01-10T10:00:00.000Z",
  last_delivery: { at: "2027-01-14T08:30:01.000Z", ok: true, status: 204, error: null },
  former_secret_until: null,
};
const delivery: WebhookDelivery = {
  id: "019a6f00-0000-7000-8000-000000000701",
  event: "post.published",
  message_id: "msg_019a6f00000070008000000000000701",
  state: "delivered",
  attempts: 1,
  created_at: "2027-01-14T08:30:00.500Z",
  last_attempt_at: "2027-01-14T08:30:01.000Z",
  next_attempt_at: null,
  status: 204,
  error: null,
  payload: '{"type":"post.published","timestamp":"2027-01-14T08:30:00.500Z","data":{"id":"…"}}',
};
const secret = "whsec_…";

export const inboxExamples = {
  listInbox: { answer: { data: [item] } },
  countInbox: { answer: { data: { open: 1, unread: 1 } } },
  markInbox: {
    body: { keys: [item.key], mark: "read" },
    answer: { data: { marked: 1, at: "2027-01-14T10:00:00.000Z" } },
  },
  assignInboxItem: {
    body: { key: item.key, member_id: "019a6f00-0000-7000-8000-0000000000e1", expected_member_id: null },
    answer: {
      data: {
        key: item.key,
        assignee: {
          id: "019a6f00-0000-7000-8000-0000000000e1",
          name: "Ada",
          by: "Grace",
          at: "2027-01-14T10:00:00.000Z",
        },
      },
    },
  },
  snoozeInbox: {
    body: { keys: [item.key], until: "2027-01-15T08:00:00.000Z" },
    answer: { data: { changed: 1 } },
  },
  getPushKey: { answer: { data: { public_key: "BNc…", mail: true } } },
  subscribePush: {
    body: {
      endpoint: "https://push.example.org/abc",
      // The keys of the example in RFC 8291.
      keys: {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
    },
    answer: { data: { id: "019a6f00-0000-7000-8000-000000000801" } },
  },
  unsubscribePush: { answer: { data: { id: "019a6f00-0000-7000-8000-000000000801", deleted: true } } },
  testNotice: { body: { way: "email" }, answer: { data: { sent: true, why: null } } },
} satisfies Record<string, EndpointExample>;

export const webhookExamples = {
  listWebhooks: { answer: { data: [webhook] } },
  createWebhook: {
    body: { url: webhook.url, events: ["post.published", "post.failed"] },
    answer: { data: { ...webhook, last_delivery: null, secret } },
  },
  changeWebhook: { body: { enabled: false }, answer: { data: { ...webhook, enabled: false } } },
  deleteWebhook: { answer: { data: { id: webhook.id, deleted: true } } },
  rotateWebhook: { answer: { data: { ...webhook, former_secret_until: "2027-01-15T08:30:00.000Z", secret } } },
  testWebhook: {
    answer: {
      data: { ...delivery, event: "test", state: "waiting", attempts: 0, last_attempt_at: null, status: null },
    },
  },
  listWebhookDeliveries: { answer: { data: [delivery] } },
  resendWebhookDelivery: { answer: { data: { ...delivery, state: "waiting" } } },
} satisfies Record<string, EndpointExample>;
