"use client";
import { KeyRound } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { confirmIdentity, readConfirmationMethods } from "#lib/actions/auth/confirm-identity.ts";
import type { Result } from "#lib/contract/errors.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { VerificationCodeField } from "./verification-code-field.tsx";

type ConfirmMethods = NonNullable<Awaited<ReturnType<typeof readConfirmationMethods>>["ok"]>;
type Typed = "password" | "code";

type ConfirmIdentityDialogProps = {
  /** `second factor`: a password alone does not suffice. */
  only: "any" | "second factor";
  onConfirmed: () => void;
  onClose: () => void;
};

const catchFailure = <T,>(act: () => Promise<Result<T>>): Promise<Result<T>> =>
  act().catch((error: unknown): Result<T> => ({ error: toReadFailure(error) }));

/** Has a person confirm their identity by a password, code or passkey that they have. */
export function ConfirmIdentityDialog({ only, onConfirmed, onClose }: ConfirmIdentityDialogProps) {
  const [ways, setWays] = useState<ConfirmMethods | null>(null);
  const [typed, setTyped] = useState<Typed>("password");
  const [busy, setBusy] = useState<Typed | "passkey" | null>(null);
  const [problem, setProblem] = useState<{ message: string; field?: string | undefined } | null>(null);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    let isGone = false;
    void catchFailure(readConfirmationMethods).then((read) => {
      if (isGone) return;
      setProblem(read.error ?? null);
      const found = read.ok ? { ...read.ok, password: read.ok.password && only === "any" } : null;
      setWays(found);
      if (found && !found.password) setTyped("code");
    });
    return () => {
      isGone = true;
    };
  }, [only]);
  const field = ways && (ways.password || ways.code) ? typed : null;
  // The dialog opens before the available methods are known; this also runs when another method is chosen.
  useEffect(() => {
    if (field) form.current?.querySelector<HTMLInputElement>("input:not([type=hidden])")?.focus();
  }, [field]);

  async function send(way: Typed | "passkey", act: () => Promise<Result<{ confirmed: true }>>) {
    setBusy(way);
    setProblem(null);
    const answer = await catchFailure(act);
    setBusy(null);
    if (answer.ok) onConfirmed();
    else if (answer.error.message !== "") setProblem(answer.error);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // In React's tree this form may be inside another form.
    event.stopPropagation();
    const value = String(new FormData(event.currentTarget).get(typed) ?? "");
    void send(typed, () => confirmIdentity(typed === "password" ? { password: value } : { code: value }));
  }

  const askPasskey = () =>
    send("passkey", async () => (await import("./confirm-with-passkey.ts")).confirmWithPasskey());
  const other = typed === "password" ? "code" : "password";
  const errorOf = (name: Typed) => (problem?.field === name && typed === name ? problem.message : undefined);

  return (
    <Dialog
      open
      onClose={onClose}
      title="Confirm it's you"
      description={
        only === "any"
          ? "This affects access to your account or organization. You won't be asked again for 10 minutes."
          : "Your organization requires a second step for administrators."
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {field ? (
            <Button type="submit" form="confirm-form" variant="filled" pending={busy === typed}>
              Confirm
            </Button>
          ) : null}
        </>
      }
    >
      <div className="grid gap-4" aria-busy={ways === null && problem === null}>
        {field ? (
          <form id="confirm-form" ref={form} noValidate className="grid gap-4" onSubmit={submit}>
            {/* Password managers need the username. */}
            <input type="hidden" name="username" autoComplete="username" value={ways?.email} readOnly />
            {field === "password" ? (
              <Field label="Your password" error={errorOf("password")}>
                {(control) => (
                  <TextInput {...control} name="password" type="password" autoComplete="current-password" />
                )}
              </Field>
            ) : (
              <VerificationCodeField error={errorOf("code")} hint="The six-digit code in your authenticator app." />
            )}
          </form>
        ) : ways ? null : (
          <p role="status" className="text-14 text-ink-3">
            {problem ? "" : "Loading…"}
          </p>
        )}
        {ways && !field && !ways.passkey ? <SignInAgain provider={ways.provider} /> : null}
        {problem ? (
          <Banner tone="failed" role="alert" className={errorOf(typed) ? "sr-only" : ""}>
            {problem.message}
          </Banner>
        ) : null}
        {ways && (ways.passkey || (ways.password && ways.code)) ? (
          <div className="flex flex-wrap gap-2">
            {ways.passkey ? (
              <Button
                icon={<KeyRound className="size-4" />}
                pending={busy === "passkey"}
                onClick={() => void askPasskey()}
              >
                Use a passkey
              </Button>
            ) : null}
            {ways.password && ways.code ? (
              <Button variant="quiet" onClick={() => setTyped(other)}>
                {other === "code" ? "Use a code instead" : "Use your password instead"}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}

/** Confirms a person who signs in only at a provider: they sign in there again. */
function SignInAgain({ provider }: { provider: string | null }) {
  const next = encodeURIComponent(location.pathname);
  return (
    <p className="text-14 text-ink-2">
      {provider === null ? (
        "Sign out and in again to confirm it's you."
      ) : (
        <>
          You sign in with {provider}.{" "}
          <a className="text-accent underline underline-offset-2" href={`/sign-in/provider?next=${next}`}>
            Sign in again with {provider}
          </a>
          , then try again within 10 minutes.
        </>
      )}
    </p>
  );
}
