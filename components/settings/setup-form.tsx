"use client";
import { startTransition, useActionState, useEffect } from "react";
import { type FieldError, useForm } from "react-hook-form";
import { Button } from "#components/ui/button";
import { Field } from "#components/ui/field";
import { TextInput } from "#components/ui/text-input";
import { setUp } from "#lib/actions/setup";
import { FirstKey } from "./first-key.tsx";

type Fields = { organization: string; name: string; email: string };

type SetupFormProps = { token: string; origin: string /** Called once the key is there. */; onDone: () => void };

/** Three fields and one button; then the first key, shown this once. Works before scripts have loaded, too. */
export function SetupForm({ token, origin, onDone }: SetupFormProps) {
  const [state, act, isPending] = useActionState(setUp, { key: null, failure: null });
  const { register, handleSubmit, formState } = useForm<Fields>();
  const isDone = state.key !== null;
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone, onDone]);
  if (state.key !== null) return <FirstKey value={state.key} origin={origin} />;

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
            {...register("organization", { required: "Give the organization a name." })}
            size="large"
            maxLength={100}
            autoComplete="organization"
          />
        )}
      </Field>
      <Field label="Your name" error={errorOf("name", errors.name)}>
        {(control) => (
          <TextInput
            {...control}
            {...register("name", { required: "Give your name." })}
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
              required: "Give your e-mail address.",
              pattern: { value: /^\S+@\S+\.\S+$/, message: "This is not an e-mail address." },
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
        Create and start writing
      </Button>
      <p className="text-13 text-ink-3">
        You get three practice channels to try everything on, and your first API key.
      </p>
    </form>
  );
}
