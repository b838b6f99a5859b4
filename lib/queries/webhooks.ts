import type { Webhook, WebhookDelivery } from "#lib/contract/types.ts";
import { read } from "./read-resource.ts";

/** @throws ReadFailure */
export const readWebhooks = (signal: AbortSignal) => read<Webhook[]>("webhooks", {}, signal);

/** What was sent to a webhook, newest first. @throws ReadFailure */
export const readDeliveries = (id: string, signal: AbortSignal) =>
  read<WebhookDelivery[]>(`webhooks/${encodeURIComponent(id)}`, {}, signal);
