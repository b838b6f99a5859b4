import { SecretReveal } from "#components/ui/layout/secret-reveal.tsx";
import type { Webhook } from "#lib/contract/types.ts";
import { getHost } from "./webhook-labels.ts";

/** A webhook's secret in the only moment it can be read. */
export function WebhookSecretReveal({ webhook, secret }: { webhook: Webhook; secret: string }) {
  return (
    <SecretReveal
      title={`${getHost(webhook.url)} has its secret.`}
      note="Copy it now; it is not shown again."
      value={secret}
    >
      <p className="text-13 text-ink-3">
        With it your program checks that a message is ours:{" "}
        <code className="font-mono text-12 text-ink-2 [overflow-wrap:anywhere]">
          new Webhook(secret).verify(body, headers)
        </code>
      </p>
    </SecretReveal>
  );
}
