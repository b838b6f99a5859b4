import type { Webhook, WebhookDelivery } from "#lib/contract/types.ts";
import { readResource } from "./read-resource.ts";

/** @throws ReadFailure */
export const readWebhooks = (signal: AbortSignal) => readResource<Webhook[]>("webhooks", {}, signal);

/** What was sent to a webhook, newest first. @throws ReadFailure */
export const readWebhookDeliveries = (id: string, signal: AbortSignal) =>
  readResource<WebhookDelivery[]>(`webhooks/${encodeURIComponent(id)}`, {}, signal);
