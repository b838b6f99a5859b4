"use client";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { CopyButton } from "#components/ui/controls/copy-button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { useFocusFirstInvalid } from "#components/ui/controls/use-focus-first-invalid.ts";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { getPlatformApp, removePlatformApp, setPlatformApp } from "#lib/actions/channel-connections.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import type { ConnectionMethod, PlatformApp } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { PlatformGuideLink } from "./platform-guide-link.tsx";
import { SetupSteps } from "./setup-steps.tsx";

type AppCredentialsDialogProps = {
  method: ConnectionMethod;
  onBack: () => void;
  onClose: () => void;
  /** Called with whether credentials exist now. */
  onSet: (hasKeys: boolean) => void;
};

const formId = "app-keys";

/** Edits the organization's own app credentials on a platform; the secret is typed and never shown. */
export function AppCredentialsDialog({ method, onBack, onClose, onSet }: AppCredentialsDialogProps) {
  const [app, setApp] = useState<PlatformApp | null>(null);
  const [clientId, setClientId] = useState("");
  const [secret, setSecret] = useState("");
  const [use, setUse] = useState(method.app_uses[0]?.name);
  const [isConfirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState<"set" | "remove" | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useFocusFirstInvalid(failure);
  const { platform } = method;

  useEffect(() => {
    let isCanceled = false;
    void catchFailure(getPlatformApp({ platform })).then(({ ok, error }) => {
      if (isCanceled) return;
      setApp(ok ?? null);
      // The answer may arrive after typing has begun.
      setClientId((typed) => typed || (ok?.client_id ?? ""));
      if (ok?.use) setUse(ok.use);
      setFailure(error ?? null);
    });
    return () => {
      isCanceled = true;
    };
  }, [platform]);

  async function run(action: "set" | "remove", request: Promise<Result<PlatformApp>>) {
    setBusy(action);
    const { ok, error } = await catchFailure(request);
    setBusy(null);
    setConfirming(false);
    setFailure(error ?? null);
    if (!ok) return;
    setApp(ok);
    setClientId(ok.client_id ?? "");
    setSecret("");
    onSet(ok.has_secret);
    showToast({ message: action === "set" ? `${method.name} is set up` : `${method.name} app credentials removed` });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (clientId.trim() === "") return setFailure(toFieldFailure("client_id", "Enter the client ID."));
    if (secret.trim() === "") return setFailure(toFieldFailure("client_secret", "Enter the client secret."));
    void run("set", setPlatformApp({ platform, client_id: clientId, client_secret: secret, ...(use && { use }) }));
  }
  const isFromEnvironment = app?.from === "environment";
  const getFieldError = (field: string) => (failure?.field === field ? failure.message : undefined);

  return (
    <Dialog
      open
      size="medium"
      isHeldOnceTyped
      onClose={onClose}
      title={`${method.name} app credentials`}
      description={
        isFromEnvironment ? (
          "Set in the server's environment. Change them there."
        ) : (
          <>
            Register an app at {method.name} once for your whole organization. <PlatformGuideLink method={method} />
          </>
        )
      }
      actions={
        <>
          {app?.from === "here" ? (
            <Button
              variant="quiet"
              pending={busy === "remove"}
              onClick={() => (isConfirming ? void run("remove", removePlatformApp({ platform })) : setConfirming(true))}
            >
              <span className="text-failed">{isConfirming ? "Remove credentials" : "Remove"}</span>
            </Button>
          ) : null}
          <Button onClick={onBack}>Back</Button>
          {isFromEnvironment ? null : (
            <Button type="submit" form={formId} variant="filled" pending={busy === "set"}>
              Save
            </Button>
          )}
        </>
      }
    >
      <form ref={form} id={formId} noValidate className="grid gap-5" onSubmit={submit}>
        {isFromEnvironment ? null : <SetupSteps platform={platform} of="app" />}
        {app ? (
          <div className="grid gap-2">
            <Field label="Redirect URL" hint="Paste this into the app's settings.">
              {(control) => <TextInput {...control} readOnly size="large" value={app.redirect_uri} />}
            </Field>
            <div>
              <CopyButton text={app.redirect_uri} />
            </div>
          </div>
        ) : null}
        <Field label="Client ID" error={getFieldError("client_id")}>
          {(control) => (
            <TextInput
              {...control}
              size="large"
              readOnly={isFromEnvironment}
              value={clientId}
              onChange={(event) => setClientId(event.target.value)}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
        {isFromEnvironment ? (
          <p className="text-14 text-ink-2">The client secret is set.</p>
        ) : (
          <Field
            label="Client secret"
            error={getFieldError("client_secret")}
            hint={
              app?.has_secret ? "Already set. A new value replaces it." : "Stored encrypted. You won't see it again."
            }
          >
            {(control) => (
              <TextInput
                {...control}
                type="password"
                size="large"
                value={secret}
                onChange={(event) => setSecret(event.target.value)}
                autoComplete="off"
              />
            )}
          </Field>
        )}
        {use === undefined ? null : (
          <Field
            label="Can post as"
            hint={method.app_uses.find(({ name }) => name === use)?.help}
            error={getFieldError("use")}
          >
            {(control) => (
              <Select
                {...control}
                disabled={isFromEnvironment}
                value={use}
                onChange={(event) => setUse(event.target.value)}
              >
                {method.app_uses.map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {isConfirming ? (
          <p role="alert" className="text-14 text-failed">
            You can't undo this. Accounts connected on {method.name} will need reconnecting, and their scheduled posts
            wait.
          </p>
        ) : null}
        {failure && failure.field === undefined ? (
          <p role="alert" className="text-14 text-failed">
            {failure.message}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}

const toFieldFailure = (field: string, message: string): Failure => ({
  code: "invalid_request",
  message,
  status: null,
  field,
});
const catchFailure = <T,>(request: Promise<Result<T>>) =>
  request.catch((error: unknown): Result<T> => ({ error: toReadFailure(error) }));
