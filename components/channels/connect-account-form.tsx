"use client";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { SegmentedControl } from "#components/ui/controls/segmented-control.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { useFocusFirstInvalid } from "#components/ui/controls/use-focus-first-invalid.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import { formatAccountHandle } from "#lib/contract/platforms/format-account-handle.ts";
import type { ChannelDetail, ConnectionField, ConnectionMethod } from "#lib/contract/types.ts";
import {
  type ConnectMethodOption,
  getConnectMethodOptions,
  toConnectFields,
  validateConnectFields,
} from "./connect-method-options.ts";
import { describeDeliveryGuarantee, describePlatformFeatures } from "./platform-descriptions.ts";
import { PlatformGuideLink } from "./platform-guide-link.tsx";
import { SetupSteps, SignInSteps } from "./setup-steps.tsx";
import type { ConnectAccountFields } from "./use-connect-account.ts";

type ConnectAccountFormProps = {
  method: ConnectionMethod;
  channel: ChannelDetail | null;
  /** False when the platform's app credentials are missing: then its sign-in page can't be opened. */
  isSetUp: boolean;
  /** Opens the app credentials; null for a member who may not set them. */
  onKeys: (() => void) | null;
  /** Null when there is no previous step. */
  onBack: (() => void) | null;
  onConnect: (fields: ConnectAccountFields) => Promise<Failure | null>;
  onClose: () => void;
};

const formId = "connect-form";

/** Connects an account on one platform: shows its fields or the button that opens its sign-in page. */
export function ConnectAccountForm(props: ConnectAccountFormProps) {
  const { method, channel, isSetUp, onKeys, onBack, onConnect, onClose } = props;
  const options = getConnectMethodOptions(method, channel);
  const [selectedType, setSelectedType] = useState<ConnectMethodOption["type"]>(options[0].type);
  const option = options.find(({ type }) => type === selectedType) ?? options[0];
  const fields = option.fields;
  const [values, setValues] = useState(
    () => new Map(options.flatMap(({ fields }) => fields.map(({ name, usual }) => [name, usual] as const))),
  );
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isOf = ({ name }: ConnectionField) => failure?.field === name || failure?.field === `values.${name}`;
  const form = useFocusFirstInvalid(failure);
  const isElsewhere = failure !== null && !fields.some(isOf);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const missing = validateConnectFields(option, values);
    if (missing) return setFailure(missing);
    setBusy(true);
    setFailure(null);
    const refused = await onConnect({
      platform: method.platform,
      ...(channel && { channel_id: channel.id }),
      ...toConnectFields(option, values, channel),
    });
    if (!refused) return;
    setBusy(false);
    setFailure(refused);
  }

  return (
    <Dialog
      open
      size="medium"
      isHeldOnceTyped
      onClose={onClose}
      title={channel ? `Reconnect ${channel.name}` : `Connect ${method.name}`}
      description={
        channel
          ? `Sign in as ${formatAccountHandle(channel.username)}. The channel keeps its posts, and waiting ones are published.`
          : `${describePlatformFeatures(method)} ${describeDeliveryGuarantee(method)}`
      }
      actions={
        <>
          {onBack ? <Button onClick={onBack}>Back</Button> : <Button onClick={onClose}>Cancel</Button>}
          {isSetUp ? null : onKeys ? (
            <Button variant="filled" onClick={onKeys}>
              App credentials<span className="sr-only"> of {method.name}</span>
            </Button>
          ) : null}
          <Button
            type="submit"
            form={formId}
            {...(isSetUp && { variant: "filled" })}
            pending={busy}
            disabled={!isSetUp}
          >
            {option.leadsAway ? `Continue to ${method.name}` : channel ? "Reconnect" : "Connect account"}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        {options.length > 1 ? (
          <div className="grid gap-2">
            <SegmentedControl
              label="How to connect"
              options={options.map(({ type, label }) => ({ value: type, label }))}
              value={option.type}
              onChange={(is) => {
                setSelectedType(is);
                setFailure(null);
              }}
              className="w-fit max-w-full flex-wrap"
            />
            {option === options[0] ? (
              <p className="text-13 text-ink-3">Recommended: you don't enter a password here.</p>
            ) : null}
          </div>
        ) : null}
        {option.leadsAway ? (
          // Without app credentials nobody can sign in, and the notice below says what to do.
          isSetUp && <SignInSteps name={method.name} field={fields[0]?.label ?? null} />
        ) : (
          <SetupSteps platform={method.platform} of="account" />
        )}
        {fields.map((field) => (
          <Field
            key={field.name}
            label={field.label}
            hint={field.help}
            error={isOf(field) ? failure?.message : undefined}
          >
            {(control) => (
              <TextInput
                {...control}
                type={field.secret ? "password" : "text"}
                size="large"
                value={values.get(field.name) ?? ""}
                onChange={(event) => setValues(new Map(values).set(field.name, event.target.value))}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={4_000}
              />
            )}
          </Field>
        ))}
        {option.needs.length > 0 ? (
          <details className="text-13">
            <summary className="w-fit cursor-pointer text-ink-2">Good to know</summary>
            <div className="mt-2">
              <ul className="grid list-disc gap-1 pl-5 text-14 text-ink-2">
                {option.needs.map((need) => (
                  <li key={need}>{need}</li>
                ))}
              </ul>
            </div>
          </details>
        ) : null}
        <p className="text-13">
          <PlatformGuideLink method={method} />
        </p>
        {method.sign_in?.missing ? <p className="text-13 text-ink-3">{method.sign_in.missing}</p> : null}
        {isSetUp ? null : (
          <p className="text-14 text-failed">
            {onKeys
              ? `Enter your ${method.name} app credentials first.`
              : `Ask your administrator to set up ${method.name}.`}
          </p>
        )}
        {isElsewhere ? (
          <p role="alert" className="text-14 text-failed">
            {failure.message}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
