import type { Webhook, WebhookDelivery } from "#lib/contract/types";
import { read } from "./read.ts";

/** @throws ReadFailure */
export const readWebhooks = (signal: AbortSignal) => read<Webhook[]>("webhooks", {}, signal);

/** What was sent to a webhook, newest first. @throws ReadFailure */
export const readDeliveries = (id: string, signal: AbortSignal) =>
  read<WebhookDelivery[]>(`webhooks/${encodeURIComponent(id)}`, {}, signal);
