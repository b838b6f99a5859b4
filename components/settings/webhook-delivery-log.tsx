"use client";
import { Check, CircleAlert, Clock } from "lucide-react";
import { Button } from "#components/ui/controls/button.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { SkeletonRows } from "#components/ui/feedback/skeleton.tsx";
import { limits } from "#lib/contract/limits.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { WebhookDelivery } from "#lib/contract/types.ts";
import { formatInstant, formatRelativeTime } from "#lib/time/format.ts";
import { getTimeZoneCity } from "#lib/time/format-short.ts";
import { useWebhookDeliveries } from "./use-webhook-deliveries.ts";
import { formatDeliveryStatus } from "./webhook-labels.ts";

export type WebhookTimeOptions = { now: Date; zone: string; clock: "24" | "12" };

type WebhookDeliveryLogProps = {
  webhookId: string;
  name: string;
  /** Counts the messages that were sent by hand outside of this log. */
  sentCount: number;
  times: WebhookTimeOptions;
};

/** Lists the messages to one webhook, newest first, each with its result, its body, and a button to send it again. */
export function WebhookDeliveryLog({ webhookId, name, sentCount, times }: WebhookDeliveryLogProps) {
  const { deliveries, failure, sending, resend, load } = useWebhookDeliveries(webhookId, sentCount);
  return (
    <section aria-label={`Delivery log for ${name}`} className="border-t bg-desk">
      {failure ? (
        <Banner tone="failed" role="alert" className="m-3" actions={<Button onClick={load}>Try again</Button>}>
          {describeFailure(failure).what}
        </Banner>
      ) : null}
      {deliveries === null ? (
        failure ? null : (
          <div className="p-3">
            <SkeletonRows rows={3} label="Loading deliveries" />
          </div>
        )
      ) : deliveries.length === 0 ? (
        <p className="px-[18px] py-5 text-14 text-ink-3">No deliveries yet. Press Test to send one.</p>
      ) : (
        <>
          <p className="px-[18px] pt-3 text-13 text-ink-3">
            {deliveries.length >= limits.webhookDeliveriesKept
              ? `The last ${limits.webhookDeliveriesKept} messages`
              : deliveries.length === 1
                ? "1 message"
                : `${deliveries.length} messages`}
            , newest first. Times in {getTimeZoneCity(times.zone)}
          </p>
          <div className="relative mt-1 max-h-[420px] overflow-y-auto">
            <ul>
              {deliveries.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  times={times}
                  pending={sending === delivery.id}
                  onResend={() => resend(delivery)}
                />
              ))}
            </ul>
          </div>
        </>
      )}
    </section>
  );
}

type DeliveryRowProps = {
  delivery: WebhookDelivery;
  times: WebhookTimeOptions;
  pending: boolean;
  onResend: () => void;
};

function DeliveryRow({ delivery, times, pending, onResend }: DeliveryRowProps) {
  const { now, zone, clock } = times;
  const { next_attempt_at: next } = delivery;
  const { label, sentence } = formatDeliveryStatus(
    delivery,
    next === null ? null : formatRelativeTime(new Date(next), now),
  );
  const at = new Date(delivery.created_at);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-b px-[18px] py-3 last:border-b-0">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <StateBadge state={delivery.state} label={label} />
        <code className="font-mono text-13">{delivery.event}</code>
        <time dateTime={delivery.created_at} className="text-13 text-ink-3 tabular-nums">
          {formatInstant(at, zone, { clock })} · {formatRelativeTime(at, now)}
        </time>
      </div>
      <Button size="small" pending={pending} onClick={onResend}>
        {delivery.state === "waiting" ? "Send now" : "Send again"}
      </Button>
      <p aria-live="polite" className="col-span-full text-13 text-ink-2">
        {sentence}
      </p>
      <details className="col-span-full text-13">
        <summary className="w-fit cursor-pointer rounded-chip text-ink-3 hover:text-ink pointer-coarse:py-2.5">
          Payload
        </summary>
        <p className="mt-1.5 font-mono text-12 text-ink-3 wrap-anywhere">webhook-id: {delivery.message_id}</p>
        <pre className="mt-1 rounded-control bg-sunk px-3 py-2 font-mono text-12 whitespace-pre-wrap wrap-anywhere">
          {indented(delivery.payload)}
        </pre>
      </details>
    </li>
  );
}

function StateBadge({ state, label }: { state: WebhookDelivery["state"]; label: string }) {
  if (state === "delivered") {
    return (
      <Badge tone="published" icon={<Check className="size-3.5" />}>
        {label}
      </Badge>
    );
  }
  if (state === "failed") {
    return (
      <Badge tone="failed" icon={<CircleAlert className="size-3.5" />}>
        {label}
      </Badge>
    );
  }
  return (
    <Badge tone="scheduled" icon={<Clock className="size-3.5" />}>
      {label}
    </Badge>
  );
}

/** Indents the JSON for reading; the sent payload has no whitespace. */
function indented(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
