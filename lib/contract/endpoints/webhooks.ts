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
    off_reason: z.string().nullable().meta({ description: "Why the service disabled the webhook." }),
    created_at: instant,
    last_delivery: z
      .object({ at: instant, ok: z.boolean(), status: z.int().nullable(), error: z.string().nullable() })
      .nullable()
      .meta({ description: "The most recent completed attempt." }),
    former_secret_until: instant
      .nullable()
      .meta({ description: "Both secrets sign until this time after a rotation." }),
  })
  .meta({ id: "Webhook" });

export const WebhookDelivery = z
  .object({
    id: z.string(),
    event: z.string(),
    message_id: z.string().meta({ description: "The `webhook-id` header. It is the same for every attempt." }),
    state: z.enum(["waiting", "delivered", "failed"]),
    attempts: z.int(),
    created_at: instant,
    last_attempt_at: instant.nullable(),
    next_attempt_at: instant
      .nullable()
      .meta({ description: "Null while an attempt is in progress and if none is scheduled." }),
    status: z.int().nullable().meta({ description: "The HTTP status of the last response." }),
    error: z.string().nullable().meta({ description: "A sentence that says why the last attempt failed." }),
    payload: z.string().meta({ description: "The exact body that is sent." }),
  })
  .meta({ id: "WebhookDelivery" });

const url = z
  .string()
  .min(1)
  .max(limits.webhookUrlCharacters)
  .meta({ description: "An address starting with https://." });
const events = z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length);
const webhookId = z.object({ id: pathId("webhook") });
const withSecret = Webhook.extend({ secret: z.string().meta({ description: "`whsec_…`. It is shown once." }) });
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
      "An organization has at most 20 webhooks. Private addresses and plain http are rejected unless the server's OUTBOUND_ALLOW names them.",
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
    summary: "Change, enable or disable a webhook",
    description:
      "A disabled webhook receives nothing. Waiting deliveries fail, and events that happen while it is disabled are not stored for it.",
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
    summary: "Delete a webhook",
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
    summary: "Rotate a webhook's secret",
    description: "Returns a new secret. Both secrets sign for 24 h.",
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
      "Sends the event once, at once, whether the webhook is enabled or not. Returns the message before it is sent; list the deliveries to see the result.",
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
    summary: "List the last 100 deliveries of a webhook, newest first",
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
    summary: "Resend a delivery",
    description:
      "Resends the delivery with the same id and body. For a waiting delivery, makes the next attempt at once.",
    params: z.object({ id: pathId("webhook"), delivery: pathId("delivery") }),
    status: 200,
    data: WebhookDelivery,
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
} as const;
