"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { NewPasswordInput } from "#components/ui/controls/new-password-input.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { setPassword } from "#lib/actions/auth/set-password.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { withConfirmation } from "#lib/queries/with-confirmation.ts";

type PasswordSectionProps = {
  /** `key`: the session is an API key's, which may not change how its member signs in. */
  standing: "own" | "key";
  hasPassword: boolean;
  email: string;
};

const link = "text-accent underline underline-offset-2";

/** Sets or changes the account's password. */
export function PasswordSection({ standing, hasPassword, email }: PasswordSectionProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [isSet, setIsSet] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const errorOf = (field: string) => (failure?.field === field ? failure.message : undefined);
  const isOfField = failure?.field === "current" || failure?.field === "password";

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    setBusy(true);
    const typed = { current: String(sent.get("current") ?? ""), password: String(sent.get("password") ?? "") };
    const answer = await withConfirmation(() => setPassword(typed)).catch((error: unknown) => ({
      error: toReadFailure(error),
    }));
    setBusy(false);
    setFailure(answer.error ?? null);
    if (answer.error) return;
    setOpen(false);
    setIsSet(true);
    showToast({ message: "Password set. All other browsers are signed out." });
    router.refresh();
  }

  if (standing === "key") {
    return (
      <Card title="Password">
        <p className="text-14 text-ink-2">
          You signed in with an API key, which can't change how you sign in. Sign in as yourself. If you have no
          password or passkey yet, an administrator can create a link for you in Members; for the first owner,
          Postwright prints one at each start.
        </p>
      </Card>
    );
  }
  const act = hasPassword ? "Change password" : "Set password";
  return (
    <Card title="Password">
      <p className="text-14 text-ink-2">
        {hasPassword ? `You sign in with ${email} and your password.` : `Sign in with ${email} instead of an API key.`}
      </p>
      <div role="status">
        {isSet ? (
          <p className="mt-2 text-14 text-ink-2">
            Your{" "}
            <a href="#keys" className={link}>
              API keys
            </a>
            ,{" "}
            <a href="#ways" className={link}>
              passkeys
            </a>{" "}
            and{" "}
            <PrefetchLink href="/settings#feed" className={link}>
              calendar feed
            </PrefetchLink>{" "}
            keep working. If someone else knew your password, remove any that aren't yours.
          </p>
        ) : null}
      </div>
      {isOpen ? (
        <form onSubmit={onSubmit} noValidate className="mt-3.5 grid max-w-[380px] gap-3.5">
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          {hasPassword ? (
            <Field label="Current password" error={errorOf("current")}>
              {(control) => (
                <TextInput {...control} name="current" type="password" autoComplete="current-password" autoFocus />
              )}
            </Field>
          ) : null}
          <Field
            label="New password"
            error={errorOf("password")}
            hint={errorOf("password") ? undefined : "At least 10 characters. This signs you out in all other browsers."}
          >
            {(control) => <NewPasswordInput {...control} name="password" autoFocus={!hasPassword} />}
          </Field>
          {failure && !isOfField ? (
            <Banner tone="failed" role="alert">
              {failure.message}
            </Banner>
          ) : null}
          <div className="flex gap-2">
            <Button type="submit" variant="filled" pending={busy}>
              {act}
            </Button>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <Button className="mt-3.5" aria-expanded={false} onClick={() => setOpen(true)}>
          {act}
        </Button>
      )}
    </Card>
  );
}
