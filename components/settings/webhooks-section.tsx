"use client";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { SecretReveal } from "#components/ui/layout/secret-reveal.tsx";
import { Section } from "#components/ui/layout/section.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { useNow } from "#components/ui/use-now.ts";
import type { Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { Webhook } from "#lib/contract/types.ts";
import { useWebhooks } from "./use-webhooks.ts";
import { getHost } from "./webhook-labels.ts";
import { WebhookRow } from "./webhook-row.tsx";

const WebhookForm = lazyComponent(() => import("./webhook-form.tsx").then((file) => file.WebhookForm));

export type WebhooksSectionProps = {
  /** Result of the server's first read; `forbidden` for a member who may not see webhooks. */
  first: Result<Webhook[]>;
  nowMs: number;
  zone: string;
  clock: "24" | "12";
};

/** The organization's outgoing webhooks, for its administrators. */
export function WebhooksSection({ first, ...times }: WebhooksSectionProps) {
  if (!first.error) return <WebhookList first={first.ok} {...times} />;
  const { what, safe, next } = describeFailure(first.error);
  return (
    <Section id="webhooks" title="Webhooks" note={note}>
      {first.error.code === "forbidden" ? (
        <Banner>
          {first.error.message} {next}
        </Banner>
      ) : (
        <Banner tone="failed" role="alert">
          {what} {safe} {next}
        </Banner>
      )}
    </Section>
  );
}

const note = (
  <>
    Send signed events about all members&#39; posts to your own services.{" "}
    <a href="/docs/webhooks#verify-the-signature" className="text-accent underline underline-offset-2">
      How to verify signatures
    </a>
  </>
);

type WebhookConfirmation = { type: "rotate" | "delete"; webhook: Webhook };

function WebhookList({ first, nowMs, zone, clock }: Omit<WebhooksSectionProps, "first"> & { first: Webhook[] }) {
  const { webhooks, secret, failure, busy, ...acts } = useWebhooks(first);
  const [form, setForm] = useState<{ webhook: Webhook | null } | null>(null);
  const [confirmation, setConfirmation] = useState<WebhookConfirmation | null>(null);
  const now = useNow(nowMs);
  const isFull = webhooks.length >= limits.webhooksPerOrganization;
  const add = (
    <Button
      icon={<Plus className="size-4" />}
      aria-haspopup="dialog"
      disabled={isFull}
      onClick={() => setForm({ webhook: null })}
    >
      Add a webhook
    </Button>
  );

  return (
    <Section id="webhooks" title="Webhooks" note={note} actions={webhooks.length > 0 ? add : null}>
      <div className="grid gap-3.5">
        {failure ? (
          <Banner tone="failed" role="alert">
            {describeFailure(failure).what} {describeFailure(failure).safe} {describeFailure(failure).next}
          </Banner>
        ) : null}
        {secret && !form && !confirmation ? (
          <WebhookSecretReveal key={secret.secret} webhook={secret.webhook} secret={secret.secret} />
        ) : null}
        <Card flush>
          {webhooks.length === 0 ? (
            <EmptyState icon={<WebhookIcon />} title="No webhooks yet" actions={add} className="py-9!">
              Add a URL to receive events when posts are published or fail.
            </EmptyState>
          ) : (
            <ul aria-label="Webhooks">
              {webhooks.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  times={{ now, zone, clock }}
                  busy={busy === webhook.id}
                  onEdit={() => setForm({ webhook })}
                  onRotate={() => setConfirmation({ type: "rotate", webhook })}
                  onDelete={() => setConfirmation({ type: "delete", webhook })}
                  onSwitch={(enabled) => void acts.setEnabled(webhook, enabled)}
                  onSent={() => void acts.reload()}
                />
              ))}
            </ul>
          )}
        </Card>
        {isFull ? (
          <p className="text-13 text-ink-3">
            There are {limits.webhooksPerOrganization} webhooks, the maximum. Delete one to add another.
          </p>
        ) : null}
      </div>
      {form ? (
        <Suspense>
          <WebhookForm
            webhook={form.webhook}
            onClose={() => setForm(null)}
            onSubmit={async (fields) => {
              const refused = await (form.webhook ? acts.change(form.webhook, fields) : acts.add(fields));
              if (!refused) setForm(null);
              return refused;
            }}
          />
        </Suspense>
      ) : null}
      <ConfirmWebhookDialog
        confirmation={confirmation}
        busy={busy === confirmation?.webhook.id}
        onClose={() => setConfirmation(null)}
        onConfirm={async ({ type, webhook }) => {
          await (type === "rotate" ? acts.rotate(webhook) : acts.remove(webhook));
          setConfirmation(null);
        }}
      />
    </Section>
  );
}

type ConfirmWebhookDialogProps = {
  confirmation: WebhookConfirmation | null;
  busy: boolean;
  onClose: () => void;
  onConfirm: (confirmation: WebhookConfirmation) => Promise<void>;
};

/**
 * Confirms a new secret or a deletion: the service stores secrets encrypted and never shows them again, so neither
 * action can be undone.
 */
function ConfirmWebhookDialog({ confirmation, busy, onClose, onConfirm }: ConfirmWebhookDialogProps) {
  if (!confirmation) return null;
  const name = getHost(confirmation.webhook.url);
  const isDelete = confirmation.type === "delete";
  const message = isDelete
    ? "Its log is deleted and pending events aren't sent. You can't undo this."
    : confirmation.webhook.former_secret_until
      ? "The current and the new secret work for 24 h. The older one stops now."
      : "The current secret keeps working for 24 h while you switch.";
  return (
    <Dialog
      open
      onClose={onClose}
      title={isDelete ? `Delete the webhook to ${name}?` : `Create a new secret for ${name}?`}
      description={message}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={isDelete ? "danger" : "filled"} pending={busy} onClick={() => void onConfirm(confirmation)}>
            {isDelete ? "Delete webhook" : "Create new secret"}
          </Button>
        </>
      }
    />
  );
}

/** Shows a webhook's secret, the only time it is readable. */
function WebhookSecretReveal({ webhook, secret }: { webhook: Webhook; secret: string }) {
  return (
    <SecretReveal
      title={`${getHost(webhook.url)} has a new secret.`}
      note="Copy it now. You won't see it again."
      value={secret}
    >
      <p className="text-13 text-ink-3">
        Verify requests with it:{" "}
        <code className="font-mono text-12 text-ink-2 wrap-anywhere">new Webhook(secret).verify(body, headers)</code>
      </p>
    </SecretReveal>
  );
}
