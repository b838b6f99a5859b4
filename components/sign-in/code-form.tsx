"use client";
import { signInByCode } from "#lib/actions/sign-in-code";
import { CodeField } from "./code-field.tsx";
import { Form } from "./form.tsx";

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
