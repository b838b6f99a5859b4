import type { WebhookEventType } from "./generated/contract-types.d.ts";
import { PostwrightError } from "./postwright-error.ts";
import { isRecord } from "./read-response.ts";

/** A verified message of a webhook. `data` has ids, a status and links, never the text of a post. */
export type WebhookMessage = {
  /** The same for every attempt: store it, because a message may arrive twice. */
  id: string;
  type: WebhookEventType | (string & {});
  /** When the event happened, ISO 8601. */
  timestamp: string;
  data: Record<string, unknown>;
};

export type VerifyWebhookInput = {
  /** The secret of the webhook, `whsec_…`; both of them while it is being replaced. */
  secret: string | readonly string[];
  /** The headers of the request, as `Headers` or as an object with lower-case names. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body exactly as it came: parsed and serialized again it may differ. */
  body: string | Uint8Array;
  /** The greatest age of a message, and how early it may be, in seconds. Default: 300. */
  toleranceSeconds?: number;
};

/**
 * Verifies a message by the Standard Webhooks specification and returns it.
 * @throws PostwrightError `invalid_signature` for a message that is not from the service, altered, or too old
 */
export async function verifyWebhook(input: VerifyWebhookInput): Promise<WebhookMessage> {
  const { headers, toleranceSeconds = 300 } = input;
  const header = (name: string) => {
    const value = headers instanceof Headers ? headers.get(name) : (headers as Record<string, unknown>)[name];
    return typeof value === "string" ? value : "";
  };
  const id = header("webhook-id");
  const timestamp = header("webhook-timestamp");
  const signatures = header("webhook-signature").split(" ").filter(Boolean);
  if (id === "" || !/^\d+$/.test(timestamp) || signatures.length === 0) {
    throw refuse("The message has no webhook-id, webhook-timestamp or webhook-signature.");
  }
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw refuse("The message is too old or too early: is this machine's clock right?");
  }
  const text = typeof input.body === "string" ? input.body : new TextDecoder().decode(input.body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const secrets = typeof input.secret === "string" ? [input.secret] : input.secret;
  for (const secret of secrets) {
    if (await hasSignature(secret, signed, signatures)) return parseMessage(id, text);
  }
  throw refuse("The signature does not match.");
}

const refuse = (message: string) => new PostwrightError({ code: "invalid_signature", message });

/** `crypto.subtle.verify` compares in constant time. */
async function hasSignature(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
): Promise<boolean> {
  const raw = decodeBase64(secret.replace(/^whsec_/, ""));
  if (raw === null || raw.length === 0) throw new TypeError("`secret` must be whsec_ followed by base64.");
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  for (const signature of signatures) {
    const bytes = signature.startsWith("v1,") ? decodeBase64(signature.slice(3)) : null;
    if (bytes !== null && (await crypto.subtle.verify("HMAC", key, bytes, signed))) return true;
  }
  return false;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function parseMessage(id: string, text: string): WebhookMessage {
  const event: unknown = JSON.parse(text);
  if (!isRecord(event)) throw refuse("The message isn't an event.");
  return {
    id,
    type: String(event["type"]),
    timestamp: String(event["timestamp"]),
    data: isRecord(event["data"]) ? event["data"] : {},
  };
}
