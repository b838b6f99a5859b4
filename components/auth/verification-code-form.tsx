"use client";
import { signInWithCode } from "#lib/actions/auth/sign-in-with-code.ts";
import { AuthForm } from "./auth-form.tsx";
import { VerificationCodeField } from "./verification-code-field.tsx";

/** The form for the code after the password. */
export function VerificationCodeForm({ isRecovery }: { isRecovery: boolean }) {
  return (
    <AuthForm
      key={String(isRecovery)}
      act={signInWithCode}
      first={{ failure: null }}
      hidden={{}}
      button="Verify"
      fields={["code"]}
    >
      {(errorOf) => <VerificationCodeField size="large" isFirst isRecovery={isRecovery} error={errorOf("code")} />}
    </AuthForm>
  );
}
