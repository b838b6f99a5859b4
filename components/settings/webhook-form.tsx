"use client";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/controls/button.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { Webhook } from "#lib/contract/types.ts";
import { webhookEventOptions } from "./webhook-labels.ts";

export type WebhookFormValues = { url: string; events: string[] };

type WebhookFormProps = {
  /** The edited webhook; null for a new one. */
  webhook: Webhook | null;
  /** Resolves with null after success, when the form is already closed; otherwise with the failure. */
  onSubmit: (fields: WebhookFormValues) => Promise<Failure | null>;
  onClose: () => void;
};

const formId = "webhook-form";

/** Edits a webhook's address and events. */
export function WebhookForm({ webhook, onSubmit, onClose }: WebhookFormProps) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const { register, handleSubmit, formState } = useForm<WebhookFormValues>({
    defaultValues: webhook ?? { url: "", events: ["post.published", "post.failed"] },
  });
  const { errors, isSubmitting } = formState;
  // An event that the API set and this form does not offer stays chosen.
  const others = (webhook?.events ?? []).filter((event) => !webhookEventOptions.some((one) => one.event === event));
  const events = [...webhookEventOptions, ...others.map((event) => ({ event, label: "" }))];
  const ofUrl = failure?.field === "url" ? failure.message : undefined;
  const ofEvents = errors.events?.message ?? (failure?.field?.startsWith("events") ? failure.message : undefined);

  return (
    <Dialog
      open
      size="medium"
      onClose={onClose}
      title={webhook ? "Edit webhook" : "Add a webhook"}
      description={webhook ? undefined : "It gets its own secret, shown once, to verify requests."}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="filled" pending={isSubmitting}>
            {webhook ? "Save" : "Add webhook"}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => void handleSubmit(async (fields) => setFailure(await onSubmit(fields)))(event)}
      >
        <Field label="URL" error={errors.url?.message ?? ofUrl} hint="A public https:// URL.">
          {(control) => (
            <TextInput
              {...control}
              {...register("url", {
                required: "Enter a URL.",
                maxLength: {
                  value: limits.webhookUrlCharacters,
                  message: `A URL has ${formatNumber(limits.webhookUrlCharacters)} characters at most.`,
                },
              })}
              type="url"
              size="large"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://example.org/hooks/postwright"
              className="font-mono text-13!"
            />
          )}
        </Field>
        <fieldset aria-describedby={ofEvents ? "webhook-events-error" : undefined}>
          <legend className="mb-1.5 text-13 font-medium">Events</legend>
          <div className="grid gap-1">
            {events.map(({ event, label }) => (
              <Checkbox
                key={event}
                value={event}
                {...register("events", { required: "Choose at least one event." })}
                aria-invalid={ofEvents ? true : undefined}
              >
                <span className="flex flex-wrap items-baseline gap-x-2.5">
                  {label}
                  <code className="font-mono text-12 text-ink-3">{event}</code>
                </span>
              </Checkbox>
            ))}
          </div>
          {ofEvents ? (
            <p id="webhook-events-error" role="alert" className="mt-1.5 text-13 text-failed">
              {ofEvents}
            </p>
          ) : null}
        </fieldset>
        {failure && !ofUrl && !ofEvents ? (
          <p role="alert" className="text-13 text-failed">
            {describeFailure(failure).what} {describeFailure(failure).safe} {describeFailure(failure).next}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
