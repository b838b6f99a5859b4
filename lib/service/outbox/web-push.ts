import type { Clock } from "#lib/service/core/clock.ts";
import type { GuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { createVapidAuthorization, encryptPushMessage } from "./push-encryption.ts";
import type { VapidKeys } from "./vapid-keys.ts";

export type WebPushSubscription = { endpoint: string; p256dh: string; auth: string };
/** The message that `public/worker.js` shows: a tap opens `path`; a message replaces another with the same `tag`. */
export type PushMessage = { title: string; body: string; path: string; tag: string };

/** `gone`: the browser unsubscribed. `why` is a sentence for the member. */
export type PushOutcome = { type: "sent" } | { type: "gone" } | { type: "failed"; why: string; isFinal: boolean };

const timeoutMs = 15_000;
/** A notification that can't be shown within a day is in the inbox anyway. */
const ttlSeconds = 24 * 60 * 60;

/** Sends one message to one browser, encrypted for it alone (RFC 8030). Never throws. */
export async function sendPushMessage(
  { endpoint, p256dh, auth }: WebPushSubscription,
  push: PushMessage,
  deps: { keys: VapidKeys; contact: string; guardedFetch: GuardedFetch; clock: Clock },
): Promise<PushOutcome> {
  let body: Buffer;
  let authorization: string;
  try {
    body = encryptPushMessage(Buffer.from(JSON.stringify(push)), { p256dh, auth });
    authorization = await createVapidAuthorization(endpoint, deps.keys, deps.contact, deps.clock.now());
  } catch {
    return { type: "failed", why: "The encryption key from the browser is invalid.", isFinal: true };
  }
  const answer = await deps.guardedFetch({
    url: endpoint,
    method: "POST",
    headers: {
      authorization,
      ttl: String(ttlSeconds),
      urgency: "high",
      "content-type": "application/octet-stream",
      "content-encoding": "aes128gcm",
    },
    body,
    timeoutMs,
  });
  if ("problem" in answer) return { type: "failed", why: answer.why, isFinal: answer.problem === "refused" };
  if (answer.status >= 200 && answer.status < 300) return { type: "sent" };
  if (answer.status === 404 || answer.status === 410) return { type: "gone" };
  const isFinal = answer.status >= 400 && answer.status < 500 && answer.status !== 429 && answer.status !== 408;
  return { type: "failed", why: `The browser's push service answered ${answer.status}.`, isFinal };
}
