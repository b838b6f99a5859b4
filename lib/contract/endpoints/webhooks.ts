import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import { pathId } from "#lib/contract/path-id.ts";
import { webhookEvents } from "#lib/contract/resources/notification-kinds.ts";
import { instant } from "#lib/contract/resources/post-queries.ts";

/** A webhook of the organization. The secret is shown once, when it is created. */
export const Webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    enabled: z.boolean(),
    off_reason: z.string().nullable().meta({ description: "Why the service itself switched it off." }),
    created_at: instant,
    last_delivery: z
      .object({ at: instant, ok: z.boolean(), status: z.int().nullable(), error: z.string().nullable() })
      .nullable()
      .meta({ description: "The latest attempt that came to an end." }),
    former_secret_until: instant.nullable().meta({ description: "After a rotation both secrets sign until then." }),
  })
  .meta({ id: "Webhook" });

export const WebhookDelivery = z
  .object({
    id: z.string(),
    event: z.string(),
    message_id: z.string().meta({ description: "The `webhook-id` header: the same for every attempt." }),
    state: z.enum(["waiting", "delivered", "failed"]),
    attempts: z.int(),
    created_at: instant,
    last_attempt_at: instant.nullable(),
    next_attempt_at: instant.nullable().meta({ description: "Null while one is under way and when none is planned." }),
    status: z.int().nullable().meta({ description: "The last answer's HTTP status." }),
    error: z.string().nullable().meta({ description: "Why the last attempt did not arrive, in one sentence." }),
    payload: z.string().meta({ description: "The body that is sent, byte by byte." }),
  })
  .meta({ id: "WebhookDelivery" });

const url = z
  .string()
  .min(1)
  .max(limits.webhookUrlCharacters)
  .meta({ description: "An address starting with https://." });
const events = z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length);
const webhookId = z.object({ id: pathId("webhook") });
const withSecret = Webhook.extend({ secret: z.string().meta({ description: "`whsec_…`; shown once." }) });
const errors = ["invalid_request", "unauthorized", "forbidden", "not_found"] as const;

/** Endpoints for the organization's outgoing webhooks, signed by Standard Webhooks. For administrators. */
export const webhookEndpoints = {
  listWebhooks: defineEndpoint({
    method: "GET",
    path: "/webhooks",
    scope: "members:manage",
    documented: false,
    summary: "List the organization's webhooks",
    status: 200,
    data: z.array(Webhook),
    errors: ["unauthorized", "forbidden"],
  }),
  createWebhook: defineEndpoint({
    method: "POST",
    path: "/webhooks",
    scope: "members:manage",
    documented: false,
    grants: "webhook",
    summary: "Add a webhook",
    description:
      "At most 20 an organization. Private addresses and plain http are refused unless the server's OUTBOUND_ALLOW names them.",
    body: z.object({ url, events }),
    status: 201,
    data: withSecret,
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  changeWebhook: defineEndpoint({
    method: "PATCH",
    path: "/webhooks/{id}",
    scope: "members:manage",
    documented: false,
    grants: "webhook",
    summary: "Change a webhook, or switch it on and off",
    description:
      "Switched off, it is told nothing: what waited counts as failed, what happens meanwhile is not kept for it.",
    params: webhookId,
    body: z.object({ url: url.optional(), events: events.optional(), enabled: z.boolean().optional() }),
    status: 200,
    data: Webhook,
    errors,
  }),
  deleteWebhook: defineEndpoint({
    method: "DELETE",
    path: "/webhooks/{id}",
    scope: "members:manage",
    documented: false,
    summary: "Remove a webhook",
    params: webhookId,
    status: 200,
    data: z.object({ id: z.string(), deleted: z.boolean() }),
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  rotateWebhook: defineEndpoint({
    method: "POST",
    path: "/webhooks/{id}/rotate",
    scope: "members:manage",
    documented: false,
    grants: "webhook",
    summary: "Give a webhook a new secret",
    description: "For 24 h both secrets sign.",
    params: webhookId,
    status: 200,
    data: withSecret,
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  testWebhook: defineEndpoint({
    method: "POST",
    path: "/webhooks/{id}/test",
    scope: "members:manage",
    documented: false,
    summary: "Send a test event",
    description:
      "It is sent once, at once, whether the webhook is on or off. The answer is the message before it leaves: read the deliveries for what came of it.",
    params: webhookId,
    status: 200,
    data: WebhookDelivery,
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  listWebhookDeliveries: defineEndpoint({
    method: "GET",
    path: "/webhooks/{id}/deliveries",
    scope: "members:manage",
    documented: false,
    summary: "What was sent to a webhook, newest first (the last 100)",
    params: webhookId,
    status: 200,
    data: z.array(WebhookDelivery),
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  resendWebhookDelivery: defineEndpoint({
    method: "POST",
    path: "/webhooks/{id}/deliveries/{delivery}/resend",
    scope: "members:manage",
    documented: false,
    summary: "Send a delivery again",
    description: "With the same id and body. Of one that still waits, the next attempt is made at once.",
    params: z.object({ id: pathId("webhook"), delivery: pathId("delivery") }),
    status: 200,
    data: WebhookDelivery,
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
} as const;
