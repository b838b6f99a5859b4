"use client";
import { finishTwoStepSignIn } from "#lib/actions/auth/finish-two-step-sign-in.ts";
import { AuthForm } from "./auth-form.tsx";
import { VerificationCodeField } from "./verification-code-field.tsx";

/** The form for the code after the password. */
export function VerificationCodeForm({ isRecovery }: { isRecovery: boolean }) {
  return (
    <AuthForm
      key={String(isRecovery)}
      act={finishTwoStepSignIn}
      first={{ failure: null }}
      hidden={{}}
      button="Verify"
      fields={["code"]}
    >
      {(errorOf) => <VerificationCodeField size="large" isFirst isRecovery={isRecovery} error={errorOf("code")} />}
    </AuthForm>
  );
}
