import type { OutboundFailure } from "#lib/service/egress/guarded-fetch.ts";

/** The result of one attempt, and the next step. `dueAt` only while the delivery waits. */
export type WebhookDeliveryDecision = {
  state: "delivered" | "waiting" | "failed";
  status: number | null;
  error: string | null;
  dueAt: Date | null;
  /** A sentence when the receiver wants no more messages: the webhook is turned off. */
  offReason: string | null;
};

export type WebhookAttempt = {
  outcome: { status: number; retryAfterMs: number | null } | OutboundFailure | { broken: string };
  /** 1 for the first attempt since the message was created or last sent again by hand. */
  number: number;
  now: Date;
  giveUpAt: Date;
  /** From 0 to below 1. */
  chance: number;
};

const firstMs = 5_000;
const factor = 3;
const longestMs = 3 * 60 * 60_000;
/** The random share of each pause, so that receivers that failed together are not called together again. */
const jitter = 0.2;

/**
 * Decides the next step: only a 2xx is an acknowledgement; 410 is the receiver's way to unsubscribe (Standard
 * Webhooks); anything else is tried again.
 */
export function decideWebhookDelivery({
  outcome,
  number,
  now,
  giveUpAt,
  chance,
}: WebhookAttempt): WebhookDeliveryDecision {
  const ended = { dueAt: null, offReason: null };
  if ("broken" in outcome) return { ...ended, state: "failed", status: null, error: outcome.broken };
  if ("status" in outcome && outcome.status >= 200 && outcome.status < 300) {
    return { ...ended, state: "delivered", status: outcome.status, error: null };
  }
  const response =
    "status" in outcome
      ? { status: outcome.status, error: formatStatus(outcome.status) }
      : { status: null, error: outcome.why };
  if (response.status === 410) return { ...ended, ...response, state: "failed", offReason: response.error };
  const retryAfterMs = "status" in outcome ? outcome.retryAfterMs : null;
  const dueAt = getNextWebhookAttemptAt({ number, now, giveUpAt, chance, atLeastMs: retryAfterMs ?? 0 });
  return { ...ended, ...response, state: dueAt ? "waiting" : "failed", dueAt };
}

/**
 * Returns the time of the next attempt: 5 s after the first one, then three times as long each time up to 3 h, each 20
 * % shorter or longer at random. The last attempt is at the end of the retry period, unless one was made shortly
 * before. Null after the last one.
 */
export function getNextWebhookAttemptAt(options: {
  number: number;
  now: Date;
  giveUpAt: Date;
  chance: number;
  atLeastMs?: number;
}): Date | null {
  const leftMs = options.giveUpAt.getTime() - options.now.getTime();
  if (leftMs <= 0) return null;
  const plainMs = Math.min(firstMs * factor ** (options.number - 1), longestMs);
  const pauseMs = Math.max(plainMs * (1 - jitter + 2 * jitter * options.chance), options.atLeastMs ?? 0);
  if (pauseMs <= leftMs) return new Date(options.now.getTime() + Math.round(pauseMs));
  return leftMs >= longestMs / 2 ? options.giveUpAt : null;
}

function formatStatus(status: number): string {
  if (status >= 300 && status < 400)
    return `The receiver answered with a redirect (${status}), which is never followed. Enter the final address.`;
  if (status === 410) return "The receiver answered 410 Gone: it wants no more messages.";
  if (status === 401 || status === 403)
    return `The receiver answered ${status}: it rejected the request. Check that it uses the current secret.`;
  if (status === 404) return "The receiver answered 404: there is nothing at this address.";
  if (status === 429) return "The receiver answered 429: too many requests.";
  return `The receiver answered ${status}${status >= 500 ? ": it has a problem" : ""}.`;
}
