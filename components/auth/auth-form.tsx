"use client";
import { type FormEvent, type ReactNode, startTransition, useActionState, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { NewPasswordInput } from "#components/ui/controls/new-password-input.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";

type AuthFormState = { failure: Failure | null };

type AuthFormProps<S extends AuthFormState> = {
  act: (before: S, form: FormData) => Promise<S>;
  first: S;
  /** Values of the hidden fields. */
  hidden: Readonly<Record<string, string>>;
  button: string;
  /** Field names: a failure of one of them shows at that field, any other failure above the button. */
  fields: readonly string[];
  /** Finds what the service would refuse, so that several fields are named at once. */
  findErrors?: (form: FormData) => Readonly<Record<string, string>>;
  children: (errorOf: (field: string) => string | undefined, state: S) => ReactNode;
};

/** A form in the layout of the sign-in pages. It works before scripts load: it posts to the same action. */
export function AuthForm<S extends AuthFormState>(props: AuthFormProps<S>) {
  const { act, first, hidden, button, fields, findErrors, children } = props;
  const [state, run, isPending] = useActionState<S, FormData>(act as never, first as never);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const hasErrors = Object.keys(errors).length > 0;
  const failure = hasErrors ? null : state.failure;
  const isOfField = failure?.field !== undefined && fields.includes(failure.field);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    // Submits the action by hand: React resets a form after an action that it submitted itself, which would empty the
    // fields.
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const found = findErrors?.(sent) ?? {};
    setErrors(found);
    const [wrong] = Object.keys(found);
    if (wrong) return event.currentTarget.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
    startTransition(() => run(sent));
  }

  return (
    <form action={run} onSubmit={onSubmit} noValidate className="grid gap-4">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children((field) => errors[field] ?? (failure?.field === field ? failure.message : undefined), state)}
      {failure && !isOfField ? (
        <Banner tone="failed" role="alert">
          {getFailureMessage(failure)}
        </Banner>
      ) : null}
      <Button type="submit" variant="filled" size="large" pending={isPending} className="w-full">
        {button}
      </Button>
    </form>
  );
}

/** Returns the service's own message; a request without an answer has none and gets a message here. */
function getFailureMessage(failure: Failure): string {
  if (failure.status !== null || failure.code === "unauthorized" || failure.message) return failure.message;
  const { what, next } = describeFailure(failure);
  return `${what} ${next}`;
}

type AuthFormFieldProps = {
  label: string;
  name: string;
  kind: "text" | "email" | "password";
  complete: string;
  error?: string | undefined;
  hint?: ReactNode;
  value?: string | undefined;
  /** True for the field that has the focus when the page opens. */
  isFirst?: boolean;
};

export function AuthFormField({
  label,
  name,
  kind,
  complete,
  error,
  hint,
  value,
  isFirst = false,
}: AuthFormFieldProps) {
  return (
    // The error already includes the hint.
    <Field label={label} error={error} hint={error ? undefined : hint}>
      {(control) =>
        complete === "new-password" ? (
          <NewPasswordInput {...control} name={name} size="large" autoFocus={isFirst} />
        ) : (
          <TextInput
            {...control}
            name={name}
            type={kind}
            size="large"
            autoComplete={complete}
            autoFocus={isFirst}
            {...(value !== undefined && { defaultValue: value })}
            {...(kind === "email" && { autoCapitalize: "off", spellCheck: false, maxLength: 254 })}
          />
        )
      }
    </Field>
  );
}

export const passwordHint = "At least 10 characters. Three or four words work well.";
