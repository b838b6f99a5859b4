import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { webhookEvents } from "./notices.ts";
import { instant } from "./post-resources.ts";

/** An address of the organization's that is told what happens. The secret is shown when it is made and never again. */
export const Webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    enabled: z.boolean(),
    created_at: instant,
    last_delivery: z
      .object({ at: instant, ok: z.boolean(), status: z.int().nullable(), error: z.string().nullable() })
      .nullable(),
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
    next_attempt_at: instant.nullable(),
    status: z.int().nullable().meta({ description: "The last answer's HTTP status." }),
    error: z.string().nullable(),
    payload: z.string().meta({ description: "The body that is sent, byte by byte." }),
  })
  .meta({ id: "WebhookDelivery" });

const url = z.string().max(2_000);
const events = z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length);
const webhookId = z.object({ id: z.string() });
const withSecret = Webhook.extend({ secret: z.string().meta({ description: "`whsec_…`; shown once." }) });
const errors = ["invalid_request", "unauthorized", "forbidden", "not_found"] as const;

/** The organization's outgoing webhooks, signed as Standard Webhooks asks. For administrators. */
export const webhookApi = {
  listWebhooks: endpoint({
    method: "GET",
    path: "/webhooks",
    scope: "members:manage",
    documented: false,
    summary: "List the organization's webhooks",
    status: 200,
    data: z.array(Webhook),
    errors: ["unauthorized", "forbidden"],
  }),
  createWebhook: endpoint({
    method: "POST",
    path: "/webhooks",
    scope: "members:manage",
    documented: false,
    summary: "Add a webhook",
    description: "Private addresses are refused unless the server's OUTBOUND_ALLOW names them.",
    body: z.object({ url, events }),
    status: 201,
    data: withSecret,
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  changeWebhook: endpoint({
    method: "PATCH",
    path: "/webhooks/{id}",
    scope: "members:manage",
    documented: false,
    summary: "Change a webhook, or switch it on and off",
    params: webhookId,
    body: z.object({ url: url.optional(), events: events.optional(), enabled: z.boolean().optional() }),
    status: 200,
    data: Webhook,
    errors,
  }),
  deleteWebhook: endpoint({
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
  rotateWebhook: endpoint({
    method: "POST",
    path: "/webhooks/{id}/rotate",
    scope: "members:manage",
    documented: false,
    summary: "Give a webhook a new secret",
    description: "For 24 h both secrets sign.",
    params: webhookId,
    status: 200,
    data: withSecret,
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  testWebhook: endpoint({
    method: "POST",
    path: "/webhooks/{id}/test",
    scope: "members:manage",
    documented: false,
    summary: "Send a test event",
    params: webhookId,
    status: 200,
    data: WebhookDelivery,
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  listWebhookDeliveries: endpoint({
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
  resendWebhookDelivery: endpoint({
    method: "POST",
    path: "/webhooks/{id}/deliveries/{delivery}/resend",
    scope: "members:manage",
    documented: false,
    summary: "Send a delivery again",
    params: z.object({ id: z.string(), delivery: z.string() }),
    status: 200,
    data: WebhookDelivery,
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
} as const;
