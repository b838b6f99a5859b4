import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import { pathId } from "#lib/contract/path-id.ts";
import { deletedAnswer, instant } from "#lib/contract/resources/fields.ts";
import { webhookEvents } from "#lib/contract/resources/notification-kinds.ts";

/** A webhook of the organization. The secret is shown once, when it is created. */
export const Webhook = z
  .object({
    id: z.string().describe("The id of the webhook."),
    url: z.string().describe("The address that receives the events."),
    events: z.array(z.string()).describe("The events that it receives."),
    enabled: z.boolean().describe("False if it receives nothing."),
    off_reason: z.string().nullable().describe("Why the service disabled the webhook."),
    created_at: instant.describe("Time at which it was added."),
    last_delivery: z
      .object({
        at: instant.describe("Time at which the attempt ended."),
        ok: z.boolean().describe("True if the receiver answered with a 2xx."),
        status: z.int().nullable().describe("The HTTP status of the response. Null without one."),
        error: z.string().nullable().describe("A sentence that says why it failed. Null if it did not."),
      })
      .nullable()
      .describe("The most recent completed attempt."),
    former_secret_until: instant.nullable().describe("Both secrets sign until this time after a rotation."),
  })
  .meta({ id: "Webhook" });

export const WebhookDelivery = z
  .object({
    id: z.string().describe("The id of the delivery."),
    event: z.string().describe("The event, such as `post.failed`."),
    message_id: z.string().describe("The `webhook-id` header. It is the same for every attempt."),
    state: z.enum(["waiting", "delivered", "failed"]).describe("`waiting` until a 2xx or the last attempt."),
    attempts: z.int().describe("The number of attempts so far."),
    created_at: instant.describe("Time at which the event happened."),
    last_attempt_at: instant.nullable().describe("Time at which the last attempt started. Null before the first."),
    next_attempt_at: instant.nullable().describe("Null while an attempt is in progress and if none is scheduled."),
    status: z.int().nullable().describe("The HTTP status of the last response."),
    error: z.string().nullable().describe("A sentence that says why the last attempt failed."),
    payload: z.string().describe("The exact body that is sent."),
  })
  .meta({ id: "WebhookDelivery" });

const url = z.string().min(1).max(limits.webhookUrlCharacters).describe("An address starting with https://.");
const events = z
  .array(z.enum(webhookEvents))
  .min(1)
  .max(webhookEvents.length)
  .describe("The events to receive. `test` is sent on request only.");
const webhookId = z.object({ id: pathId("webhook") });
const withSecret = Webhook.extend({ secret: z.string().describe("`whsec_…`. It is shown once.") });
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
    body: z.object({
      url: url.optional(),
      events: events.optional(),
      enabled: z.boolean().optional().describe("False disables the webhook."),
    }),
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
    data: deletedAnswer("webhook"),
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
