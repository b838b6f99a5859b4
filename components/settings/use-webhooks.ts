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

  const put = (one: Webhook) => setWebhooks((all) => all.map((each) => (each.id === one.id ? one : each)));

  async function run<T>(id: string, act: () => Promise<Result<T>>, onDone: (done: T) => void): Promise<Failure | null> {
    setBusy(id);
    const answer = await act().catch((error: unknown): Result<T> => ({ error: toReadFailure(error) }));
    setBusy(null);
    setFailure(answer.error ?? null);
    if (answer.error) return answer.error;
    onDone(answer.ok);
    return null;
  }

  function shown({ secret: value, ...webhook }: Webhook & { secret: string }): Webhook {
    setSecret({ webhook, secret: value });
    return webhook;
  }

  async function setEnabled(webhook: Webhook, enabled: boolean) {
    await run(
      webhook.id,
      () => updateWebhook({ id: webhook.id, change: { enabled } }),
      (done) => {
        put(done);
        const message = `${getHost(webhook.url)} turned ${enabled ? "on" : "off"}`;
        showToast({ message, undo: () => void setEnabled(webhook, !enabled) });
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
      const found = await readWebhooks(new AbortController().signal).catch(() => null);
      if (found) setWebhooks(found);
    },
    async add(fields: WebhookFormValues) {
      const refused = await run(
        "new",
        () => createWebhook(fields),
        (made) => {
          const webhook = shown(made);
          setWebhooks((all) => [...all, webhook]);
        },
      );
      // The form shows the failure.
      if (refused) setFailure(null);
      return refused;
    },
    async change(webhook: Webhook, fields: WebhookFormValues) {
      const change = { url: fields.url, events: fields.events };
      const refused = await run(webhook.id, () => updateWebhook({ id: webhook.id, change }), put);
      if (refused) setFailure(null);
      return refused;
    },
    rotate: (webhook: Webhook) =>
      run(
        webhook.id,
        () => rotateWebhookSecret({ id: webhook.id }),
        (made) => put(shown(made)),
      ),
    remove: (webhook: Webhook) =>
      run(
        webhook.id,
        () => deleteWebhook({ id: webhook.id }),
        () => {
          setWebhooks((all) => all.filter((one) => one.id !== webhook.id));
          setSecret((now) => (now?.webhook.id === webhook.id ? null : now));
          showToast({ message: `Webhook to ${getHost(webhook.url)} deleted` });
        },
      ),
  };
}
