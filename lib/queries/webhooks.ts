import type { Webhook, WebhookDelivery } from "#lib/contract/types.ts";
import { readResource } from "./read-resource.ts";

/** @throws ReadError */
export const readWebhooks = (signal: AbortSignal) => readResource<Webhook[]>("webhooks", {}, signal);

/**
 * Reads the deliveries of a webhook, newest first.
 * @throws ReadError
 */
export const readWebhookDeliveries = (id: string, signal: AbortSignal) =>
  readResource<WebhookDelivery[]>(`webhooks/${encodeURIComponent(id)}`, {}, signal);
