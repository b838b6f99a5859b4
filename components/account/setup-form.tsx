"use client";
import { startTransition, useActionState, useEffect, useRef, useState } from "react";
import { type FieldError, useForm } from "react-hook-form";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { CopyButton } from "#components/ui/controls/copy-button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { submitFirstSetup } from "#lib/actions/auth/first-setup.ts";
import { FirstSignInMethodForm } from "./first-sign-in-method-form.tsx";

type Fields = { organization: string; name: string; email: string };

/** The steps of setup, in order. */
export type SetupStep = "form" | "sign-in" | "key";

type SetupFormProps = {
  token: string;
  origin: string;
  /** A name for this browser, the default name of a passkey. */
  device: string;
  onStep: (step: SetupStep) => void;
};

/** Runs first setup: three fields and one button, then a sign-in method, then the first key, shown once. */
export function SetupForm({ token, origin, device, onStep }: SetupFormProps) {
  const [state, act, isPending] = useActionState(submitFirstSetup, { key: null, failure: null });
  const { register, handleSubmit, formState, getValues } = useForm<Fields>();
  const [isAsked, setAsked] = useState(false);
  const step: SetupStep = state.key === null ? "form" : isAsked ? "key" : "sign-in";
  useEffect(() => onStep(step), [step, onStep]);
  if (state.key !== null) {
    return isAsked ? (
      <FirstApiKey value={state.key} origin={origin} />
    ) : (
      <FirstSignInMethodForm email={getValues("email")} device={device} onDone={() => setAsked(true)} />
    );
  }

  const { failure } = state;
  const errorOf = (name: keyof Fields, told: FieldError | undefined) =>
    told?.message ?? (failure?.field === name ? failure.message : undefined);
  const isOfField = failure?.field !== undefined && ["organization", "name", "email"].includes(failure.field);
  const errors = formState.errors;
  return (
    <form
      action={act}
      onSubmit={(event) => {
        const form = event.currentTarget;
        void handleSubmit(() => startTransition(() => act(new FormData(form))))(event);
      }}
      noValidate
      className="grid gap-4"
    >
      <input type="hidden" name="token" value={token} />
      <Field label="Organization" error={errorOf("organization", errors.organization)}>
        {(control) => (
          <TextInput
            {...control}
            {...register("organization", { required: "Enter a name for your organization." })}
            size="large"
            maxLength={100}
            autoComplete="organization"
            autoFocus
          />
        )}
      </Field>
      <Field label="Your name" error={errorOf("name", errors.name)}>
        {(control) => (
          <TextInput
            {...control}
            {...register("name", { required: "Enter your name." })}
            size="large"
            maxLength={100}
            autoComplete="name"
          />
        )}
      </Field>
      <Field label="E-mail" error={errorOf("email", errors.email)}>
        {(control) => (
          <TextInput
            {...control}
            {...register("email", {
              required: "Enter your e-mail address.",
              pattern: { value: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/, message: "Enter a valid e-mail address." },
            })}
            type="email"
            size="large"
            maxLength={254}
            autoComplete="email"
          />
        )}
      </Field>
      {failure && !isOfField ? (
        <p role="alert" className="text-13 text-failed">
          {failure.message}
        </p>
      ) : null}
      <Button type="submit" variant="filled" size="large" pending={isPending} className="mt-1 w-full">
        Create organization
      </Button>
      <p className="text-13 text-ink-3">
        Next, choose how you sign in. You get three practice channels and your first API key.
      </p>
    </form>
  );
}

/** Shows the first key, the only time it is readable, with copy, a test and a link to the composer. */
function FirstApiKey({ value, origin }: { value: string; origin: string }) {
  const head = useRef<HTMLHeadingElement>(null);
  // The replaced form had the focus.
  useEffect(() => head.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <Card edge="gold">
        <h2 ref={head} tabIndex={-1} className="text-15 font-semibold outline-none">
          Your key is ready
        </h2>
        <p className="mt-0.5 text-14 text-ink-2">
          Copy it now. You won't see it again. Scripts send it with each request.
        </p>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <code className="min-w-0 flex-1 basis-60 rounded-control bg-sunk px-3 py-2.5 font-mono text-13 wrap-anywhere">
            {value}
          </code>
          <CopyButton text={value} label="Copy" />
        </div>
        <p className="mt-3 text-13 text-ink-3">Try it:</p>
        <code className="block font-mono text-12 text-ink-2 wrap-anywhere">
          curl -H "Authorization: Bearer $POSTWRIGHT_KEY" {origin}/v1/me
        </code>
      </Card>
      <ButtonLink href="/compose?new&channels=practice" variant="filled" size="large" className="w-full">
        Start writing
      </ButtonLink>
    </div>
  );
}
