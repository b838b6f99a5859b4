"use client";
import { Check, CircleAlert, Power } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { testWebhook } from "#lib/actions/webhooks.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { Webhook } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { formatInstant, formatRelativeDate } from "#lib/time/format.ts";
import { waitForDeliveryResult } from "./use-webhook-deliveries.ts";
import type { WebhookTimeOptions } from "./webhook-delivery-log.tsx";
import { formatDeliveryStatus, formatEventNames, getHost } from "./webhook-labels.ts";

const WebhookDeliveryLog = lazyComponent(() =>
  import("./webhook-delivery-log.tsx").then((file) => file.WebhookDeliveryLog),
);

type WebhookRowProps = {
  webhook: Webhook;
  times: WebhookTimeOptions;
  busy: boolean;
  onEdit: () => void;
  onRotate: () => void;
  onDelete: () => void;
  onSwitch: (enabled: boolean) => void;
  /** Called when a message that was sent by hand has ended. */
  onSent: () => void;
};

type TestOutcome = { tone: "waiting" | "good" | "bad"; text: string } | null;

/** Shows one webhook: address, events, last result and actions. */
export function WebhookRow({ webhook, times, busy, onEdit, onRotate, onDelete, onSwitch, onSent }: WebhookRowProps) {
  const [isOpen, setOpen] = useState(false);
  const [testCount, setTestCount] = useState(0);
  const [testOutcome, setTestOutcome] = useState<TestOutcome>(null);
  const currentTest = useRef<AbortController | null>(null);
  useEffect(() => () => currentTest.current?.abort(), []);
  const name = getHost(webhook.url);
  const logId = `log-${webhook.id}`;

  async function test() {
    currentTest.current?.abort();
    const controller = new AbortController();
    currentTest.current = controller;
    setTestOutcome({ tone: "waiting", text: "Sent. Waiting for a response…" });
    try {
      const response = await testWebhook({ id: webhook.id });
      if (response.error) return setTestOutcome({ tone: "bad", text: describeFailure(response.error).what });
      setTestCount((count) => count + 1);
      const result = await waitForDeliveryResult(webhook.id, response.ok, controller.signal);
      if (controller.signal.aborted) return;
      setTestCount((count) => count + 1);
      onSent();
      if (!result) return setTestOutcome({ tone: "bad", text: "No response yet. Check the log." });
      const { label, sentence } = formatDeliveryStatus(result, null);
      setTestOutcome({ tone: result.state === "delivered" ? "good" : "bad", text: `${label}. ${sentence}` });
    } catch (error) {
      if (!controller.signal.aborted) setTestOutcome({ tone: "bad", text: describeFailure(toReadFailure(error)).what });
    }
  }

  return (
    <li className="border-b last:border-b-0">
      <div className="grid gap-y-1.5 px-[18px] py-3.5">
        <div className="flex items-start justify-between gap-x-4">
          <h3 className="min-w-0 font-mono text-13 font-medium wrap-anywhere">{webhook.url}</h3>
          {webhook.enabled ? (
            <Badge tone="published" icon={<Check className="size-3.5" />}>
              On
            </Badge>
          ) : (
            <Badge tone="draft" icon={<Power className="size-3.5" />}>
              Off
            </Badge>
          )}
        </div>
        <p className="text-13 text-ink-3">
          Events: <span className="font-mono text-12 text-ink-2">{formatEventNames(webhook.events)}</span>
        </p>
        <LastResult webhook={webhook} times={times} isVisible={testOutcome !== null} />
        <div role="status" className="text-13">
          {testOutcome ? (
            <span
              className={
                testOutcome.tone === "good"
                  ? "text-published"
                  : testOutcome.tone === "bad"
                    ? "text-failed"
                    : "text-ink-2"
              }
            >
              Test: {testOutcome.text}
            </span>
          ) : null}
        </div>
        <div className="-ml-2.5 flex flex-wrap gap-x-1 gap-y-1">
          <Button size="small" variant="quiet" pending={testOutcome?.tone === "waiting"} onClick={test}>
            Test
            <WebhookNameHint name={name} />
          </Button>
          <Button
            size="small"
            variant="quiet"
            aria-expanded={isOpen}
            aria-controls={logId}
            onClick={() => setOpen(!isOpen)}
          >
            Log
            <WebhookNameHint name={name} />
          </Button>
          <Button size="small" variant="quiet" aria-haspopup="dialog" onClick={onEdit}>
            Edit
            <WebhookNameHint name={name} />
          </Button>
          <Button size="small" variant="quiet" aria-haspopup="dialog" onClick={onRotate}>
            New secret
            <WebhookNameHint name={name} />
          </Button>
          <Button size="small" variant="quiet" pending={busy} onClick={() => onSwitch(!webhook.enabled)}>
            {webhook.enabled ? "Turn off" : "Turn on"}
            <WebhookNameHint name={name} />
          </Button>
          <Button size="small" variant="quiet" aria-haspopup="dialog" onClick={onDelete}>
            <span className="text-failed">
              Delete
              <WebhookNameHint name={name} />
            </span>
          </Button>
        </div>
      </div>
      <div id={logId}>
        {isOpen ? (
          <Suspense>
            <WebhookDeliveryLog webhookId={webhook.id} name={name} sentCount={testCount} times={times} />
          </Suspense>
        ) : null}
      </div>
    </li>
  );
}

/** Adds the webhook's name to a button for screen readers, because several rows have the same buttons. */
function WebhookNameHint({ name }: { name: string }) {
  return <span className="sr-only"> {name}</span>;
}

type LastResultProps = {
  webhook: Webhook;
  times: WebhookTimeOptions /** A test just now says more than the last message. */;
  isVisible: boolean;
};

function LastResult({ webhook, times: { now, zone, clock }, isVisible }: LastResultProps) {
  const { last_delivery: last, former_secret_until: until, off_reason: offReason } = webhook;
  const formatTime = (at: string) => (
    <time dateTime={at} title={formatInstant(new Date(at), zone, { clock })}>
      {formatRelativeDate(new Date(at), now, zone)}
    </time>
  );
  return (
    <div className="grid gap-y-1 text-13 text-ink-2 empty:hidden">
      {offReason ? <p className="text-failed">Turned off automatically. {offReason}</p> : null}
      {isVisible ? null : last === null ? (
        <p className="text-ink-3">Nothing sent yet.</p>
      ) : last.ok ? (
        <p className="flex items-center gap-1.5">
          <Check className="size-3.5 shrink-0 text-published" />
          <span>
            Last delivery {formatTime(last.at)}, response {last.status ?? "OK"}.
          </span>
        </p>
      ) : (
        <p className="flex items-start gap-1.5 text-failed">
          <CircleAlert className="mt-1 size-3.5 shrink-0" />
          <span>
            Last attempt failed {formatTime(last.at)}. {last.error}
          </span>
        </p>
      )}
      {until ? (
        <p className="text-ink-3">
          The old secret works until {formatInstant(new Date(until), zone, { clock })} ({formatTime(until)}).
        </p>
      ) : null}
    </div>
  );
}
