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

type AppCredentialsDialogProps = {
  way: ConnectionMethod;
  onBack: () => void;
  onClose: () => void;
  /** Called with whether credentials exist now. */
  onSet: (isThere: boolean) => void;
};

const formId = "app-keys";

/** Edits the organization's own app credentials on a platform; the secret is typed and never shown. */
export function AppCredentialsDialog({ way, onBack, onClose, onSet }: AppCredentialsDialogProps) {
  const [app, setApp] = useState<PlatformApp | null>(null);
  const [clientId, setClientId] = useState("");
  const [secret, setSecret] = useState("");
  const [use, setUse] = useState(way.app_uses[0]?.name);
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState<"set" | "remove" | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useFocusFirstInvalid(failure);
  const { platform } = way;

  useEffect(() => {
    let isGone = false;
    void catchFailure(getPlatformApp({ platform })).then(({ ok, error }) => {
      if (isGone) return;
      setApp(ok ?? null);
      // The answer may arrive after typing has begun.
      setClientId((typed) => typed || (ok?.client_id ?? ""));
      if (ok?.use) setUse(ok.use);
      setFailure(error ?? null);
    });
    return () => {
      isGone = true;
    };
  }, [platform]);

  async function run(what: "set" | "remove", act: Promise<Result<PlatformApp>>) {
    setBusy(what);
    const { ok, error } = await catchFailure(act);
    setBusy(null);
    setAsking(false);
    setFailure(error ?? null);
    if (!ok) return;
    setApp(ok);
    setClientId(ok.client_id ?? "");
    setSecret("");
    onSet(ok.has_secret);
    showToast({ message: what === "set" ? `${way.name} is set up` : `${way.name} app credentials removed` });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (clientId.trim() === "") return setFailure(toFieldFailure("client_id", "Enter the client ID."));
    if (secret.trim() === "") return setFailure(toFieldFailure("client_secret", "Enter the client secret."));
    void run("set", setPlatformApp({ platform, client_id: clientId, client_secret: secret, ...(use && { use }) }));
  }
  const isFixed = app?.from === "environment";
  const of = (field: string) => (failure?.field === field ? failure.message : undefined);

  return (
    <Dialog
      open
      size="medium"
      isHeldOnceTyped
      onClose={onClose}
      title={`${way.name} app credentials`}
      description={
        isFixed ? (
          "Set in the server's environment. Change them there."
        ) : (
          <>
            Register an app at {way.name} and enter its credentials. <PlatformGuideLink way={way} />
          </>
        )
      }
      actions={
        <>
          {app?.from === "here" ? (
            <Button
              variant="quiet"
              pending={busy === "remove"}
              onClick={() => (isAsking ? void run("remove", removePlatformApp({ platform })) : setAsking(true))}
            >
              <span className="text-failed">{isAsking ? "Remove credentials" : "Remove"}</span>
            </Button>
          ) : null}
          <Button onClick={onBack}>Back</Button>
          {isFixed ? null : (
            <Button type="submit" form={formId} variant="filled" pending={busy === "set"}>
              Save
            </Button>
          )}
        </>
      }
    >
      <form ref={form} id={formId} noValidate className="grid gap-5" onSubmit={submit}>
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
        <Field label="Client ID" error={of("client_id")}>
          {(control) => (
            <TextInput
              {...control}
              size="large"
              readOnly={isFixed}
              value={clientId}
              onChange={(event) => setClientId(event.target.value)}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
        {isFixed ? (
          <p className="text-14 text-ink-2">The client secret is set.</p>
        ) : (
          <Field
            label="Client secret"
            error={of("client_secret")}
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
          <Field label="Can post as" hint={way.app_uses.find(({ name }) => name === use)?.help} error={of("use")}>
            {(control) => (
              <Select {...control} disabled={isFixed} value={use} onChange={(event) => setUse(event.target.value)}>
                {way.app_uses.map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {isAsking ? (
          <p role="alert" className="text-14 text-failed">
            You can’t undo this. Accounts connected on {way.name} will need reconnecting, and their scheduled posts
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
const catchFailure = <T,>(act: Promise<Result<T>>) =>
  act.catch((error: unknown): Result<T> => ({ error: toReadFailure(error) }));
