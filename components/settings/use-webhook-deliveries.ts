"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { resendWebhookDelivery } from "#lib/actions/webhooks.ts";
import type { Failure } from "#lib/contract/errors.ts";
import type { WebhookDelivery } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { readWebhookDeliveries } from "#lib/queries/webhooks.ts";
import { isAttemptFinished } from "./webhook-labels.ts";

const lookMs = 1_000;
/** Ms; an attempt further in the future is not polled. */
const soonMs = 60_000;

/**
 * Returns one webhook's log, read on opening and again while a delivery is in progress; a change of `told` reloads it.
 */
export function useWebhookDeliveries(webhookId: string, told: number) {
  const [deliveries, setDeliveries] = useState<WebhookDelivery[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [sending, setSending] = useState<string | null>(null);
  const ending = useRef<AbortController | null>(null);

  const load = useCallback(async () => {
    ending.current?.abort();
    const own = new AbortController();
    ending.current = own;
    try {
      const found = await readWebhookDeliveries(webhookId, own.signal);
      setDeliveries(found);
      setFailure(null);
    } catch (error) {
      if (!own.signal.aborted) setFailure(toReadFailure(error));
    }
  }, [webhookId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `told` counts messages that were sent to this webhook outside of the log
  useEffect(() => {
    void load();
    return () => ending.current?.abort();
  }, [load, told]);

  const isMoving = deliveries?.some((delivery) => isRetryDueSoon(delivery)) ?? false;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => (document.hidden ? undefined : void load()), lookMs);
    return () => clearInterval(timer);
  }, [isMoving, load]);

  async function resend(delivery: WebhookDelivery) {
    setSending(delivery.id);
    const answer = await resendWebhookDelivery({ id: webhookId, delivery: delivery.id }).catch((error: unknown) => ({
      error: toReadFailure(error),
    }));
    setSending(null);
    setFailure(answer.error ?? null);
    if (!answer.error) await load();
  }

  return { deliveries, failure, sending, resend, load };
}

function isRetryDueSoon({ state, next_attempt_at: next }: WebhookDelivery): boolean {
  if (state !== "waiting") return false;
  return next === null || Date.parse(next) - Date.now() < soonMs;
}

/** Longest wait for an attempt's end in ms, with a margin. */
const patienceMs = 25_000;
const pollMs = 400;

/**
 * Waits for the result of a requested attempt.
 * @returns null after `patienceMs`.
 * @throws ReadFailure
 */
export async function waitForDeliveryResult(
  webhookId: string,
  asked: Pick<WebhookDelivery, "id" | "attempts">,
  signal: AbortSignal,
): Promise<WebhookDelivery | null> {
  const endsAt = Date.now() + patienceMs;
  while (Date.now() < endsAt && !signal.aborted) {
    const found = (await readWebhookDeliveries(webhookId, signal)).find((one) => one.id === asked.id);
    if (found && isAttemptFinished(found, asked.attempts)) return found;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return null;
}
