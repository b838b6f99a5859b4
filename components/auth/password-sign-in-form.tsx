"use client";
import { signInWithPassword } from "#lib/actions/auth/sign-in-with-password.ts";
import { AuthForm, AuthFormField } from "./auth-form.tsx";

/** Signs in by e-mail and password. The browser may offer a passkey in the first field. */
export function PasswordSignInForm({ next }: { next: string }) {
  return (
    <AuthForm act={signInWithPassword} first={{ failure: null }} hidden={{ next }} button="Sign in" fields={[]}>
      {() => (
        <>
          <AuthFormField label="E-mail" name="email" kind="email" complete="username webauthn" isFirst />
          <AuthFormField label="Password" name="password" kind="password" complete="current-password" />
        </>
      )}
    </AuthForm>
  );
}
