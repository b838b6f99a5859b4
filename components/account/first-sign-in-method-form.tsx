"use client";
import { KeyRound } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { NewPasswordInput } from "#components/ui/controls/new-password-input.tsx";
import { useFocusFirstInvalid } from "#components/ui/controls/use-focus-first-invalid.ts";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { setPassword } from "#lib/actions/auth/set-password.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

type FirstSignInMethodFormProps = {
  email: string;
  /** A name for this browser, the default name of a passkey. */
  device: string;
  /** Called once a password or a passkey exists, or the person skips the step. */
  onDone: () => void;
};

const subscribeToNothing = () => () => undefined;

/** Lets the first owner choose a password, a passkey or nothing yet. */
export function FirstSignInMethodForm({ email, device, onDone }: FirstSignInMethodFormProps) {
  const [busy, setBusy] = useState<"password" | "passkey" | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useFocusFirstInvalid(failure);
  const input = useRef<HTMLInputElement>(null);
  // The replaced form had the focus.
  useEffect(() => input.current?.focus(), []);
  const canAdd = useSyncExternalStore(
    subscribeToNothing,
    () => "PublicKeyCredential" in window,
    () => false,
  );
  const isOfField = failure?.field === "password";

  async function run(type: "password" | "passkey", act: () => Promise<{ error?: Failure | undefined }>) {
    setBusy(type);
    const { error } = await act().catch((thrown: unknown) => ({ error: toReadFailure(thrown) }));
    setBusy(null);
    setFailure(error ?? null);
    if (!error) onDone();
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    void run("password", () => setPassword({ current: "", password }));
  }

  const addPasskey = () => run("passkey", async () => (await import("./register-passkey.ts")).registerPasskey(device));

  return (
    <div className="grid gap-4">
      <form ref={form} onSubmit={onSubmit} noValidate className="grid gap-4">
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Field
          label="Password"
          error={isOfField ? failure.message : undefined}
          hint={isOfField ? undefined : "At least 10 characters. Three or four words work well."}
        >
          {(control) => <NewPasswordInput {...control} ref={input} name="password" size="large" />}
        </Field>
        <Button type="submit" variant="filled" size="large" pending={busy === "password"} className="w-full">
          Set password
        </Button>
      </form>
      {canAdd ? (
        <Button
          size="large"
          className="w-full"
          icon={<KeyRound className="size-4" />}
          pending={busy === "passkey"}
          onClick={() => void addPasskey()}
        >
          Use a passkey instead
        </Button>
      ) : null}
      {failure && !isOfField ? (
        <Banner tone="failed" role="alert">
          {failure.message}
        </Banner>
      ) : null}
      <div className="border-t pt-4">
        <Button variant="quiet" size="large" className="w-full" onClick={onDone}>
          Skip for now
        </Button>
        <p className="mt-2 text-13 text-ink-3">
          You stay signed in here. Elsewhere, sign in with your API key. Until an owner has a password or passkey,
          Postwright prints a link to set one at each start.
        </p>
      </div>
    </div>
  );
}
