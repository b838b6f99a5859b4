"use client";
import { signInByCode } from "#lib/actions/auth/sign-in-with-code.ts";
import { CodeField } from "./verification-code-field.tsx";
import { Form } from "./auth-form.tsx";

/** The code that follows the password. */
export function CodeForm({ isRecovery }: { isRecovery: boolean }) {
  return (
    <Form
      key={String(isRecovery)}
      act={signInByCode}
      first={{ failure: null }}
      hidden={{}}
      button="Verify"
      fields={["code"]}
    >
      {(errorOf) => <CodeField size="large" isFirst isRecovery={isRecovery} error={errorOf("code")} />}
    </Form>
  );
}
