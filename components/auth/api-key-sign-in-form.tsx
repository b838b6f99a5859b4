"use client";
import { type FormEvent, startTransition, useActionState, useRef, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { signInWithKey } from "#lib/actions/auth/sign-in-with-key.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";

/** Signs in with an API key. The form works before scripts load: it posts to the same action. */
export function ApiKeySignInForm({ next, hint }: { next: string; hint: string }) {
  const [state, act, isPending] = useActionState(signInWithKey, { failure: null });
  const [isEmpty, setEmpty] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { failure } = state;
  // A wrong key is the field's error; any other failure is the service's.
  const isWrongKey = failure?.code === "unauthorized";
  const wrong = isEmpty ? "Enter your API key." : isWrongKey ? failure.message : undefined;

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    // Submits the action by hand: React resets a form after an action that it submitted itself, which would empty a
    // mistyped key.
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const key = sent.get("key");
    const isBlank = typeof key !== "string" || key.trim() === "";
    setEmpty(isBlank);
    if (isBlank) field.current?.focus();
    else startTransition(() => act(sent));
  }

  return (
    <form action={act} onSubmit={onSubmit} noValidate className="grid gap-4">
      <input type="hidden" name="next" value={next} />
      <Field label="API key" error={wrong} hint={hint}>
        {(control) => (
          <TextInput
            {...control}
            ref={field}
            name="key"
            onChange={() => setEmpty(false)}
            type="password"
            size="large"
            autoFocus
            autoComplete="current-password"
            autoCapitalize="off"
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
      {failure && !isWrongKey ? (
        <Banner tone="failed" role="alert">
          {failure.code === "rate_limited" ? failure.message : <FailureMessage failure={failure} />}
        </Banner>
      ) : null}
      <Button type="submit" variant="filled" size="large" pending={isPending} className="w-full">
        Sign in
      </Button>
    </form>
  );
}

function FailureMessage({ failure }: { failure: Parameters<typeof describeFailure>[0] }) {
  const { what, next } = describeFailure(failure);
  return (
    <>
      {what} {next}
    </>
  );
}
