"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { resendWebhookDelivery } from "#lib/actions/webhooks.ts";
import type { Failure } from "#lib/contract/errors.ts";
import type { WebhookDelivery } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { readWebhookDeliveries } from "#lib/queries/webhooks.ts";
import { hasRequestedAttemptEnded } from "./webhook-labels.ts";

const pollIntervalMs = 1_000;
/** Ms; an attempt further in the future is not polled. */
const soonMs = 60_000;

/**
 * Returns one webhook's log, read on opening and again while a delivery is in progress; a change of `sentCount` reloads
 * it.
 */
export function useWebhookDeliveries(webhookId: string, sentCount: number) {
  const [deliveries, setDeliveries] = useState<WebhookDelivery[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [sending, setSending] = useState<string | null>(null);
  const currentLoad = useRef<AbortController | null>(null);

  const load = useCallback(async () => {
    currentLoad.current?.abort();
    const controller = new AbortController();
    currentLoad.current = controller;
    try {
      const loaded = await readWebhookDeliveries(webhookId, controller.signal);
      setDeliveries(loaded);
      setFailure(null);
    } catch (error) {
      if (!controller.signal.aborted) setFailure(toReadFailure(error));
    }
  }, [webhookId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `sentCount` counts messages that were sent to this webhook outside of the log
  useEffect(() => {
    void load();
    return () => currentLoad.current?.abort();
  }, [load, sentCount]);

  const isInProgress = deliveries?.some((delivery) => isRetryDueSoon(delivery)) ?? false;
  useEffect(() => {
    if (!isInProgress) return;
    const timer = setInterval(() => (document.hidden ? undefined : void load()), pollIntervalMs);
    return () => clearInterval(timer);
  }, [isInProgress, load]);

  async function resend(delivery: WebhookDelivery) {
    setSending(delivery.id);
    const result = await resendWebhookDelivery({ id: webhookId, delivery: delivery.id }).catch((error: unknown) => ({
      error: toReadFailure(error),
    }));
    setSending(null);
    setFailure(result.error ?? null);
    if (!result.error) await load();
  }

  return { deliveries, failure, sending, resend, load };
}

function isRetryDueSoon({ state, next_attempt_at: next }: WebhookDelivery): boolean {
  if (state !== "waiting") return false;
  return next === null || Date.parse(next) - Date.now() < soonMs;
}

/** Longest wait for an attempt's end in ms, with a margin. */
const maxWaitMs = 25_000;
const pollMs = 400;

/**
 * Waits for the result of a requested attempt.
 * @returns null after `patienceMs`.
 * @throws ReadFailure
 */
export async function waitForDeliveryResult(
  webhookId: string,
  delivery: Pick<WebhookDelivery, "id" | "attempts">,
  signal: AbortSignal,
): Promise<WebhookDelivery | null> {
  const endsAt = Date.now() + maxWaitMs;
  while (Date.now() < endsAt && !signal.aborted) {
    const current = (await readWebhookDeliveries(webhookId, signal)).find((one) => one.id === delivery.id);
    if (current && hasRequestedAttemptEnded(current, delivery.attempts)) return current;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return null;
}
