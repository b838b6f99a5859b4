"use client";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/controls/button.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { SegmentedControl } from "#components/ui/controls/segmented-control.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import { getScopeLabel } from "#lib/contract/scopes.ts";
import { dayMs } from "#lib/time/time-units.ts";
import { getPresetScopes, parseIpAddresses, type ScopePreset } from "./api-key-labels.ts";
import type { NewApiKeyFields } from "./use-api-keys.ts";

type Fields = { name: string; days: string; addresses: string; draftsOnly: boolean };
type ApiKeyFormProps = {
  /** Scopes of the current member: a new key can't have others. */
  mine: readonly string[];
  /** Resolves with null after success, when the form is already closed; otherwise with the failure. */
  onSubmit: (fields: NewApiKeyFields) => Promise<Failure | null>;
  onClose: () => void;
};

const formId = "key-form";
const ends = [
  ["", "No expiry"],
  ["7", "In 7 days"],
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In a year"],
] as const;

/** The form of a new key: name, scopes and optionally an expiry and allowed IP addresses. */
export function ApiKeyForm({ mine, onSubmit, onClose }: ApiKeyFormProps) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [scopes, setScopes] = useState(() => getPresetScopes("post", mine));
  const { register, handleSubmit, formState } = useForm<Fields>({
    defaultValues: { name: "", days: "", addresses: "", draftsOnly: false },
  });
  const { errors, isSubmitting } = formState;
  const preset = (["read", "post", "all"] as const).find(
    (one) => getPresetScopes(one, mine).join() === mine.filter((scope) => scopes.includes(scope)).join(),
  );
  const of = (field: string) => (failure?.field?.startsWith(field) ? failure.message : undefined);
  const named = ["name", "addresses", "expires_at"].some((field) => failure?.field?.startsWith(field));

  const canWrite = scopes.includes("posts:write");

  async function submit({ name, days, addresses, draftsOnly }: Fields) {
    const expires_at = days === "" ? null : new Date(Date.now() + Number(days) * dayMs).toISOString();
    const drafts_only = canWrite && draftsOnly;
    setFailure(await onSubmit({ name, scopes, drafts_only, expires_at, addresses: parseIpAddresses(addresses) }));
  }

  return (
    <Dialog
      open
      size="medium"
      onClose={onClose}
      title="New key"
      description="It acts as you, with the scopes you choose. Shown once."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="filled" pending={isSubmitting}>
            Create key
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(submit)(event)}>
        {failure && !named ? (
          <Banner tone="failed" role="alert">
            {failure.message} {describeFailure(failure).next}
          </Banner>
        ) : null}
        <Field label="Name" error={errors.name?.message ?? of("name")} hint="What it is for, such as Release bot.">
          {(control) => (
            <TextInput
              {...control}
              {...register("name", {
                required: "Enter a name.",
                validate: (name) =>
                  [...name.trim()].length <= limits.keyNameCharacters ||
                  `A name has ${limits.keyNameCharacters} characters at most.`,
              })}
              size="large"
              autoComplete="off"
            />
          )}
        </Field>
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-13 font-medium">Permissions</legend>
          <SegmentedControl<ScopePreset | "own">
            label="Preset"
            options={[
              { value: "read", label: "Read only" },
              { value: "post", label: "Post" },
              { value: "all", label: "Full access" },
            ]}
            value={preset ?? "own"}
            onChange={(chosen) => (chosen === "own" ? undefined : setScopes(getPresetScopes(chosen, mine)))}
            className="w-fit max-w-full flex-wrap"
          />
          <div className="grid gap-1">
            {mine.map((scope) => (
              <Checkbox
                key={scope}
                checked={scopes.includes(scope)}
                onChange={(event) =>
                  setScopes(event.target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
                }
              >
                {getScopeLabel(scope)} <code className="font-mono text-12 text-ink-3">{scope}</code>
              </Checkbox>
            ))}
          </div>
          {canWrite ? (
            <Checkbox {...register("draftsOnly")}>Drafts only: it writes drafts and images, and nothing else</Checkbox>
          ) : null}
        </fieldset>
        <Field label="Expires" error={of("expires_at")}>
          {(control) => (
            <Select {...control} {...register("days")}>
              {ends.map(([days, words]) => (
                <option key={days} value={days}>
                  {words}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="Only from these addresses (optional)"
          error={of("addresses")}
          hint="Such as 203.0.113.9 or 2001:db8::/32, separated by spaces. A key limited to addresses can't sign in here."
        >
          {(control) => <TextInput {...control} {...register("addresses")} autoComplete="off" spellCheck={false} />}
        </Field>
      </form>
    </Dialog>
  );
}
