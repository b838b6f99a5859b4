import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import type { Sealer } from "#lib/service/core/sealer.ts";
import { toSealedLocation } from "#lib/service/db/reseal-secrets.ts";

const secretBytes = 32;

/** Generates a secret in the form of Standard Webhooks: `whsec_` and base64 of 32 random bytes. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString("base64")}`;
}

const getSealLocation = (webhookId: string) => `webhooks:${webhookId}:secret`;
export const sealedWebhookSecrets = ["secret", "former_secret"].map((column) =>
  toSealedLocation({ table: "webhooks", id: "id", column }, getSealLocation),
);

/**
 * Seals a secret. The current and the former secret share one seal location: a rotation moves the sealed value
 * unchanged.
 */
export function sealWebhookSecret(sealer: Sealer, webhookId: string, secret: string): string {
  return sealer.seal(secret, getSealLocation(webhookId));
}

/** Opens a secret; null when it was sealed under another SECRET of the server. */
export function openWebhookSecret(sealer: Sealer, webhookId: string, sealed: string): string | null {
  return sealer.open(sealed, getSealLocation(webhookId));
}

/** Returns the headers of Standard Webhooks, with one signature per secret, the current one first. */
export function signWebhookMessage(
  secrets: readonly string[],
  message: { id: string; at: Date; payload: string },
): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(message.id, message.at, message.payload));
  return {
    "webhook-id": message.id,
    "webhook-timestamp": String(Math.floor(message.at.getTime() / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}
