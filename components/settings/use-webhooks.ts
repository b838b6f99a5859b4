"use client";
import { useState } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { createWebhook, deleteWebhook, rotateWebhookSecret, updateWebhook } from "#lib/actions/webhooks.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import type { Webhook } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { readWebhooks } from "#lib/queries/webhooks.ts";
import type { WebhookFormValues } from "./webhook-form.tsx";
import { getHost } from "./webhook-labels.ts";

type WebhookSecretState = { webhook: Webhook; secret: string };

/** Holds the organization's webhooks and their actions; each answer shows at once. */
export function useWebhooks(first: readonly Webhook[]) {
  const [webhooks, setWebhooks] = useState(first);
  const [secret, setSecret] = useState<WebhookSecretState | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  /** Id of the webhook with an action in progress. */
  const [busy, setBusy] = useState<string | null>(null);

  const replace = (one: Webhook) => setWebhooks((current) => current.map((each) => (each.id === one.id ? one : each)));

  async function run<T>(
    id: string,
    request: () => Promise<Result<T>>,
    onSuccess: (value: T) => void,
  ): Promise<Failure | null> {
    setBusy(id);
    const result = await request().catch((error: unknown): Result<T> => ({ error: toReadFailure(error) }));
    setBusy(null);
    setFailure(result.error ?? null);
    if (result.error) return result.error;
    onSuccess(result.ok);
    return null;
  }

  function showSecret({ secret: value, ...webhook }: Webhook & { secret: string }): Webhook {
    setSecret({ webhook, secret: value });
    return webhook;
  }

  async function setEnabled(webhook: Webhook, enabled: boolean) {
    await run(
      webhook.id,
      () => updateWebhook({ id: webhook.id, change: { enabled } }),
      (updated) => {
        replace(updated);
        const message = `${getHost(webhook.url)} turned ${enabled ? "on" : "off"}`;
        showToast({ message, undo: () => setEnabled(webhook, !enabled) });
      },
    );
  }

  return {
    webhooks,
    secret,
    failure,
    busy,
    setEnabled,
    /** Reads the webhooks again after a last result has changed. */
    async reload() {
      const reloaded = await readWebhooks(new AbortController().signal).catch(() => null);
      if (reloaded) setWebhooks(reloaded);
    },
    async add(fields: WebhookFormValues) {
      const refusal = await run(
        "new",
        () => createWebhook(fields),
        (created) => {
          const webhook = showSecret(created);
          setWebhooks((current) => [...current, webhook]);
        },
      );
      // The form shows the failure.
      if (refusal) setFailure(null);
      return refusal;
    },
    async change(webhook: Webhook, fields: WebhookFormValues) {
      const change = { url: fields.url, events: fields.events };
      const refusal = await run(webhook.id, () => updateWebhook({ id: webhook.id, change }), replace);
      if (refusal) setFailure(null);
      return refusal;
    },
    rotate: (webhook: Webhook) =>
      run(
        webhook.id,
        () => rotateWebhookSecret({ id: webhook.id }),
        (created) => replace(showSecret(created)),
      ),
    remove: (webhook: Webhook) =>
      run(
        webhook.id,
        () => deleteWebhook({ id: webhook.id }),
        () => {
          setWebhooks((current) => current.filter((one) => one.id !== webhook.id));
          setSecret((now) => (now?.webhook.id === webhook.id ? null : now));
          showToast({ message: `Webhook to ${getHost(webhook.url)} deleted` });
        },
      ),
  };
}
